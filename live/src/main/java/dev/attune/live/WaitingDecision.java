package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.api.Suggestion;
import dev.attune.engine.Pull;
import dev.attune.live.statistics.Attribution;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.LinkedHashSet;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A decision that waits for its rewards. */
final class WaitingDecision {
    /** Largest number of rewards with ids of one decision. */
    static final int MOST_REWARD_IDS = 1000;

    final long number;
    final long deadline;
    final Pull pull;
    final String arm;
    final String clientId;
    final Attribution attribution; // for the statistics

    @Nullable
    Answer answer; // null if there is no client id

    private Set<String> rewardIds = Set.of();
    private OptionalDouble value = OptionalDouble.empty();

    WaitingDecision(long number, long deadline, Pull pull, String arm, String clientId, Attribution attribution) {
        this.number = number;
        this.deadline = deadline;
        this.pull = pull;
        this.arm = arm;
        this.clientId = clientId;
        this.attribution = attribution;
    }

    /** Returns whether the caller chose. */
    boolean byCaller() {
        return pull.t() == 0;
    }

    /** Returns the value of the rewards so far; empty if there was none. */
    OptionalDouble value() {
        return value;
    }

    /** Returns the ids of the rewards so far, in their order. */
    Set<String> rewardIds() {
        return rewardIds;
    }

    /** Adds a reward. */
    void add(RewardRules.Aggregation aggregation, String rewardId, double reward) {
        if (!rewardId.isEmpty()) {
            rewardIds = rewardIds.isEmpty() ? new LinkedHashSet<>() : rewardIds;
            rewardIds.add(rewardId);
        }
        value = OptionalDouble.of(
                switch (aggregation) {
                    case FIRST -> value.orElse(reward);
                    case LAST -> reward;
                    case SUM -> value.orElse(0) + reward;
                });
    }

    void write(StateWriter out) {
        out.writeLong(number);
        out.writeLong(deadline);
        out.writeLong(pull.t());
        out.writeInt(pull.arm());
        out.writeInt(pull.arms());
        out.writeDoubles(pull.x());
        SavedValues.writeProbability(pull.propensity(), out);
        out.writeDoubles(pull.suggestion().setting().toArray());
        out.writeDoubles(pull.suggestion().memo());
        out.writeFlag(pull.tuned());
        out.writeFlag(byCaller());
        out.writeString(arm);
        out.writeString(clientId);
        SavedValues.writeOptional(value, out);
        SavedValues.writeTexts(rewardIds, out);
        attribution.write(out);
    }

    /** Reads what {@link #write} has written. */
    static WaitingDecision read(Policy policy, StateReader in) {
        long number = in.readTally();
        long deadline = in.readLong();
        long round = in.readTally();
        int place = in.readCount(Integer.MAX_VALUE);
        int arms = in.readCount(Integer.MAX_VALUE);
        double[] x = in.readVector();
        if (policy.dimension() > 0 && x.length != policy.dimension()) { // sparse arms have any number of terms
            throw new StateFormatException(
                    "a saved decision has " + x.length + " features, the policy expects " + policy.dimension());
        }
        double propensity = SavedValues.readProbability(in);
        Suggestion suggestion = new Suggestion(SavedValues.readSetting(policy.space(), in), in.readVector());
        Pull pull = new Pull(round, place, arms, x, propensity, suggestion, in.readFlag());
        boolean byCaller = in.readFlag();
        String arm = in.readString();
        String clientId = in.readString();
        OptionalDouble value = SavedValues.readOptional(in);
        Set<String> ids = new LinkedHashSet<>(SavedValues.readTexts(MOST_REWARD_IDS, in));
        Attribution attribution = Attribution.read(in);
        if (byCaller != (round == 0) || (!ids.isEmpty() && value.isEmpty())) {
            throw new StateFormatException("the saved state of decision " + number + " contradicts itself");
        }
        WaitingDecision waits = new WaitingDecision(number, deadline, pull, arm, clientId, attribution);
        waits.value = value;
        waits.rewardIds = ids.isEmpty() ? Set.of() : ids;
        return waits;
    }
}
