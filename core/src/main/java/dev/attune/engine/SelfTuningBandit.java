package dev.attune.engine;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelBank;
import dev.attune.api.Options;
import dev.attune.api.PathTuner;
import dev.attune.api.Policy;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.api.Tuning;
import dev.attune.api.UniformShare;
import dev.attune.math.RoundRandom;
import dev.attune.model.EvidencePrior;
import dev.attune.state.Checkpointed;
import dev.attune.state.Snapshot;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RewardScale;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A policy whose hyperparameters are chosen in every round: Algorithm 2 (CDT) of Kang, Hsieh and Lee (2024), for any policy and tuner.
 *
 * <pre>
 *   rounds 1..T1:     a random arm                                                  line 2
 *   then each round:  suggestion h of the tuner -> policy with h -> arm             lines 4-6
 *   reward y:         the tuner is paid y for h, the policy learns (x, y, h)        lines 7-8
 * </pre>
 *
 * <p>The top layer has one of two forms. By setting: a {@link Tuner} suggests a whole setting before the arms are compared. On the path: a {@link
 * PathTuner} reads the means and bonuses of the round and chooses an arm on the exploration path, and with it the exploration rate; the other
 * hyperparameters come from a tuner of settings, and the prior precision of the model from the evidence of its rewards.
 *
 * <p>A pull carries its own credit: rewards may arrive late, in any order, in batches, or never, and nothing here grows with the number of pulls
 * that wait, except for policies that keep a setting for several rounds ({@link HeldSuggestion}). A reward counts as often as it is given.
 *
 * <p>Deterministic: decisions are a function of the seed and of the calls so far, in their order. Single writer: calls on one object must not
 * overlap, except for the scoring of a {@link PreparedRound}.
 */
public final class SelfTuningBandit implements Checkpointed {
    private static final long ARMS_OF_CANDIDATES = 2000; // that set the scale of a candidate's prior

    private final Policy policy;
    private final Optional<ExplorationPath> scorer;
    private final Optional<PathTuner> path; // chooses on the exploration path, if there is such a tuner
    private final Tuner settings; // of all hyperparameters; beside a path tuner, of all but the exploration rate
    private final boolean settingsLearn;
    private final HeldSuggestion held;
    private final RewardScale scale;
    private final EvidencePrior prior = new EvidencePrior();
    private final List<EvidencePrior> priorsOfCandidates = new ArrayList<>(); // one for each, if there are candidates
    private final ScoredRound scratch = new ScoredRound();
    private final boolean givenPrior;
    private final TopLayer top = new TopLayer();
    private final RewardRange rewards;
    private final long warmup; // T1
    private final RoundRandom rng;
    private final ScoredRound scored = new ScoredRound();
    private final LastRound last = new LastRound();
    private UniformShare uniformShare;
    private long seed;
    private long t;
    private Optional<Snapshot> undo = Optional.empty(); // the top layer as it is, if a round was just taken back

    private SelfTuningBandit(Policy policy, Tuning tuning, Options options) {
        this.policy = policy;
        this.scorer = policy.path();
        this.path = tuning.path();
        if (path.isPresent() && scorer.isEmpty()) {
            throw new IllegalArgumentException(
                    "the tuner needs a policy with an exploration path, which " + policy.stateName() + " has not");
        }
        this.settings =
                tuning.settings().orElseGet(() -> new Fixed(policy.space().preset()));
        this.settingsLearn = tuning.settings().isPresent();
        this.held = new HeldSuggestion(settings, policy.holdRounds(), settingsLearn);
        this.scale = tuning.rawRewards() ? RewardScale.none() : scale(options.rewards(), policy);
        this.givenPrior = tuning.givenPrior() || path.isEmpty();
        scorer.flatMap(of -> of.posterior().bank()).ifPresent(bank -> {
            for (int c = 0; c < bank.candidates(); c++) {
                priorsOfCandidates.add(new EvidencePrior(ARMS_OF_CANDIDATES));
            }
        });
        this.rewards = options.rewards();
        long random = Math.max(tuning.warmup() > 0 ? tuning.warmup() : options.warmup(), policy.warmupRounds());
        long batch = policy.holdRounds();
        this.warmup = (random + batch - 1) / batch * batch; // whole batches: no setting changes within one
        this.uniformShare = options.uniformShare();
        this.seed = options.seed();
        this.rng = new RoundRandom(seed, 0);
    }

