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

/** A decision that waits for its rewards. */
final class WaitingDecision {
    /** Largest number of rewards with ids of one decision. */
    static final int MOST_REWARD_IDS = 1000;

    final long number;
    final Pull decision;
    final boolean byCaller;
    final String arm;
    final int arms; // number of arms on offer
    final String clientId;
    final long deadline;
    final Attribution attribution; // for the statistics
    private final Set<String> rewardIds;
    private final OptionalDouble value;

    WaitingDecision(
            long number,
            Pull decision,
            boolean byCaller,
            String arm,
            int arms,
            String clientId,
            long deadline,
            Attribution attribution) {
        this(number, decision, byCaller, arm, arms, clientId, deadline, attribution, Set.of(), OptionalDouble.empty());
    }

    private WaitingDecision(
            long number,
            Pull decision,
            boolean byCaller,
            String arm,
            int arms,
            String clientId,
            long deadline,
            Attribution attribution,
            Set<String> rewardIds,
            OptionalDouble value) {
        this.number = number;
        this.decision = decision;
        this.byCaller = byCaller;
        this.arm = arm;
        this.arms = arms;
        this.clientId = clientId;
        this.deadline = deadline;
        this.attribution = attribution;
        this.rewardIds = rewardIds;
        this.value = value;
    }

    /** Returns the value of the rewards so far; empty if there was none. */
    OptionalDouble value() {
        return value;
    }

    /** Returns the ids of the rewards so far, in their order. */
    Set<String> rewardIds() {
        return rewardIds;
    }

    /** Returns the decision with one more reward. */
    WaitingDecision with(Aggregation aggregation, String rewardId, double reward) {
        Set<String> ids = rewardIds;
        if (!rewardId.isEmpty()) {
            ids = new LinkedHashSet<>(rewardIds);
            ids.add(rewardId);
        }
        OptionalDouble sum = OptionalDouble.of(
                switch (aggregation) {
                    case FIRST -> value.orElse(reward);
                    case LAST -> reward;
                    case SUM -> value.orElse(0) + reward;
                });
        return new WaitingDecision(number, decision, byCaller, arm, arms, clientId, deadline, attribution, ids, sum);
    }

    void write(StateWriter out) {
        out.writeLong(number);
        out.writeLong(deadline);
        out.writeLong(decision.t());
        out.writeInt(decision.arm());
        out.writeDoubles(decision.x());
        SavedValues.writeProbability(decision.propensity(), out);
        out.writeDoubles(decision.suggestion().setting().toArray());
        out.writeDoubles(decision.suggestion().memo());
        out.writeFlag(decision.tuned());
        out.writeFlag(byCaller);
        out.writeString(arm);
        out.writeInt(arms);
        out.writeString(clientId);
        SavedValues.writeOptional(value, out);
        SavedValues.writeTexts(rewardIds, out);
        attribution.write(out);
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param layout of the live bandit; 1 for one without attributions
     */
    static WaitingDecision read(Policy policy, int layout, StateReader in) {
        long number = in.readTally();
        long deadline = in.readLong();
        long round = in.readTally();
        int place = in.readCount(Integer.MAX_VALUE);
        double[] x = in.readVector();
        if (policy.dimension() > 0 && x.length != policy.dimension()) { // sparse arms have any number of terms
            throw new StateFormatException(
                    "a saved decision has " + x.length + " features, the policy expects " + policy.dimension());
        }
        double propensity = SavedValues.readProbability(in);
        double[] setting = new double[policy.space().size()];
        in.readDoubles(setting);
        Suggestion suggestion = new Suggestion(policy.space().setting(setting), in.readVector());
        Pull decision = new Pull(round, place, x, propensity, suggestion, in.readFlag());
        boolean byCaller = in.readFlag();
        String arm = in.readString();
        int arms = in.readCount(Integer.MAX_VALUE);
        String clientId = in.readString();
        OptionalDouble value = SavedValues.readOptional(in);
        Set<String> ids = new LinkedHashSet<>(SavedValues.readTexts(MOST_REWARD_IDS, in));
        Attribution attribution = layout == 1 ? Attribution.of(arms, propensity) : Attribution.read(in);
        if (byCaller != (round == 0) || (!ids.isEmpty() && value.isEmpty())) {
            throw new StateFormatException("the saved state of decision " + number + " contradicts itself");
        }
        return new WaitingDecision(number, decision, byCaller, arm, arms, clientId, deadline, attribution, ids, value);
    }
}
