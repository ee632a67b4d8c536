package dev.attune.bench.crash;

import dev.attune.live.RewardOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Records what was sent to the service and what the service has acknowledged. It is outside the process of the service and survives when
 * that is killed. Safe for many threads.
 */
final class Oracle {
    /**
     * An acknowledged decision.
     *
     * @param bandit name of the bandit
     * @param clientId its id by the client
     * @param id its id by the service
     * @param arm the arm of the answer
     * @param byCaller whether the caller chose
     */
    record DecisionAck(String bandit, String clientId, String id, String arm, boolean byCaller) {
        /** Returns the decision's number in its bandit, from its id. */
        long number() {
            return ByteBuffer.wrap(Base64.getUrlDecoder().decode(id)).getLong(Integer.BYTES);
        }
    }

    /**
     * A reward that was sent.
     *
     * @param decision the decision it is for
     * @param id its id by the client
     * @param value its value
     */
    record SentReward(DecisionAck decision, String id, double value) {}

    final ConcurrentHashMap<String, DecisionAck> decisions = new ConcurrentHashMap<>(); // acknowledged, by our id
    final ConcurrentHashMap<String, SentReward> rewards =
            new ConcurrentHashMap<>(); // acknowledged as counted, by our id
    final Map<String, String> askedDecisions = new ConcurrentHashMap<>(); // all that were sent: our id to the bandit
    final Map<String, SentReward> askedRewards = new ConcurrentHashMap<>();
    final Set<String> askedBandits = ConcurrentHashMap.newKeySet();
    final Set<String> bandits = ConcurrentHashMap.newKeySet(); // acknowledged
    private final ConcurrentLinkedQueue<DecisionAck> latestDecisions = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<SentReward> latestRewards = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

    void acknowledged(DecisionAck decision) {
        DecisionAck before = decisions.putIfAbsent(decision.clientId(), decision);
        if (before == null) {
            latestDecisions.add(decision);
        } else if (!before.equals(decision)) {
            violation("decision " + decision.clientId() + " was " + before + " and is now " + decision);
        }
    }

    /** Decisions and rewards acknowledged so far. */
    long answers() {
        return decisions.mappingCount() + rewards.mappingCount();
    }

    /** Returns the last decisions that were acknowledged, up to a limit. */
    List<DecisionAck> latestDecisions(int most) {
        return last(latestDecisions, most);
    }

    /** Returns the last rewards that were acknowledged as counted, up to a limit. */
    List<SentReward> latestRewards(int most) {
        return last(latestRewards, most);
    }

    private static <T> List<T> last(ConcurrentLinkedQueue<T> queue, int most) {
        while (queue.size() > most) {
            queue.poll();
        }
        return new ArrayList<>(queue);
    }

    /** Records the outcome of a reward. */
    void answered(SentReward reward, RewardOutcome outcome) {
        boolean before = rewards.containsKey(reward.id());
        switch (outcome) {
            case COUNTED -> {
                if (before) {
                    violation("reward " + reward.id() + " was counted twice");
                }
                rewards.put(reward.id(), reward);
                latestRewards.add(reward);
            }
            case DUPLICATE -> rewards.put(reward.id(), reward); // an earlier try was counted, whose answer was lost
            case LATE, NOT_FIRST, UNKNOWN, SENT -> { // there is no stream to send it to
                if (before || outcome == RewardOutcome.UNKNOWN || outcome == RewardOutcome.SENT) {
                    violation("reward " + reward.id() + (before ? " was counted, and is now " : " is ") + outcome);
                }
            }
        }
    }

    void violation(String what) {
        violations.add(what);
    }

    List<String> violations() {
        return new ArrayList<>(violations);
    }
}
