package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.journal.Decided;
import dev.attune.live.RefusedException.Reason;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.statistics.Attribution;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The decisions of a bandit, by the rules of their rewards, and the counters of all of them. */
final class DecisionLedger {
    private final RewardRules rules;
    private final RewardRange learnable;
    private final Policy policy;
    private final WaitingLimits limits;
    private KeptDecisions kept;
    private boolean stored; // decisions are in a store
    private long decisions;
    private long learnt;
    private long expired;
    private long explored;
    private double regretProxy;

    DecisionLedger(RewardRules rules, DefinedBandit model) {
        this.rules = rules;
        this.learnable = model.definition().learnableRewards();
        this.policy = model.bandit().policy();
        this.limits = new WaitingLimits(policy.dimension());
        this.kept = new DecisionsInMemory(policy, rules.atOnce(), limits);
    }

    /** Keeps decisions in a store from now on, each until a time after its window. */
    void keepIn(DecisionStore store, Duration remember, long now) {
        kept = kept.withStore(store, remember, now);
        stored = true;
    }

    /** Returns whether decisions are in a store. */
    boolean stored() {
        return stored;
    }

    /** Returns the decisions that are still needed. */
    KeptDecisions kept() {
        return kept;
    }

    long decisions() {
        return decisions;
    }

    long learnt() {
        return learnt;
    }

    int waitingCount() {
        return limits.decisions();
    }

    BanditCounters counters(DefinedBandit model) {
        return new BanditCounters(
                decisions, learnt, expired, waitingCount(), explored, regretProxy, model.changes(), model.lastChange());
    }

    /** Returns the answer to an earlier request with this client id. */
    Optional<Answer> answered(String clientId) {
        return clientId.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(kept.answer(clientId)).map(Answer::again);
    }

    /** Returns the answer to an earlier request with the same id; rejects an id that was used for the other kind of request. */
    Optional<Answer> answered(LiveRequest request) {
        Optional<Answer> earlier = answered(request.clientId());
        if (earlier.isPresent() && earlier.get().byCaller() != request.byCaller()) {
            String used = request.byCaller() ? "a decision" : "an observation";
            throw new RefusedException(Reason.CONFLICT, "id", "the id " + request.clientId() + " was used for " + used);
        }
        return earlier;
    }

    /** Rejects more waiting decisions than fit. */
    void requireRoom(int more) {
        limits.require(more);
    }

    /** Adds what a scored decision gives up by the model's own estimates. */
    void explored(boolean exploring, double regret) {
        explored += exploring ? 1 : 0;
        regretProxy += regret;
    }

    /** Adds a decision, which waits for rewards from now on. */
    Answer open(Decided event, Pull made, List<Arm> arms, long position, long time, Attribution attribution) {
        decisions = event.decision();
        String arm = arms.get(made.arm()).id();
        long deadline = time + Math.min(rules.window().toMillis(), Long.MAX_VALUE - time);
        WaitingDecision waits = new WaitingDecision(decisions, deadline, made, arm, event.clientId(), attribution);
        Answer answer = new Answer(
                event.decision(),
                position,
                event.round(),
                arm,
                event.propensity(),
                made.suggestion().setting(),
                Arrays.stream(event.ranking()).mapToObj(k -> arms.get(k).id()).toList(),
                false);
        waits.answer = event.clientId().isEmpty() ? null : answer;
        limits.add(waits);
        kept.open(waits);
        return answer;
    }

    /**
     * Returns the outcome of a reward; {@link RewardOutcome#COUNTED} if it can be gathered.
     *
     * @param waits the decision; null if it does not wait
     */
    RewardOutcome outcome(long decision, @Nullable WaitingDecision waits, String rewardId, long now) {
        if (decision < 1 || decision > decisions) {
            return RewardOutcome.UNKNOWN;
        }
        if (waits == null) {
            List<String> rewardIds = kept.closedRewardIds(decision);
            if (rewardIds == null) {
                return RewardOutcome.LATE;
            }
            return rewardIds.contains(rewardId)
                    ? RewardOutcome.DUPLICATE
                    : rules.atOnce() ? RewardOutcome.NOT_FIRST : RewardOutcome.LATE;
        }
        if (waits.rewardIds().contains(rewardId)) {
            return RewardOutcome.DUPLICATE;
        }
        if (waits.deadline <= now) { // due, though not closed yet
            return RewardOutcome.LATE;
        }
        if (rules.aggregation() == Aggregation.FIRST && waits.value().isPresent()) {
            return RewardOutcome.NOT_FIRST;
        }
        if (!rewardId.isEmpty()) {
            limits.requireRewardId(waits);
        }
        return RewardOutcome.COUNTED;
    }

    /** Adds a reward to its decision. */
    void gather(WaitingDecision waits, String rewardId, double value) {
        limits.remove(waits);
        waits.add(rules.aggregation(), rewardId, value);
        limits.add(waits);
        kept.update(waits);
    }

    /** Returns what a decision earned when its window is over; empty if it had no reward and there is no default. */
    OptionalDouble earned(WaitingDecision waits) {
        OptionalDouble value = waits.value().isPresent() ? waits.value() : rules.defaultReward();
        return value.isPresent()
                ? OptionalDouble.of(Math.min(Math.max(value.getAsDouble(), learnable.low()), learnable.high()))
                : value;
    }

    /** Ends the wait of a decision, whose reward was learnt or which expired. */
    void close(WaitingDecision waits, boolean withReward) {
        if (withReward) {
            learnt++;
        } else {
            expired++;
        }
        limits.remove(waits);
        kept.close(waits);
    }

    void writeCounters(StateWriter out) {
        out.writeLong(decisions);
        out.writeLong(learnt);
        out.writeLong(expired);
        out.writeLong(explored);
        out.writeDouble(regretProxy);
    }

    void readCounters(StateReader in) {
        decisions = in.readTally();
        learnt = in.readTally();
        expired = in.readTally();
        explored = in.readTally();
        regretProxy = in.readDouble();
    }

    /**
     * Reads the decisions.
     *
     * @param inStore whether they are in a store
     */
    void readDecisions(boolean inStore, StateReader in) {
        stored = inStore;
        kept = inStore ? new DecisionsInStore(policy, rules.atOnce(), limits) : kept;
        kept.read(decisions, in);
    }
}
