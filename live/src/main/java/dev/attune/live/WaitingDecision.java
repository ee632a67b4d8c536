package dev.attune.live;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** A decision that waits for its rewards. */
final class WaitingDecision {
    final Decided event;
    final long position;
    final long deadline;
    final List<Arm>
            arms; // what the caller chose from; empty unless the caller chose, because only then is it needed again
    final Set<String> rewardIds = new HashSet<>();
    private OptionalDouble value = OptionalDouble.empty();

    WaitingDecision(Decided event, long position, long deadline, List<Arm> arms) {
        this.event = event;
        this.position = position;
        this.deadline = deadline;
        this.arms = arms;
    }

    /** What the rewards so far come to; empty if there was none. */
    OptionalDouble value() {
        return value;
    }

    void gather(Aggregation aggregation, String rewardId, double reward) {
        if (!rewardId.isEmpty()) {
            rewardIds.add(rewardId);
        }
        value = OptionalDouble.of(
                switch (aggregation) {
                    case FIRST -> value.orElse(reward);
                    case LAST -> reward;
                    case SUM -> value.orElse(0) + reward;
                });
    }
}
