package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Increment;
import dev.attune.api.PathTuner;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.Suggestion;
import dev.attune.api.TunablePrior;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.model.EvidencePrior;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RewardScale;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A path tuner for the exploration rate and, for the policy's other hyperparameters, an ordinary tuner; and the prior of
 * the model tuned by evidence where it can be.
 */
final class TunedPath implements TopLayer {
    private final ExplorationPath policy;
    private final PathTuner path;
    private final Tuner rest;
    private final boolean othersLearn;
    private final RewardScale scale;
    private final EvidencePrior prior = new EvidencePrior();

    private final HeldSuggestion others;
    private Optional<Increment> gathered = Optional.empty(); // at a replica
    private int replicas; // with this one; 0 if it is none
    private double explore; // of the round under way, between choose and decided

    /**
     * Puts the layers together.
     *
     * @param rest suggests settings of the policy's whole space, of which the exploration rate is not used
     */
    TunedPath(ExplorationPath policy, PathTuner path, Tuner rest, RewardScale scale) {
        this.policy = policy;
        this.path = path;
        this.rest = rest;
        this.othersLearn = !(rest instanceof Fixed);
        this.scale = scale;
        this.others = new HeldSuggestion(rest, policy.holdRounds());
    }

    @Override
    public void offered(ActionSet arms) {
        if (policy.posterior() instanceof TunablePrior model) {
            gathered.ifPresentOrElse(into -> prior.offered(arms, model, into), () -> prior.offered(arms, model));
        }
    }

    @Override
    public int choose(long t, ActionSet arms, ScoredRound round, RandomGenerator rng) {
        others.next(t, arms, rng);
        if (replicas > 0) {
            path.share(replicas, t);
        }
        PathChoice choice = path.choose(arms, round, policy.posterior(), rng);
        explore = Math.min(choice.explore(), policy.space().parameters().get(0).max());
        return choice.arm();
    }

    @Override
    public double propensity(int arm) {
        return path.propensity(arm);
    }

    @Override
    public double[] bonuses(ScoredRound round) {
        return path.bonuses(round);
    }

    @Override
    public Suggestion decided(double[] x) {
        Setting setting = policy.space().with(others.inForce().setting(), 0, explore);
        double[] memo = path.decided(x, policy.posterior());
        return new Suggestion(setting, othersLearn ? join(memo, others.inForce()) : memo);
    }

    /** The path tuner's memo, then the other tuner's exploration rate and memo; the first number says where. */
    private static double[] join(double[] pathMemo, Suggestion others) {
        double[] memo = new double[2 + pathMemo.length + others.memo().length];
        memo[0] = pathMemo.length;
        System.arraycopy(pathMemo, 0, memo, 1, pathMemo.length);
        memo[1 + pathMemo.length] = others.setting().get(0);
        System.arraycopy(others.memo(), 0, memo, 2 + pathMemo.length, others.memo().length);
        return memo;
    }

    private double[] pathMemo(Decision decision) {
        double[] memo = decision.suggestion().memo();
        if (!othersLearn) {
            return memo;
        }
        if (memo.length < 2 || !(memo[0] >= 0 && memo[0] <= memo.length - 2)) {
            throw new IllegalArgumentException("the memo of the decision is not of two tuners: another bandit made it");
        }
        return Arrays.copyOfRange(memo, 1, 1 + (int) memo[0]);
    }

    private Suggestion othersOf(Decision decision) {
        double[] memo = decision.suggestion().memo();
        int start = 1 + (int) memo[0];
        Setting setting = rest.space().with(decision.suggestion().setting(), 0, memo[start]);
        return new Suggestion(setting, Arrays.copyOfRange(memo, start + 1, memo.length));
    }

    @Override
    public void rewarded(Decision decision, double reward) {
        double[] memo = pathMemo(decision);
        path.check(memo);
        if (othersLearn) {
            rest.observe(othersOf(decision), scale.toUnit(reward));
        }
        policy.update(decision.x(), reward, decision.suggestion().setting());
        path.rewarded(decision.x(), memo, reward, policy.posterior());
        taught();
    }

    @Override
    public void taught() {
        if (policy.posterior() instanceof TunablePrior model) {
            prior.rewarded(model);
        }
    }

    @Override
    public void requireUnpaid() {
        if (path.learnsFromRewards() || othersLearn) {
            throw Learner.mustBePaid(path.learnsFromRewards() ? path : rest);
        }
    }

    @Override
    public void gatherInto(Increment increment, int ofReplicas) {
        gathered = Optional.of(increment);
        replicas = ofReplicas;
    }

    @Override
    public void rewardedElsewhere(Decision decision, double reward) {
        double[] memo = pathMemo(decision);
        path.check(memo);
        path.rewarded(decision.x(), memo, reward, policy.posterior());
    }

    @Override
    public void merging(Increment increment) {
        if (policy.posterior() instanceof TunablePrior model) {
            prior.offered(increment, model);
        }
    }

    @Override
    public void replaced(TopLayer other) {
        prior.copyFrom(((TunedPath) other).prior);
        path.replaced(policy.posterior());
    }

    @Override
    public TunerMap map() {
        return new TunerMap.OnPath();
    }

    @Override
    public void expired(Decision decision) {
        double[] memo = pathMemo(decision);
        path.check(memo);
        path.expired(decision.x(), memo, policy.posterior());
    }

    @Override
    public String stateName() {
        return "path of " + path.stateName() + " with " + rest.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        path.writeState(out);
        rest.writeState(out);
        scale.writeState(out);
        prior.writeState(out);
        others.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        path.readState(in);
        rest.readState(in);
        scale.readState(in);
        prior.readState(in);
        others.readState(in);
    }
}
