package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.CandidateTuner;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.MappedTuner;
import dev.attune.api.Policy;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RewardScale;
import dev.attune.tuner.Scheduled;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A tuner that suggests a whole setting, kept for as many rounds as the policy wants to keep one. */
final class TunedSetting implements TopLayer {
    private final Policy policy;
    private final Tuner tuner;
    private final RewardScale scale;
    private final HeldSuggestion held;
    private ScoredRound scored = new ScoredRound(); // the last round, for its propensities

    TunedSetting(Policy policy, Tuner tuner, RewardScale scale) {
        this.policy = policy;
        this.tuner = tuner;
        this.scale = scale;
        this.held = new HeldSuggestion(tuner, policy.holdRounds());
    }

    @Override
    public int choose(long t, ActionSet arms, ScoredRound round, RandomGenerator rng) {
        Setting setting = held.next(t, arms, rng).setting();
        scored = round;
        return policy instanceof ExplorationPath
                ? round.best(policy.space().require(setting).get(0))
                : policy.select(arms, setting, rng);
    }

    /** The mass of the candidates at which the policy would have chosen this arm: exact where bonuses are widths. */
    @Override
    public double propensity(int arm) {
        if (!(policy instanceof ExplorationPath) || !(tuner instanceof CandidateTuner candidates) || scored.drawn()) {
            return Double.NaN;
        }
        double mass = 0;
        for (int i = 0; i < candidates.candidates(); i++) {
            if (scored.best(candidates.candidate(i).get(0)) == arm) {
                mass += candidates.probability(i);
            }
        }
        return Math.min(1, mass);
    }

    @Override
    public Suggestion decided(double[] x) {
        return held.inForce();
    }

    @Override
    public void rewarded(Decision decision, double reward) {
        tuner.observe(decision.suggestion(), scale.toUnit(reward));
        policy.update(decision.x(), reward, decision.suggestion().setting());
    }

    @Override
    public void requireUnpaid() {
        if (!(tuner instanceof Fixed || tuner instanceof Scheduled)) {
            throw Learner.mustBePaid(tuner);
        }
    }

    @Override
    public TunerMap map() {
        if (tuner instanceof MappedTuner mapped) {
            return mapped.map();
        }
        if (!(tuner instanceof CandidateTuner choice) || choice.candidates() < 2) {
            return new TunerMap.Blank();
        }
        return new TunerMap.Weighed(IntStream.range(0, choice.candidates())
                .mapToObj(i -> new TunerMap.Candidate(choice.candidate(i), choice.probability(i), Double.NaN))
                .toList());
    }

    @Override
    public void expired(Decision decision) {}

    @Override
    public String stateName() {
        return "setting of " + tuner.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        tuner.writeState(out);
        scale.writeState(out);
        held.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        tuner.readState(in);
        scale.readState(in);
        held.readState(in);
    }
}