    /**
     * Returns a bandit of a policy and what tunes it.
     *
     * @throws IllegalArgumentException if the tuner is for other hyperparameters, or the policy has no exploration path that it needs
     */
    public static SelfTuningBandit of(Policy policy, Tuning tuning, Options options) {
        tuning.settings()
                .ifPresent(tuner -> policy.space().require(tuner.space().preset()));
        return new SelfTuningBandit(policy, tuning, options);
    }

    /** Returns a bandit whose whole setting is chosen by a tuner. */
    public static SelfTuningBandit of(Policy policy, Tuner tuner, Options options) {
        return of(policy, Tuning.of(tuner), options);
    }

    /** Returns a bandit whose exploration rate is chosen on the path; its other hyperparameters keep their presets. */
    public static SelfTuningBandit of(Policy policy, PathTuner tuner, Options options) {
        return of(policy, Tuning.of(tuner), options);
    }

    /** The declared range, or the policy's own if it is narrower than the reals, or a scale to be learnt. */
    private static RewardScale scale(RewardRange declared, Policy policy) {
        RewardRange range = declared.equals(RewardRange.REALS) ? policy.rewards() : declared;
        boolean open = range.equals(RewardRange.REALS) || range.equals(RewardRange.NON_NEGATIVE);
        return open ? RewardScale.learnt() : RewardScale.declared(range);
    }

    // --- a round
    // ---------------------------------------------------------------------------------------------------------

    /**
     * Chooses an arm.
     *
     * @throws IllegalArgumentException if the arms do not fit; nothing has changed then
     */
    public Pull decide(ActionSet arms) {
        policy.check(arms);
        long round = ++t;
        offered(arms);
        rng.reset(seed, round);
        score(round, arms, scored, rng);
        return choose(round, arms, scored, rng);
    }

    /**
     * Starts a round whose arms may be scored elsewhere; {@link PreparedRound#finish} ends it.
     *
     * @throws IllegalArgumentException if the arms do not fit; nothing has changed then
     */
    public PreparedRound prepare(ActionSet arms) {
        policy.check(arms);
        undo = Optional.empty();
        return new PreparedRound(this, ++t, arms, learnt());
    }

    /** Returns whether a reward was learnt. Until then the arms on offer may set the prior. */
    public boolean learnt() {
        return scorer.isEmpty() || scorer.get().posterior().count() > 0;
    }

    /** Notes the arms on offer, before they are scored. */
    void offered(ActionSet arms) {
        undo = Optional.empty();
        if (!givenPrior) {
            posterior().prior().ifPresent(model -> prior.offered(arms, model));
            posterior().bank().ifPresent(bank -> {
                for (int c = 0; c < bank.candidates(); c++) {
                    offered(arms, bank, c);
                }
            });
        }
    }

    private void offered(ActionSet arms, ModelBank bank, int candidate) {
        EvidencePrior own = priorsOfCandidates.get(candidate);
        bank.posterior(candidate)
                .flatMap(Posterior::prior)
                .filter(own::looksAtArms)
                .ifPresent(model -> own.offered(bank.design(candidate, arms, scratch), model));
    }

    private Posterior posterior() {
        return scorer.orElseThrow().posterior();
    }

    /** Computes mean and bonus of every arm, if the policy has an exploration path. */
    void score(long round, ActionSet arms, ScoredRound into, RandomGenerator generator) {
        if (round > warmup && scorer.isPresent()) {
            scorer.get().score(arms, generator, into);
        }
    }

