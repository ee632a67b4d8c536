package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Increment;
import dev.attune.api.PathTuner;
import dev.attune.api.Policy;
import dev.attune.api.ScoredRound;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpointed;
import dev.attune.state.Snapshot;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A policy whose hyperparameters are chosen anew in every round: Algorithm 2 (CDT) of Kang, Hsieh and Lee (2024) for any policy and tuner.
 *
 * <pre>
 *   rounds 1..T1: a random arm
 *   then each round: suggestion of the tuner -> policy -> decision
 *   reward: the policy learns it, then the tuner is paid
 * </pre>
 *
 * <p>The decision carries its own credit: rewards may come late, in any order, in batches, or never, and nothing here grows with the number
 * of decisions under way. A reward counts as often as it is given; telling duplicates apart is the caller's concern, as is keeping decisions.
 *
 * <p>Deterministic: decisions are a function of the seed and of the calls so far, in their order. Single writer: calls on
 * one object must not overlap; {@link ConcurrentBandit} serves many threads.
 */
public final class SelfTuningBandit implements Checkpointed {
    private final Policy policy;
    private final TopLayer top;
    private final Learner learner;
    private final RoundRandom rng;
    private final ScoredRound scored = new ScoredRound();
    private final Chooser chooser;
    private long seed;
    private long t;
    private Optional<Snapshot> undo = Optional.empty(); // the top layer as it is, if a round was just taken back

    private SelfTuningBandit(Policy policy, TopLayer top, Options options) {
        this.policy = policy;
        this.top = top;
        this.learner = new Learner(policy, top, options.rewards);
        this.seed = options.seed;
        this.rng = new RoundRandom(seed, 0);
        this.chooser = new Chooser(policy, top, options);
    }

    /** Any policy with a tuner of its whole space. */
    public static SelfTuningBandit of(Policy policy, Tuner tuner, Options options) {
        policy.space().require(tuner.space().preset());
        return new SelfTuningBandit(policy, new TunedSetting(policy, tuner, options.scale(policy)), options);
    }

    /** A policy with an exploration path, its other hyperparameters at their presets. */
    public static SelfTuningBandit of(ExplorationPath policy, PathTuner path, Options options) {
        return of(policy, path, new Fixed(policy.space().preset()), options);
    }

    /**
     * A path tuner for the exploration rate and a tuner for the policy's other hyperparameters, both at once.
     *
     * @param rest suggests settings of the whole space, of which the exploration rate is not used
     */
    public static SelfTuningBandit of(ExplorationPath policy, PathTuner path, Tuner rest, Options options) {
        policy.space().require(rest.space().preset());
        return new SelfTuningBandit(policy, new TunedPath(policy, path, rest, options.scale(policy)), options);
    }

    /**
     * Chooses an arm.
     *
     * @throws IllegalArgumentException if the arms do not fit; nothing has changed then
     */
    public Decision decide(ActionSet arms) {
        policy.check(arms);
        long round = begin(arms);
        rng.reset(seed, round);
        chooser.score(round, arms, scored, rng);
        return chooser.finish(round, arms, scored, rng);
    }

    /**
     * Chooses an arm as {@link #decide} does, and keeps the round only if the choice is accepted. Otherwise the bandit is as it was, round
     * number included, and the next round draws the same numbers, as replaying a log needs where it cannot tell the reward of the choice.
     *
     * @param accept whether the reward of a decision is to be had; must not call this bandit
     * @return the decision if it was accepted
     */
    public Optional<Decision> decideIf(ActionSet arms, Predicate<Decision> accept) {
        Snapshot before = undo.orElseGet(() -> Snapshot.of(top));
        Decision decision = decide(arms);
        if (accept.test(decision)) {
            return Optional.of(decision);
        }
        before.restore(top);
        undo = Optional.of(before); // the next round may be refused as well
        t--;
        return Optional.empty();
    }

    /**
     * Takes note of a choice that somebody else made, for {@link #learn(Decision, double)}; no round is counted.
     *
     * @return the choice as a decision of round 0
     * @throws IllegalArgumentException if the arms do not fit; nothing has changed then
     */
    public Decision observe(ActionSet arms, int arm) {
        policy.check(arms);
        double[] x = arms.features(arm);
        undo = Optional.empty();
        top.offered(arms);
        return new Decision(0, arm, x, Double.NaN, Suggestion.of(policy.space().preset()), false);
    }

    /**
     * Learns the reward of a choice that {@link #observe} took note of. The tuner is not paid for what it did not choose.
     *
     * @throws IllegalArgumentException if the reward does not fit; nothing has changed then
     */
    public void learn(Decision observed, double y) {
        learner.requireObservation(observed, y);
        undo = Optional.empty();
        learner.observed(observed, y);
    }

