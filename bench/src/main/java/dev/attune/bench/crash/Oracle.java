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
 * Knows what was sent to the service and what the service has acknowledged. It lives outside the service's process, so it remembers when
 * that is killed. Safe for many threads.
 */
final class Oracle {
    /**
     * An acknowledged decision.
     *
     * @param bandit name of the bandit
     * @param clientId what we call it
     * @param id what the service calls it
     * @param arm the arm that was told
     * @param byCaller whether the caller chose
     */
    record Told(String bandit, String clientId, String id, String arm, boolean byCaller) {
        /** The decision's number in its bandit, from its id. */
        long number() {
            return ByteBuffer.wrap(Base64.getUrlDecoder().decode(id)).getLong(Integer.BYTES);
        }
    }

    /**
     * A reward that was sent.
     *
     * @param decision the decision it is for
     * @param id what we call it
     * @param value of it
     */
    record Sent(Told decision, String id, double value) {}

    final ConcurrentHashMap<String, Told> decisions = new ConcurrentHashMap<>(); // acknowledged, by our id
    final ConcurrentHashMap<String, Sent> rewards = new ConcurrentHashMap<>(); // acknowledged as counted, by our id
    final Map<String, String> askedDecisions = new ConcurrentHashMap<>(); // all that were sent: our id to the bandit
    final Map<String, Sent> askedRewards = new ConcurrentHashMap<>();
    final Set<String> askedBandits = ConcurrentHashMap.newKeySet();
    final Set<String> bandits = ConcurrentHashMap.newKeySet(); // acknowledged
    private final ConcurrentLinkedQueue<Told> latestDecisions = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Sent> latestRewards = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

    void told(Told told) {
        Told before = decisions.putIfAbsent(told.clientId(), told);
        if (before == null) {
            latestDecisions.add(told);
        } else if (!before.equals(told)) {
            violation("decision " + told.clientId() + " was " + before + " and is now " + told);
        }
    }

    /** Decisions and rewards acknowledged so far. */
    long answers() {
        return decisions.mappingCount() + rewards.mappingCount();
    }

    /** The last decisions that were acknowledged, at most so many. */
    List<Told> latestDecisions(int most) {
        return last(latestDecisions, most);
    }

    /** The last rewards that were acknowledged as counted, at most so many. */
    List<Sent> latestRewards(int most) {
        return last(latestRewards, most);
    }

    private static <T> List<T> last(ConcurrentLinkedQueue<T> queue, int most) {
        while (queue.size() > most) {
            queue.poll();
        }
        return new ArrayList<>(queue);
    }

    /** Takes note of what became of a reward. */
    void answered(Sent reward, RewardOutcome outcome) {
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
