package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.Argmax;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.model.RidgeModel;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
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
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private static final int SAMPLES = 50;

    private final int d;
    private final RidgeModel model;
    private final double[] sample;
    private final InformationRatio ratio = new InformationRatio();

    // Scratch of a round, grown to the largest number of arms seen.
    private double[][] values = {}; // [sample][arm]: x_a' theta_m
    private double[] mean = {}; // of values over samples
    private double[] regret = {}; // Delta
    private double[] information = {}; // v
    private double[] conditional = {};
    private final int[] bestArm = new int[SAMPLES];
    private final boolean[] counted = new boolean[SAMPLES];

    /** With prior precision lambda = 1. */
    public Vids(int dimension) {
        this(dimension, 1);
    }

    /** With a prior precision of choice. */
    public Vids(int dimension, double lambda) {
        this.d = Require.positive("dimension", dimension);
        this.model = new RidgeModel(d, lambda);
        this.sample = new double[d];
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
        grow(K);
        drawValues(arms, deviation, rng);
        measureRegretAndInformation(K);
        double uniform = rng.nextDouble();
        ratio.minimise(regret, information, K);
        return uniform < ratio.shareOfHigh() ? ratio.high() : ratio.low();
    }

    private void grow(int K) {
        if (mean.length < K) {
            values = new double[SAMPLES][K];
            mean = new double[K];
            regret = new double[K];
            information = new double[K];
            conditional = new double[K];
        }
    }

    private void drawValues(ActionSet arms, double deviation, RandomGenerator rng) {
        double[] theta = model.mean();
        for (int m = 0; m < SAMPLES; m++) {
            RoundRandom.gaussians(rng, sample);
            model.precision().shape(sample);
            for (int i = 0; i < d; i++) {
                sample[i] = Math.fma(deviation, sample[i], theta[i]);
            }
            ArmForms.linear(sample, arms.byFeature(), arms.arms(), values[m]);
            bestArm[m] = Argmax.first(values[m], arms.arms());
        }
    }

    /** Algorithm 6 of the publication: sums over the samples that agree on the best arm. */
    private void measureRegretAndInformation(int K) {
        Arrays.fill(mean, 0, K, 0);
        Arrays.fill(information, 0, K, 0);
        double best = 0;
        for (int m = 0; m < SAMPLES; m++) {
            add(values[m], mean, K);
            best += values[m][bestArm[m]];
        }
        Arrays.fill(counted, false);
        for (int m = 0; m < SAMPLES; m++) {
            if (!counted[m]) {
                addGroup(m, K);
            }
        }
        for (int k = 0; k < K; k++) {
            regret[k] = Math.max(0, (best - mean[k]) / SAMPLES);
        }
    }

    /** Adds share * (E[value | A*] - E[value])^2 for the samples whose best arm is that of sample m. */
    private void addGroup(int m, int K) {
        Arrays.fill(conditional, 0, K, 0);
        int size = 0;
        for (int other = m; other < SAMPLES; other++) {
            if (bestArm[other] == bestArm[m]) {
                counted[other] = true;
                size++;
                add(values[other], conditional, K);
            }
        }
        double share = (double) size / SAMPLES;
        for (int k = 0; k < K; k++) {
            double gap = conditional[k] / size - mean[k] / SAMPLES;
            information[k] = Math.fma(share * gap, gap, information[k]);
        }
    }

    private static void add(double[] from, double[] to, int n) {
        for (int k = 0; k < n; k++) {
            to[k] += from[k];
        }
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
}
