package dev.attune.lab.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.Exponentials;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Exponential weights over exploration rates on a fine grid, every one of them paid in every round by a doubly robust
 * estimate.
 *
 * <pre>
 *   alpha_i = s g_i,  g = 0 and 0.01 .. 10 in equal factors ;  k_i = arm that alpha_i chooses
 *   p = (1-mix) softmax(eta L) + mix/n ;  i ~ p ;  arm k = k_i ;  P = sum of p_j over all j with k_j = k
 *   reward y:  r_j = m_{k_j} + [k_j = k] (y - m_k) / P          unbiased; the model's mean as control variate
 *   L_j += (r_j - mean r) / s ;  eta = sqrt(ln n / (1 + sum of the variance of r / s^2 under p))
 * </pre>
 *
 * <p>Without the control variate the estimate is far too noisy for gaps of a few percent between exploration rates.
 * Exact for policies with widths; for Thompson policies P is the probability given the draw, which is what the estimate
 * needs.
 *
 * <p>Cost per round: n arg-maxima over K arms, n = 25.
 *
 * <p>The estimate is that of Dudik, Langford, Li, "Doubly robust policy evaluation and learning", ICML 2011; the step
 * size that of Auer, Cesa-Bianchi, Gentile, "Adaptive and self-confident on-line learning algorithms", 2002.
 */
public final class DoublyRobustWeights implements PathTuner {
    private static final int SIZE = 25;
    private static final double LOW = 0.01;
    private static final double HIGH = 10;
    private static final double UNIFORM_SHARE = 0.05;

    private final double[] grid = new double[SIZE];
    private final double[] L = new double[SIZE]; // log weights, before eta
    private double variance; // summed

    // Of the last choice.
    private final double[] p = new double[SIZE];
    private final double[] scaled = new double[SIZE];
    private final int[] armOf = new int[SIZE];
    private final double[] meanOf = new double[SIZE];
    private int lastArms = 1;
    private double lastNoise;
    private boolean lastDrawn;
    private int lastArm;
    private double[] lastX = {}; // features of lastArm