    /**
     * Learns from a choice that somebody else made, such as the policy that wrote a log: {@link #observe} and its reward at once.
     *
     * @throws IllegalArgumentException if the arms or the reward do not fit; nothing has changed then
     */
    public void learn(ActionSet arms, int arm, double y) {
        learner.requireReward(y);
        learn(observe(arms, arm), y);
    }

    /** What becomes of rewards. */
    Learner learner() {
        return learner;
    }

    /** Counts a round and takes note of the arms on offer; the round's number. */
    long begin(ActionSet arms) {
        undo = Optional.empty();
        top.offered(arms);
        return ++t;
    }

    /** What chooses the arms of a round. */
    Chooser chooser() {
        return chooser;
    }

    /**
     * Learns the reward of a decision.
     *
     * @throws IllegalArgumentException if the reward is not a number or outside the declared range, or the decision is of
     *     another bandit; nothing has changed then
     */
    public void reward(Decision decision, double y) {
        learner.requireObservation(decision, y);
        undo = Optional.empty();
        learner.rewarded(decision, y);
    }

    /** Says that a decision will never be rewarded, so that nothing waits for it. */
    public void expire(Decision decision) {
        undo = Optional.empty();
        if (decision.tuned()) {
            top.expired(decision);
        }
    }

    /**
     * An increment of nothing, for replicas of this bandit.
     *
     * @throws IllegalArgumentException if it cannot have any: the policy's statistics do not add up, or the tuner must be paid for each
     *     decision
     */
    public Increment increment() {
        return learner.increment();
    }

    /**
     * Makes it a replica: from now on it counts rewards in the increment, for another bandit to {@link #merge}, and does not learn them.
     * What it has gathered is not part of its state.
     *
     * @param increment of {@link #increment}; in place of the one before
     * @param replicas how many there are, this one included
     * @throws IllegalArgumentException as {@link #increment} does, or if it is of another kind of bandit
     */
    public void gatherInto(Increment increment, int replicas) {
        learner.gatherInto(increment, replicas);
    }

    /**
     * Learns what replicas have gathered.
     *
     * @throws IllegalArgumentException as {@link #increment} does, or if it is of another kind of bandit; nothing has changed then
     */
    public void merge(Increment increment) {
        learner.merge(increment);
        undo = Optional.empty();
    }

    /**
     * Goes on with the model and prior of another bandit, to which replicas are merged. Seed, rounds, decisions under way and what was
     * gathered stay its own.
     *
     * @throws IllegalArgumentException if that is of another kind; nothing has changed then
     */
    public void adopt(SelfTuningBandit merged) {
        if (!stateName().equals(merged.stateName()) || policy.dimension() != merged.policy.dimension()) {
            throw new IllegalArgumentException("a " + stateName() + " of dimension " + policy.dimension()
                    + " cannot go on as a " + merged.stateName() + " of dimension " + merged.policy.dimension());
        }
        undo = Optional.empty();
        learner.adopt(merged.learner);
    }

    /**
     * Goes on with other random numbers, so that copies of one bandit do not all draw the same ones.
     *
     * @param newSeed what all random draws are keyed by from now on
     * @param round number of decisions so far
     */
    public void reseed(long newSeed, long round) {
        if (round < 0) {
            throw new IllegalArgumentException("round = " + round + " must not be negative");
        }
        undo = Optional.empty();
        seed = newSeed;
        t = round;
    }

    /** The seed that all random draws are keyed by. */
    public long seed() {
        return seed;
    }

    /** Number of decisions so far. */
    public long rounds() {
        return t;
    }

    /** The arms of the last decision as the policy scored them; empty for a policy without an exploration path. */
    public ScoredRound scored() {
        return scored;
    }

    /** What it saw in its last round. */
    public LastRound lastRound() {
        return chooser.lastRound();
    }

    /** The bottom layer. */
    public Policy policy() {
        return policy;
    }

    @Override
    public String stateName() {
        return "bandit of " + policy.stateName() + " and " + top.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        write(out, policy::writeState);
    }

    /** Writes state of a size that does not grow with rewards, if the policy has it, for those who choose by it. */
    void writeShared(StateWriter out) {
        write(out, learner::writeShared);
    }

    private void write(StateWriter out, Consumer<StateWriter> model) {
        out.writeLong(t);
        out.writeString(Long.toString(seed));
        model.accept(out);
        top.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        undo = Optional.empty();
        t = in.readTally();
        in.expect("seed", Long.toString(seed));
        policy.readState(in);
        top.readState(in);
    }
}