    /** Chooses among scored arms; the generator is the one that they were scored with. */
    Pull choose(long round, ActionSet arms, ScoredRound scores, RandomGenerator generator) {
        if (round <= warmup) { // line 2: a random arm
            int arm = generator.nextInt(arms.arms());
            last.warmup(arms.arms());
            Suggestion none = Suggestion.of(policy.space().preset());
            return new Pull(round, arm, arms.arms(), arms.features(arm), 1.0 / arms.arms(), none, false);
        }
        Setting setting = held.next(round - warmup, arms, generator).setting(); // line 4: the setting of this round
        double explore = Double.NaN;
        int arm; // line 6: the arm
        if (path.isPresent()) {
            PathTuner.PathChoice choice = path.get().choose(arms, scores, posterior(), generator);
            explore = Math.min(
                    choice.explore(), policy.space().parameters().get(0).max());
            arm = choice.arm();
        } else if (scorer.isPresent()) {
            arm = scores.best(policy.space().require(setting).get(0));
        } else {
            arm = policy.select(arms, setting, generator);
        }
        double share = uniformShare.at(round);
        boolean uniform = share > 0 && generator.nextDouble() < share;
        if (uniform) {
            arm = generator.nextInt(arms.arms());
        }
        last.chosen(arms.arms(), scores, share, uniform);
        double[] x = arms.features(arm);
        return new Pull(round, arm, arms.arms(), x, last.propensity(arm), credit(x, explore), true);
    }

    /** The setting and memo of the last choice, given the features of the arm that was pulled in the end. */
    private Suggestion credit(double[] x, double explore) {
        Suggestion inForce = held.decided();
        if (path.isEmpty()) {
            return inForce;
        }
        Setting setting = policy.space().with(inForce.setting(), 0, explore);
        double[] memo = path.get().decided(x, posterior());
        return new Suggestion(
                setting, settingsLearn ? new JointMemo(memo, inForce.setting().get(0), inForce.memo()).encode() : memo);
    }

    /** The probability with which the last choice could have been an arm, uniform share aside; NaN where it is not known. */
    private double propensity(int arm, ScoredRound scores) {
        if (path.isPresent()) {
            return path.get().propensity(arm);
        }
        if (scorer.isEmpty() || settings.candidates() == 0 || scores.drawn()) {
            return Double.NaN;
        }
        double mass =
                0; // of the candidates at which the policy would have chosen this arm: exact where bonuses are widths
        for (int i = 0; i < settings.candidates(); i++) {
            if (scores.best(settings.candidate(i).get(0)) == arm) {
                mass += settings.probability(i);
            }
        }
        return Math.min(1, mass);
    }

    /**
     * Chooses an arm as {@link #decide} does, and keeps the round only if the choice is accepted. Otherwise the bandit is as it was, round number
     * included, and the next round draws the same numbers, as replaying a log needs where it has no reward of the choice.
     *
     * @param accept whether the reward of a choice is available; must not call this bandit
     * @return the choice if it was accepted
     */
    public Optional<Pull> decideIf(ActionSet arms, Predicate<Pull> accept) {
        Snapshot before = undo.orElseGet(() -> Snapshot.of(top));
        Pull pull = decide(arms);
        if (accept.test(pull)) {
            return Optional.of(pull);
        }
        before.restore(top);
        undo = Optional.of(before); // the next round may be rejected as well
        t--;
        return Optional.empty();
    }

    // --- rewards
    // ---------------------------------------------------------------------------------------------------------

    /**
     * Learns the reward of a pull.
     *
     * @throws IllegalArgumentException if the reward is not a number or outside the declared range, or the pull is of another bandit; nothing
     *     has changed then
     */
    public void reward(Pull pull, double y) {
        requireObservation(pull, y);
        undo = Optional.empty();
        double[] memo = pull.tuned() ? memoOfPath(pull) : new double[0];
        if (pull.tuned() && settingsLearn) {
            held.rewarded(ofSettings(pull), scale.toUnit(y)); // line 8: the tuner is paid
        }
        policy.update(pull.x(), y, pull.suggestion().setting(), pull.likelihood()); // line 7: the policy learns
        if (pull.tuned() && path.isPresent()) {
            path.get().rewarded(pull.x(), memo, y, posterior());
            priorLearns();
        }
    }

    /** The part of a pull's memo that the path tuner wrote, checked before anything changes. */
    private double[] memoOfPath(Pull pull) {
        double[] memo = pull.suggestion().memo();
        if (path.isEmpty()) {
            return memo;
        }
        double[] own = settingsLearn ? JointMemo.decode(memo).ofPath : memo;
        path.get().check(own);
        return own;
    }

