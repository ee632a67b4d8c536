package dev.attune.lab.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.Scale;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.Argmax;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.model.RidgeModel;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * V-IDS: variance-based information-directed sampling for a linear model, by posterior samples.
 *
 * <pre>
 *   theta_1..theta_M ~ N(theta, (explore s)^2 V^-1)          s: estimated noise, M = 50
 *   Delta_a = mean of max_b x_b' theta_m  -  mean of x_a' theta_m          expected regret
 *   v_a     = variance over the best arm A* of E[x_a' theta | A*]            information about the best arm
 *   play from the distribution pi over arms that minimises (Delta' pi)^2 / (v' pi)
 * </pre>
 *
 * <p>The minimiser needs two arms at most, which {@link InformationRatio} finds.
 *
 * <p>Cost per round: M K d multiplications to score, O(d^2) to learn.
 *
 * <p>Where the paper is silent: s is unknown there; here it is estimated, and until a first reward differs from zero
 * arms are chosen at random.
 *
 * <p>Russo, Van Roy, "Learning to optimize via information-directed sampling", NIPS 2014 (Operations Research 2018),
 * Algorithms 3 and 6.
 */
public final class Vids implements Policy {
    /** explore: the posterior's standard deviation in units of the estimated one. */
    public static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("explore", "alpha", 0, Require.LIMIT, 0.1, 5, Scale.LINEAR, 1));

    private static final int SAMPLES = 50;

    private final int d;
    private final RidgeModel model;

    // Of the round scored last, by arm.
    private double[] regret = {}; // Delta
    private double[] information = {}; // v

    /** Creates a policy with prior precision lambda = 1. */
    public Vids(int dimension) {
        this(dimension, 1);
    }

    /** Creates a policy with a prior precision. */
    public Vids(int dimension, double lambda) {
        this.d = Require.positive("dimension", dimension);
        this.model = new RidgeModel(d, lambda);
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public SettingSpace space() {
        return SPACE;
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        double deviation = SPACE.require(setting).get(0) * model.noise();
        int K = Require.dimension(arms, d).arms();
        if (model.noise() == 0) {
            return rng.nextInt(K);
        }
        measureRegretAndInformation(values(arms, deviation, rng));
        double uniform = rng.nextDouble();
        InformationRatio ratio = InformationRatio.minimise(regret, information, K);
        return uniform < ratio.shareOfHigh() ? ratio.high() : ratio.low();
    }

    /** Draws the values of all arms, x_a' theta_m, {@code [sample][arm]}. */
    private double[][] values(ActionSet arms, double deviation, RandomGenerator rng) {
        double[] theta = model.mean();
        double[] sample = new double[d];
        double[][] values = new double[SAMPLES][arms.arms()];
        for (double[] ofSample : values) {
            RoundRandom.gaussians(rng, sample);
            model.precision().shape(sample);
            for (int i = 0; i < d; i++) {
                sample[i] = Math.fma(deviation, sample[i], theta[i]);
            }
            ArmForms.linear(sample, arms.byFeature(), arms.arms(), ofSample);
        }
        return values;
    }

    /** Algorithm 6 of the publication: sums over the samples that agree on the best arm. */
    private void measureRegretAndInformation(double[][] values) {
        int K = values[0].length;
        double best = 0;
        Map<Integer, List<double[]>> byBestArm = new LinkedHashMap<>();
        for (double[] ofSample : values) {
            int bestArm = Argmax.first(ofSample, K);
            best += ofSample[bestArm];
            byBestArm.computeIfAbsent(bestArm, arm -> new ArrayList<>()).add(ofSample);
        }
        double[] sum = sum(Arrays.asList(values), K);
        regret = new double[K];
        information = new double[K];
        for (List<double[]> group : byBestArm.values()) {
            double[] conditional = sum(group, K);
            double share = (double) group.size() / SAMPLES;
            for (int k = 0; k < K; k++) {
                double gap = conditional[k] / group.size() - sum[k] / SAMPLES; // E[value | A*] - E[value]
                information[k] = Math.fma(share * gap, gap, information[k]);
            }
        }
        for (int k = 0; k < K; k++) {
            regret[k] = Math.max(0, (best - sum[k]) / SAMPLES);
        }
    }

    private static double[] sum(List<double[]> values, int K) {
        double[] sum = new double[K];
        for (double[] ofSample : values) {
            for (int k = 0; k < K; k++) {
                sum[k] += ofSample[k];
            }
        }
        return sum;
    }

    /** Expected regret of each arm in the round scored last. */
    double[] regret() {
        return regret;
    }

    /** Information about the best arm from each arm in the round scored last. */
    double[] information() {
        return information;
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y);
    }

    @Override
    public String stateName() {
        return "V-IDS/1";
    }

    @Override
    public void writeState(StateWriter out) {
        model.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        model.readState(in);
    }

    /**
     * The distribution over arms with the least ratio of squared regret to information, (Delta' pi)^2 / (v' pi).
     *
     * <p>It needs two arms at most (Russo and Van Roy 2018, Proposition 6). The ratio falls with v and grows with Delta, so
     * these two are neighbours on the upper left hull of the points (Delta_a, v_a): the hull is walked from the arm of
     * least regret, and each edge is solved in closed form.
     *
     * <p>Cost: K times the number of arms on the hull.
     *
     * @param low the arm with less regret
     * @param high the arm with more information; the same if one arm is best alone
     * @param shareOfHigh probability of the latter
     * @param least the least ratio; infinite if no arm gives information
     */
    record InformationRatio(int low, int high, double shareOfHigh, double least) {
        /** Returns the pair of arms and how to mix them; regret and information must not be negative. */
        static InformationRatio minimise(double[] regret, double[] information, int K) {
            int from = leastRegret(regret, information, K);
            InformationRatio best = new InformationRatio(from, from, 0, ratio(regret[from], information[from]));
            for (int to = nextOnHull(from, regret, information, K); to >= 0; ) {
                double run = regret[to] - regret[from];
                double rise = information[to] - information[from];
                double q = Math.min(1, Math.max(0, regret[from] / run - 2 * information[from] / rise));
                double ratio = ratio(Math.fma(q, run, regret[from]), Math.fma(q, rise, information[from]));
                if (ratio < best.least) {
                    best = new InformationRatio(from, to, q, ratio);
                }
                from = to;
                to = nextOnHull(from, regret, information, K);
            }
            return best;
        }

        private static int leastRegret(double[] regret, double[] information, int K) {
            int least = 0;
            for (int k = 1; k < K; k++) {
                if (regret[k] < regret[least] || (regret[k] == regret[least] && information[k] > information[least])) {
                    least = k;
                }
            }
            return least;
        }

        /** Returns the arm of more regret in the direction of steepest gain of information, the farther of equals; or -1. */
        private static int nextOnHull(int from, double[] regret, double[] information, int K) {
            int next = -1;
            double steepest = 0;
            for (int k = 0; k < K; k++) {
                double run = regret[k] - regret[from];
                double rise = information[k] - information[from];
                if (run > 0 && rise > 0) {
                    double slope = rise / run;
                    if (slope > steepest || (slope == steepest && next >= 0 && regret[k] > regret[next])) {
                        steepest = slope;
                        next = k;
                    }
                }
            }
            return next;
        }

        private static double ratio(double regret, double information) {
            if (regret == 0) {
                return 0;
            }
            return information > 0 ? regret * regret / information : Double.POSITIVE_INFINITY;
        }
    }
}
