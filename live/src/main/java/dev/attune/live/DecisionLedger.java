package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.journal.Decided;
import dev.attune.live.RefusedException.Reason;
import dev.attune.live.statistics.Attribution;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a bandit: those that wait for rewards, the answers that retries get, the rewards that were counted lately, and the
 * counters of all of them.
 */
final class DecisionLedger {
    private final RewardRules rules;
    private final RewardRange learnable;
    private final Policy policy;
    private final WaitingDecisions waiting;
    private final RememberedAnswers remembered = new RememberedAnswers();
    private final ClosedDecisions closed = new ClosedDecisions();
    private long decisions;
    private long learnt;
    private long expired;
    private long explored;
    private double regretProxy;

    DecisionLedger(RewardRules rules, DefinedBandit model) {
        this.rules = rules;
        this.learnable = model.definition().learnableRewards();
        this.policy = model.bandit().policy();
        this.waiting = new WaitingDecisions(policy.dimension());
    }

    long decisions() {
        return decisions;
    }

    long learnt() {
        return learnt;
    }

    BanditCounters counters(DefinedBandit model) {
        return new BanditCounters(
                decisions, learnt, expired, waiting.size(), explored, regretProxy, model.changes(), model.lastChange());
    }

    /** Returns the answer to an earlier request with this client id. */
    Optional<Answer> answered(String clientId) {
        return remembered.get(clientId);
    }

    /** Returns the answer to an earlier request; rejects an id that was used for the other kind of request. */
    Optional<Answer> answered(String clientId, boolean byCaller) {
        Optional<Answer> earlier = remembered.get(clientId);
        if (earlier.isPresent() && earlier.get().byCaller() != byCaller) {
            String used = byCaller ? "a decision" : "an observation";
            throw new RefusedException(Reason.CONFLICT, "id", "the id " + clientId + " was used for " + used);
        }
        return earlier;
    }

    /** Rejects more waiting decisions than fit. */
    void requireRoom(int more) {
        waiting.requireRoom(more);
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
        waiting.add(new WaitingDecision(
                event.decision(),
                made,
                event.byCaller(),
                arm,
                arms.size(),
                event.clientId(),
                time + Math.min(rules.window().toMillis(), Long.MAX_VALUE - time),
                attribution));
        Answer answer = new Answer(
                event.decision(),
                position,
                event.round(),
                arm,
                event.propensity(),
                made.suggestion().setting(),
                Arrays.stream(event.ranking()).mapToObj(k -> arms.get(k).id()).toList(),
                false);
        remembered.add(event.clientId(), answer, waiting::contains);
        return answer;
    }

    /** Returns the outcome of a reward; {@link RewardOutcome#COUNTED} if it can be gathered. */
    RewardOutcome outcome(long decision, String rewardId, long now) {
        if (decision < 1 || decision > decisions) {
            return RewardOutcome.UNKNOWN;
        }
        WaitingDecision waits = waiting.get(decision);
        if (waits == null) {
            return closed.outcome(decision, rewardId);
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
            waiting.requireRoomForRewardId(waits);
        }
        return RewardOutcome.COUNTED;
    }

    /** Adds a reward to its decision, which must wait. */
    WaitingDecision gather(long decision, String rewardId, double value) {
        WaitingDecision waits = waiting.get(decision);
        if (waits == null) {
            throw new IllegalStateException("decision " + decision + " does not wait for a reward");
        }
        waiting.gather(waits, rules.aggregation(), rewardId, value);
        return waits;
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
        waiting.remove(waits);
        closed.add(waits, rules.learning() == Learning.AT_ONCE);
        remembered.closed(waits.clientId);
    }

    /** Returns a waiting decision; null if it does not wait. */
    @Nullable
    WaitingDecision find(long decision) {
        return waiting.get(decision);
    }

    @Nullable
    WaitingDecision oldest() {
        return waiting.oldest();
    }

    /** Returns all waiting decisions, the oldest first. */
    List<WaitingDecision> waiting() {
        return waiting.all();
    }

    /** Returns the waiting decisions that chose an arm, the oldest first. */
    List<WaitingDecision> waitingFor(String arm) {
        return waiting.of(arm);
    }

    int waitingCount() {
        return waiting.size();
    }

    /** Returns when the window of the oldest waiting decision ends; {@link Long#MAX_VALUE} if none waits. */
    long nextDeadline() {
        WaitingDecision oldest = waiting.oldest();
        return oldest == null ? Long.MAX_VALUE : oldest.deadline;
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

    void writeDecisions(StateWriter out) {
        waiting.write(out);
        remembered.write(out);
        closed.write(out);
    }

    void readDecisions(int layout, StateReader in) {
        waiting.read(policy, decisions, layout, in);
        remembered.read(policy.space(), waiting, in);
        closed.read(in);
    }
}
