package dev.attune.server.follow;

import dev.attune.live.RewardMessage;
import java.util.Optional;

/**
 * The id of a decision of a followed bandit. It names the bandit and the request, so that any service that follows the same stream can
 * pass on the reward.
 *
 * <pre>
 *   movies~de@c-17.9a3c5e01   a decision made by a service that follows: the bandit's key, the id of the request, a checksum of the arm
 *   movies~de:42              a decision made in the stream, by its number
 * </pre>
 *
 * @param key of the bandit
 * @param byRequest whether the name is the id of a request
 * @param name the id of the request with the checksum of the arm, or the id of the decision in the stream
 */
record FollowedId(String key, boolean byRequest, String name) {
    private static final char REQUEST = '@';
    private static final char NUMBER = ':';

    static String ofRequest(String key, String request) {
        return key + REQUEST + request;
    }

    static String ofNumber(String key, long number) {
        return key + NUMBER + number;
    }

    /** Returns a reward of this decision as the stream expects it. */
    RewardMessage reward(RewardMessage reward) {
        return new RewardMessage(byRequest ? "" : name, byRequest ? name : "", reward.id(), reward.value());
    }

    /** Reads an id; empty if it is none. */
    static Optional<FollowedId> parse(String id) {
        for (int i = 1; i + 1 < id.length(); i++) {
            char c = id.charAt(i);
            if (c == REQUEST) {
                return Optional.of(new FollowedId(id.substring(0, i), true, id.substring(i + 1)));
            } else if (c == NUMBER) {
                return Optional.of(new FollowedId(id.substring(0, i), false, id));
            }
        }
        return Optional.empty();
    }
}
