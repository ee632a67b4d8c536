package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.api.SparsePosterior;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The exploration of a policy that chooses among candidate models: by the value of information ({@link ValueOfInformation}) if the candidate that scored
 * the arms has a matrix of covariances, by a random scale of independent draws ({@link RandomScale}) if it has none.
 *
 * <p>Every candidate with covariances has a tuner of its own, which learns which decisions are pending, so that any of them can take the lead. Only
 * that of the leader looks at the arms.
 */
public final class LeaderExploration implements PathTuner {
    private static final ValueOfInformation SPARE = ValueOfInformation.ofShape(true, 1); // never used

    private final RandomScale draws = new RandomScale();
    private final ValueOfInformation[] values; // by candidate, those with covariances
    private final boolean[] started;
    private PathTuner last = draws;

    private LeaderExploration(int candidates) {
        values = new ValueOfInformation[candidates];
        Arrays.fill(values, SPARE);
        started = new boolean[candidates];
    }

    /**
     * Creates the tuner of a policy with this posterior.
     *
     * @throws IllegalArgumentException if it has no candidates
     */
    public static LeaderExploration of(Posterior posterior) {
        return new LeaderExploration(posterior
                .sparse()
                .filter(SparsePosterior::withCovariances)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Auto needs a policy with candidate models, such as the policy Auto"))
                .candidates());
    }

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        Optional<ActionSet> design = round.design();
        if (design.isEmpty()) {
            last = draws;
            return draws.choose(arms, round, posterior, rng);
        }
        Posterior leader = bank(posterior).posterior(round.candidate()).orElseThrow();
        ValueOfInformation tuner = of(round.candidate(), leader);
        last = tuner;
        return tuner.choose(design.get(), round, leader, rng);
    }

    private static SparsePosterior bank(Posterior posterior) {
        return posterior.sparse().orElseThrow();
    }

    /** Returns the tuner of a candidate, with as many coefficients as that has now. */
    private ValueOfInformation of(int candidate, Posterior posterior) {
        if (!started[candidate]) {
            values[candidate] = ValueOfInformation.of(posterior);
            started[candidate] = true;
        } else if (values[candidate].dimension() != posterior.blockDimension()) {
            values[candidate].resize(posterior.blockDimension());
        }
        return values[candidate];
    }

    @Override
    public double propensity(int arm) {
        return last.propensity(arm);
    }

    @Override
    public double[] bonuses(ScoredRound round) {
        return last.bonuses(round);
    }

    /** Returns the number of the arm's block, which candidates with a model for each arm share; 0 if it has none yet. */
    @Override
    public double[] decided(double[] x, Posterior posterior) {
        SparsePosterior bank = bank(posterior);
        double number = 0;
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                double[] z = bank.design(c, x);
                number = of.get().perArm() ? z[0] : number;
                of(c, of.get()).decided(z, of.get());
            } else {
                started[c] = false; // it is out for good
                values[c] = SPARE;
            }
        }
        return new double[] {number};
    }

    @Override
    public void check(double[] memo) {
        if (memo.length != 1 || !(memo[0] >= 0)) {
            throw new IllegalArgumentException("the memo of the decision is not one number: another tuner made it");
        }
    }

    @Override
    public void rewarded(double[] x, double[] memo, double reward, Posterior posterior) {
        SparsePosterior bank = bank(posterior);
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                double[] z = pulled(bank, c, of.get(), x, memo);
                of(c, of.get()).rewarded(z, WEIGHT, reward, of.get());
            }
        }
    }

    @Override
    public void expired(double[] x, double[] memo, Posterior posterior) {
        SparsePosterior bank = bank(posterior);
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                of(c, of.get()).expired(pulled(bank, c, of.get(), x, memo), WEIGHT, of.get());
            }
        }
    }

    private static final double[] WEIGHT = {1}; // of an observation of a linear model

    /** Returns the arm as a candidate sees it, with the block that it was pending in. */
    private static double[] pulled(SparsePosterior bank, int candidate, Posterior of, double[] x, double[] memo) {
        double[] z = bank.design(candidate, x);
        if (of.perArm()) {
            z[0] = memo[0];
        }
        return z;
    }

    @Override
    public String stateName() {
        return "leader exploration/1";
    }

    @Override
    public void writeState(StateWriter out) {
        for (int c = 0; c < started.length; c++) {
            out.writeFlag(started[c]);
            if (started[c]) {
                out.writeFlag(values[c].perArm());
                out.writeInt(values[c].dimension());
                values[c].writeState(out);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        for (int c = 0; c < started.length; c++) {
            started[c] = in.readFlag();
            if (started[c]) {
                boolean perArm = in.readFlag();
                values[c] = ValueOfInformation.ofShape(perArm, in.readCount(MOST_COEFFICIENTS));
                values[c].readState(in);
            }
        }
    }

    private static final int MOST_COEFFICIENTS = 1 << 14;
}