    /** What the tuner of settings suggested for a pull. */
    private Suggestion ofSettings(Pull pull) {
        Suggestion suggestion = pull.suggestion();
        if (path.isEmpty()) {
            return suggestion;
        }
        JointMemo memo = JointMemo.decode(suggestion.memo());
        return new Suggestion(settings.space().with(suggestion.setting(), 0, memo.explore), memo.ofOthers);
    }

    private void priorLearns() {
        if (!givenPrior) {
            posterior().prior().ifPresent(prior::rewarded);
            posterior().bank().ifPresent(bank -> {
                for (int c = 0; c < bank.candidates(); c++) {
                    bank.posterior(c).flatMap(Posterior::prior).ifPresent(priorsOfCandidates.get(c)::rewarded);
                }
            });
        }
    }

    /** Releases a pull that will never be rewarded. */
    public void expire(Pull pull) {
        undo = Optional.empty();
        if (pull.tuned()) {
            double[] memo = memoOfPath(pull);
            path.ifPresent(tuner -> tuner.expired(pull.x(), memo, posterior()));
            if (settingsLearn) {
                held.expired(ofSettings(pull));
            }
        }
    }

    /**
     * Notes a choice that the caller made, for {@link #learn(Pull, double)}; no round is counted.
     *
     * @return the choice as a pull of round 0
     * @throws IllegalArgumentException if the arms do not fit; nothing has changed then
     */
    public Pull observe(ActionSet arms, int arm) {
        policy.check(arms);
        double[] x = arms.features(arm);
        offered(arms);
        return new Pull(
                0, arm, arms.arms(), x, Double.NaN, Suggestion.of(policy.space().preset()), false);
    }

    /**
     * Learns the reward of a choice that {@link #observe} noted. The tuner is not paid for what it did not choose.
     *
     * @throws IllegalArgumentException if the reward does not fit; nothing has changed then
     */
    public void learn(Pull observed, double y) {
        requireObservation(observed, y);
        undo = Optional.empty();
        policy.update(observed.x(), y, observed.suggestion().setting());
        priorLearns();
    }

    /** Rejects a reward that no pull could have earned. */
    void requireReward(double y) {
        rewards.require(y);
        policy.rewards().require(y);
    }

    private void requireObservation(Pull pull, double y) {
        requireReward(y);
        Require.observation(policy, pull.x(), y, pull.suggestion().setting());
    }

    // --- state
    // -----------------------------------------------------------------------------------------------------------

    /** Changes the share of rounds with a uniformly random arm, from the next round on. */
    public void uniformShare(UniformShare share) {
        uniformShare = share;
    }

    /**
     * Continues with other random numbers, so that copies of one bandit do not all draw the same ones.
     *
     * @param newSeed key of all random draws from now on
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

    /** Returns the key of all random draws. */
    public long seed() {
        return seed;
    }

    /** Returns the number of decisions so far. */
    public long rounds() {
        return t;
    }

    /** Returns the arms of the last decision as the policy scored them; empty for a policy without an exploration path. */
    public ScoredRound scored() {
        return scored;
    }

    /** Returns what happened in the last round. */
    public LastRound lastRound() {
        return last;
    }

    /** Returns the bottom layer. */
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