    /** Creates a tuner that gives all exploration rates the same weight. */
    public DoublyRobustWeights() {
        for (int i = 1; i < SIZE; i++) {
            grid[i] = LOW * StrictMath.pow(HIGH / LOW, (i - 1.0) / (SIZE - 2));
        }
    }

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        lastArms = arms.arms();
        lastNoise = posterior.noise();
        lastDrawn = round.drawn();
        if (lastNoise == 0) { // no scale known yet
            lastArm = rng.nextInt(lastArms);
            return new PathChoice(lastArm, 0);
        }
        double eta = Math.sqrt(StrictMath.log(SIZE) / (1 + variance));
        for (int i = 0; i < SIZE; i++) {
            scaled[i] = eta * L[i];
        }
        double total = Exponentials.logSumExp(scaled, SIZE);
        double uniform = rng.nextDouble();
        int chosen = SIZE - 1;
        for (int i = 0; i < SIZE; i++) {
            p[i] = (1 - UNIFORM_SHARE) * StrictMath.exp(scaled[i] - total) + UNIFORM_SHARE / SIZE;
            armOf[i] = round.best(lastNoise * grid[i]);
            meanOf[i] = round.mean()[armOf[i]];
            uniform -= p[i];
            if (uniform < 0 && chosen == SIZE - 1) {
                chosen = i;
            }
        }
        lastArm = armOf[chosen];
        keepFeatures(arms);
        return new PathChoice(lastArm, lastNoise * grid[chosen]);
    }

    private void keepFeatures(ActionSet arms) {
        if (lastX.length != arms.dimension()) {
            lastX = new double[arms.dimension()];
        }
        for (int i = 0; i < lastX.length; i++) {
            lastX[i] = arms.byFeature()[i][lastArm];
        }
    }

    private double mass(int arm) {
        double mass = 0;
        for (int i = 0; i < SIZE; i++) {
            mass += armOf[i] == arm ? p[i] : 0;
        }
        return Math.min(1, mass);
    }

    @Override
    public double propensity(int arm) {
        if (lastNoise == 0) {
            return 1.0 / lastArms;
        }
        return lastDrawn ? Double.NaN : mass(arm);
    }

    /**
     * What a decision carries.
     *
     * @param noise s when it was made
     * @param probability P of the chosen arm
     * @param mean m of the chosen arm
     * @param means m of the arm that each exploration rate would have chosen
     * @param p probability of each exploration rate
     * @param same whether each exploration rate would have chosen the same arm
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Memo(double noise, double probability, double mean, double[] means, double[] p, boolean[] same) {
        static final int LENGTH = 3 + 3 * SIZE;

        double[] encode() {
            double[] memo = new double[LENGTH];
            memo[0] = noise;
            memo[1] = probability;
            memo[2] = mean;
            for (int i = 0; i < SIZE; i++) {
                memo[3 + i] = means[i];
                memo[3 + SIZE + i] = p[i];
                memo[3 + 2 * SIZE + i] = same[i] ? 1 : 0;
            }
            return memo;
        }

        static Memo decode(double[] memo) {
            if (memo.length != LENGTH) {
                throw new IllegalArgumentException("the memo of the decision has " + memo.length
                        + " numbers, this tuner writes " + LENGTH + ": another made it");
            }
            if (!(memo[0] > 0 && memo[1] > 0 && memo[1] <= 1)) {
                throw new IllegalArgumentException("the memo of the decision has noise = " + memo[0]
                        + " and probability = " + memo[1] + ", which this tuner cannot have written");
            }
            boolean[] same = new boolean[SIZE];
            for (int i = 0; i < SIZE; i++) {
                same[i] = memo[3 + 2 * SIZE + i] == 1;
            }
            return new Memo(
                    memo[0],
                    memo[1],
                    memo[2],
                    Arrays.copyOfRange(memo, 3, 3 + SIZE),
                    Arrays.copyOfRange(memo, 3 + SIZE, 3 + 2 * SIZE),
                    same);
        }

        /** Returns r_j less the mean of the chosen arm, over s, given (y - m_k) / P. */
        double relative(int j, double correction) {
            return (means[j] - mean + (same[j] ? 1 : 0) * correction) / noise;
        }
    }

    /**
     * Returns a memo, empty if a floor pulled another arm: that reward is not of a choice made here, and whether it happens
     * does not depend on which arm was chosen, so leaving it out keeps the estimate unbiased.
     */
    @Override
    public double[] decided(double[] x, Posterior posterior) {
        if (lastNoise == 0 || !Arrays.equals(x, lastX)) {
            return new double[0];
        }
        double mean = 0;
        boolean[] same = new boolean[SIZE];
        for (int i = 0; i < SIZE; i++) {
            same[i] = armOf[i] == lastArm;
            mean = same[i] ? meanOf[i] : mean;
        }
        return new Memo(lastNoise, mass(lastArm), mean, meanOf, p, same).encode();
    }

    @Override
    public void check(double[] memo) {
        if (memo.length != 0) {
            Memo.decode(memo);
        }
    }

    @Override
    public void rewarded(double[] x, double[] memo, double reward, Posterior posterior) {
        if (memo.length == 0) {
            return;
        }
        Memo past = Memo.decode(memo);
        double correction = (reward - past.mean) / past.probability;
        double mean = 0;
        double square = 0;
        for (int i = 0; i < SIZE; i++) {
            double r = past.relative(i, correction);
            mean = Math.fma(past.p[i], r, mean);
            square = Math.fma(past.p[i] * r, r, square);
        }
        variance += Math.max(0, square - mean * mean);
        for (int i = 0; i < SIZE; i++) {
            L[i] += past.relative(i, correction) - mean;
        }
    }

    @Override
    public String stateName() {
        return "DR weights/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDoubles(L);
        out.writeDouble(variance);
    }

    @Override
    public void readState(StateReader in) {
        in.readDoubles(L);
        variance = in.readDouble();
    }
}
