package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import java.util.random.RandomGenerator;

/**
 * The probability of every arm by Monte Carlo, for policies that do not know it: Thompson policies, whose decisions say
 * NaN. The same choice is made again and again with fresh draws, and counted.
 *
 * <pre>
 *   probability = count / draws                        without bias
 *   standard error = sqrt(q (1 - q) / draws),  q = (count + 1) / (draws + 2), so that it is never zero
 * </pre>
 *
 * <p>A policy with widths needs none of this: there the propensity of a decision is exact, and so is that of a warm-up or
 * while no scale of rewards is known. SGD-TS draws once for a whole batch, so within a batch its choice given the setting
 * is certain, and that is what is estimated.
 *
 * <p>For a weight 1/p with a relative error r, an arm of probability p needs about 1/(p r^2) draws; where p may be small, a
 * {@linkplain Options#floor floor} bounds what is needed.
 *
 * <p>Cost: one scoring of all arms per draw and, for a bandit, one step of its tuner, O(d^2).
 */
public final class PropensityEstimate {
    private final int[] counts;
    private final int draws;
    private final double floor;

    private PropensityEstimate(int[] counts, int draws, double floor) {
        this.counts = counts;
        this.draws = draws;
        this.floor = floor;
    }

    /**
     * How a policy would choose among arms at a setting.
     *
     * @param rng independent of the generator that the choice itself is made with
     */
    public static PropensityEstimate of(
            ExplorationPath policy, ActionSet arms, Setting setting, int draws, RandomGenerator rng) {
        Require.dimension(arms, policy.dimension());
        double explore = policy.space().require(setting).get(0);
        int[] counts = new int[arms.arms()];
        ScoredRound round = new ScoredRound();
        for (int i = 0; i < Require.positive("draws", draws); i++) {
            policy.score(arms, rng, round);
            counts[round.best(explore)]++;
        }
        return new PropensityEstimate(counts, draws, 0);
    }

    /**
     * How a bandit would choose among arms if asked now, its tuner's randomness and its floor included. To be called before
     * the {@code decide} in question; the bandit is left as it was.
     *
     * @param rng independent of the bandit's own generators
     */
    public static PropensityEstimate of(SelfTuningBandit bandit, ActionSet arms, int draws, RandomGenerator rng) {
        Require.dimension(arms, bandit.policy().dimension());
        int[] counts = bandit.chooser().tryOut(bandit.rounds() + 1, arms, Require.positive("draws", draws), rng);
        return new PropensityEstimate(counts, draws, bandit.chooser().floor());
    }

    /** The estimate for an arm. */
    public double probability(int arm) {
        return floor / counts.length + (1 - floor) * counts[checked(arm)] / draws;
    }

    /** The standard error of {@link #probability}. */
    public double standardError(int arm) {
        double q = (counts[checked(arm)] + 1.0) / (draws + 2.0);
        return (1 - floor) * Math.sqrt(q * (1 - q) / draws);
    }

    private int checked(int arm) {
        if (arm < 0 || arm >= counts.length) {
            throw new IllegalArgumentException("arm = " + arm + " is not one of the " + counts.length + " arms");
        }
        return arm;
    }
}