    /** Writes state that suffices to choose, of a size that does not grow with the number of rewards. */
    void writePublished(StateWriter out) {
        write(out, policy::writePublished);
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

    /** What happened in the last round, for explanations. A live view: valid until the bandit is called again. */
    public final class LastRound {
        private ScoredRound round = new ScoredRound();
        private int arms;
        private boolean warmup = true;
        private double share;
        private boolean uniform;

        private LastRound() {}

        private void warmup(int offered) {
            arms = offered;
            warmup = true;
            uniform = false;
        }

        private void chosen(int offered, ScoredRound scores, double uniformShare, boolean byUniformShare) {
            arms = offered;
            round = scores;
            warmup = false;
            share = uniformShare;
            uniform = byUniformShare;
        }

        /** Returns whether every arm has a mean and a bonus; not in the warm-up, and not by a policy without an exploration path. */
        public boolean scored() {
            return !warmup && scorer.isPresent();
        }

        /** Returns the estimated value of each arm; only of a scored round. The array may be longer than the number of arms. */
        public double[] means() {
            return round.mean();
        }

        /** Returns what one unit of exploration added to each arm when it was chosen; only of a scored round. */
        public double[] bonuses() {
            return path.isPresent() ? path.get().bonuses(round) : round.bonus();
        }

        /** Returns the arm with the largest mean, the first of equals; only of a scored round. */
        public int greedy() {
            return round.best(0);
        }

        /** Returns a copy of what the tuner has learnt about the hyperparameters, up to this round and the rewards since. */
        public TunerMap tunerMap() {
            return path.isPresent() ? new TunerMap.OnPath() : settings.map();
        }

        /** Returns whether it was a round of the warm-up, in which the arm is random. */
        public boolean warmup() {
            return warmup;
        }

        /** Returns the uniform share of the round; not of the warm-up, in which every arm is random. */
        public double uniformShare() {
            return share;
        }

        /** Returns whether the arm was drawn by the uniform share. */
        public boolean uniform() {
            return uniform;
        }

        /** Returns the probability with which an arm could have been chosen, uniform share included; NaN where it is not known. */
        public double propensity(int arm) {
            return warmup ? 1.0 / arms : share / arms + (1 - share) * SelfTuningBandit.this.propensity(arm, round);
        }
    }

    /** The state of the top layer: what a round changes, and what a rejected round takes back. */
    private final class TopLayer implements Checkpointed {
        @Override
        public String stateName() {
            return path.map(tuner -> "path of " + tuner.stateName() + " with " + settings.stateName())
                    .orElseGet(() -> "setting of " + settings.stateName());
        }

        @Override
        public void writeState(StateWriter out) {
            path.ifPresent(tuner -> tuner.writeState(out));
            settings.writeState(out);
            scale.writeState(out);
            if (path.isPresent()) {
                prior.writeState(out);
                priorsOfCandidates.forEach(of -> of.writeState(out));
            }
            held.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            path.ifPresent(tuner -> tuner.readState(in));
            settings.readState(in);
            scale.readState(in);
            if (path.isPresent()) {
                prior.readState(in);
                priorsOfCandidates.forEach(of -> of.readState(in));
            }
            held.readState(in);
        }
    }

    /** The memos of a path tuner and of the tuner of the other hyperparameters, with the exploration rate that the latter suggested. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record JointMemo(double[] ofPath, double explore, double[] ofOthers) {
        double[] encode() {
            double[] memo = new double[2 + ofPath.length + ofOthers.length];
            memo[0] = ofPath.length;
            System.arraycopy(ofPath, 0, memo, 1, ofPath.length);
            memo[1 + ofPath.length] = explore;
            System.arraycopy(ofOthers, 0, memo, 2 + ofPath.length, ofOthers.length);
            return memo;
        }

        static JointMemo decode(double[] memo) {
            if (memo.length < 2 || !(memo[0] >= 0 && memo[0] <= memo.length - 2)) {
                throw new IllegalArgumentException(
                        "the memo of the decision is not of two tuners: another bandit made it");
            }
            int start = 1 + (int) memo[0];
            return new JointMemo(
                    Arrays.copyOfRange(memo, 1, start), memo[start], Arrays.copyOfRange(memo, start + 1, memo.length));
        }
    }

    /**
     * A tuner's suggestion, in force for as many rounds as the policy keeps a setting. A policy that keeps it for one round pays the tuner with
     * every reward. One that works in batches pays it the mean reward of a batch, once, when every pull of the batch was rewarded or released;
     * the memo then carries the number of the batch. Of more than {@value #MOST_BATCHES} open batches the oldest is paid with what it has.
     */
    private static final class HeldSuggestion {
        private static final int MOST_BATCHES = 64;

        private final Tuner tuner;
        private final int rounds;
        private final boolean inBatches;
        private Suggestion held;
        private int roundsLeft;
        private long batch; // number of the last batch that started, from 1
        private final ArrayDeque<Batch> open = new ArrayDeque<>(); // oldest first

        /** The rewards of one suggestion. */
        private static final class Batch {
            final long number;
            final Suggestion suggestion;
            int waiting; // pulls that were neither rewarded nor released
            int pulls;
            int count; // rewards
            double sum;

            Batch(long number, Suggestion suggestion) {
                this.number = number;
                this.suggestion = suggestion;
            }
        }

        HeldSuggestion(Tuner tuner, int rounds, boolean learns) {
            this.tuner = tuner;
            this.rounds = rounds;
            this.inBatches = learns && rounds > 1;
            this.held = Suggestion.of(tuner.space().preset());
        }

        /** Starts a round; asks the tuner if the last suggestion has had its rounds. */
        Suggestion next(long t, ActionSet arms, RandomGenerator rng) {
            if (roundsLeft == 0) {
                held = tuner.suggest(t, arms, rng);
                roundsLeft = rounds;
                if (inBatches) {
                    open.addLast(new Batch(++batch, held));
                    if (open.size() > MOST_BATCHES) {
                        pay(open.removeFirst());
                    }
                }
            }
            roundsLeft--;
            return held;
        }

        /** Returns the suggestion in force, as a pull carries it. */
        Suggestion decided() {
            if (!inBatches) {
                return held;
            }
            open.getLast().pulls++;
            open.getLast().waiting++;
            double[] memo = Arrays.copyOf(held.memo(), held.memo().length + 1);
            memo[memo.length - 1] = batch;
            return new Suggestion(held.setting(), memo);
        }

        void rewarded(Suggestion past, double unit) {
            if (!inBatches) {
                tuner.observe(past, unit);
                return;
            }
            batchOf(past).ifPresent(of -> {
                of.sum += unit;
                of.count++;
                settle(of);
            });
        }

        void expired(Suggestion past) {
            if (inBatches) {
                batchOf(past).ifPresent(this::settle);
            }
        }

        private void settle(Batch of) {
            of.waiting--;
            if (of.waiting <= 0 && of.pulls == rounds) {
                open.remove(of);
                pay(of);
            }
        }

        private void pay(Batch of) {
            if (of.count > 0) {
                tuner.observe(of.suggestion, of.sum / of.count);
            }
        }

        /** The batch of a pull, if it is still open. */
        private Optional<Batch> batchOf(Suggestion past) {
            int length = past.memo().length;
            double number = length == 0 ? Double.NaN : past.memo()[length - 1];
            if (!(number >= 1 && number <= batch && number == (long) number)) {
                throw new IllegalArgumentException(
                        "the memo of the decision names no batch of this bandit: another bandit made it");
            }
            return open.stream().filter(of -> of.number == (long) number).findFirst();
        }

        void writeState(StateWriter out) {
            out.writeInt(roundsLeft);
            write(held, out);
            if (inBatches) {
                out.writeLong(batch);
                out.writeInt(open.size());
                for (Batch of : open) {
                    out.writeLong(of.number);
                    write(of.suggestion, out);
                    out.writeInt(of.waiting);
                    out.writeInt(of.pulls);
                    out.writeInt(of.count);
                    out.writeDouble(of.sum);
                }
            }
        }

        private static void write(Suggestion suggestion, StateWriter out) {
            out.writeDoubles(suggestion.setting().toArray());
            out.writeInt(suggestion.memo().length);
            out.writeDoubles(suggestion.memo());
        }

        void readState(StateReader in) {
            roundsLeft = in.readCount(rounds);
            held = readSuggestion(in);
            open.clear();
            if (inBatches) {
                batch = in.readTally();
                int batches = in.readCount(MOST_BATCHES);
                for (int i = 0; i < batches; i++) {
                    Batch of = new Batch(in.readTally(), readSuggestion(in));
                    of.waiting = in.readCount(Integer.MAX_VALUE);
                    of.pulls = in.readCount(rounds);
                    of.count = in.readCount(Integer.MAX_VALUE);
                    of.sum = in.readDouble();
                    open.addLast(of);
                }
            }
        }

        private Suggestion readSuggestion(StateReader in) {
            double[] values = new double[tuner.space().size()];
            in.readDoubles(values);
            double[] memo = new double[in.readCount(in.remainingDoubles())];
            in.readDoubles(memo);
            return new Suggestion(tuner.space().setting(values), memo);
        }
    }
}
