package dev.attune.bench;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.Suggestion;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.math.UpperEnvelope;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What tuning costs. {@code NAME.overhead}: a run of 14,000 rounds of LinUCB at d = 25, K = 120 under the tuner, over the
 * same run with a fixed exploration rate; the median of 15 pairs run back to back. {@code
 * envelope.overhead}: the fixed run with the upper envelope of every round built beside it. {@code covering.time}: a
 * round of zooming in two dimensions from 30 active points on.
 *
 * <p>{@code disjoint}: tables as bandits with a model for each arm, 25 arms with 16 numbers and 15 arms with 100 features of which ten are 1. The time of a round
 * of LinUCB-disjoint under VOI, its ratio to a fixed rate, and the time of a round of Auto on the same rows as named features.
 */
public final class TunerBench {
    private static final String BENCH = "tuners";
    private static final List<String> TUNERS = List.of(
            "VOI",
            "RandUCB",
            "DR",
            "CDT",
            "CDT-double",
            "Zooming",
            "OP",
            "OP-context",
            "TL",
            "Syndicated",
            "CORRAL",
            "ED2RB",
            "Theory",
            "Fixed");
    private static final int ROUNDS = 14_000;
    private static final int PAIRS = 15;
    private static final int TABLE_ROUNDS = 4000;
    private static final long SEED = 1;
    private static final double NO_ENVELOPE = -1;

    private final SimulatedRounds problem = new SimulatedRounds(SEED, false);

    private TunerBench() {}

    /** Measures all tuners; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        TunerBench bench = new TunerBench();
        for (String tuner : TUNERS) {
            progress.accept(tuner);
            out.accept(new Figure(BENCH, tuner + ".overhead", bench.overhead(tuner, NO_ENVELOPE), "x"));
        }
        progress.accept("envelope");
        out.accept(new Figure(BENCH, "envelope.overhead", bench.overhead("Fixed", 10), "x"));
        perArm("disjoint 25 x 16", 25, 16, 0, progress, out);
        perArm("disjoint 15 x 100 one-hot", 15, 100, 10, progress, out);
        progress.accept("covering");
        out.accept(new Figure(BENCH, "covering.time", coveringMicros(), "us"));
    }

    private static void perArm(
            String name, int arms, int features, int ones, Consumer<String> progress, Consumer<Figure> out) {
        progress.accept(name);
        TableRounds rounds = new TableRounds(arms, features, ones);
        double ratio = CpuTime.ratio(5, () -> rounds.disjoint("VOI"), () -> rounds.disjoint("Fixed"));
        double[] nanos = CpuTime.fastest(3, 1, () -> rounds.disjoint("VOI"), rounds::automatic);
        out.accept(new Figure(BENCH, name + ".VOI", nanos[0] / TABLE_ROUNDS / 1e3, "us"));
        out.accept(new Figure(BENCH, name + ".VOI.overhead", ratio, "x"));
        out.accept(new Figure(BENCH, name + ".Auto", nanos[1] / TABLE_ROUNDS / 1e3, "us"));
    }

    /** Rows of a table: the right class has the largest of linear scores. */
    private static final class TableRounds {
        private final int arms;
        private final double[][] rows;
        private final int[] right;
        private final List<Features> named = new ArrayList<>();
        private final List<Arm> classes = new ArrayList<>();

        TableRounds(int arms, int features, int ones) {
            this.arms = arms;
            RoundRandom rng = new RoundRandom(SEED, 0);
            double[][] theta = new double[arms][features];
            for (double[] row : theta) {
                Arrays.setAll(row, i -> rng.nextGaussian());
            }
            rows = new double[TABLE_ROUNDS][features + 1];
            right = new int[TABLE_ROUNDS];
            for (int t = 0; t < TABLE_ROUNDS; t++) {
                Features.Builder context = Features.builder();
                for (int i = 0; i < (ones == 0 ? features : ones); i++) {
                    if (ones == 0) {
                        rows[t][i] = rng.nextGaussian();
                        context.number("n" + i, rows[t][i]);
                    } else {
                        int word = rng.nextInt(features / ones);
                        rows[t][i * (features / ones) + word] = 1;
                        context.category("c" + i, "w" + word);
                    }
                }
                named.add(context.build());
                double best = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < arms; k++) {
                    double score = 0;
                    for (int i = 0; i < features; i++) {
                        score += theta[k][i] * rows[t][i];
                    }
                    if (score > best) {
                        best = score;
                        right[t] = k;
                    }
                }
                rows[t][features] = 1;
            }
            for (int k = 0; k < arms; k++) {
                classes.add(new Arm("k" + k, Features.NONE));
            }
        }

        void disjoint(String tuner) {
            int dimension = 1 + rows[0].length;
            Policy policy = Catalog.policy("LinUCB-disjoint").create(dimension);
            SelfTuningBandit bandit = SelfTuningBandit.of(
                    policy,
                    Catalog.tuner(tuner).tune(policy, Horizon.of(TABLE_ROUNDS), Catalog.candidates()),
                    Options.DEFAULT.withSeed(SEED));
            double[][] x = new double[dimension][ArmForms.rowLength(arms)];
            Arrays.setAll(x[0], k -> k < arms ? k : 0);
            for (int t = 0; t < TABLE_ROUNDS; t++) {
                for (int i = 0; i < rows[t].length; i++) {
                    Arrays.fill(x[1 + i], 0, arms, rows[t][i]);
                }
                Pull pull = bandit.decide(ActionSet.wrap(x, arms));
                bandit.reward(pull, pull.arm() == right[t] ? 1 : 0);
            }
        }

        void automatic() {
            Bandit bandit = Attune.bandit().seed(SEED).build();
            for (int t = 0; t < TABLE_ROUNDS; t++) {
                Decision decision = bandit.decide(named.get(t), classes);
                bandit.reward(decision, decision.index() == right[t] ? 1 : 0);
            }
        }
    }

    private double overhead(String tuner, double largestExplore) {
        return CpuTime.ratio(PAIRS, () -> play(tuner, largestExplore), () -> play("Fixed", NO_ENVELOPE));
    }

    /** One run; with the upper envelope of every round up to a largest exploration rate, if there is one. */
    private void play(String tuner, double largestExplore) {
        LinUcb policy = new LinUcb(SimulatedRounds.DIMENSION);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                policy,
                Catalog.tuner(tuner).tune(policy, Horizon.of(ROUNDS), Catalog.candidates()),
                Options.DEFAULT.withSeed(SEED));
        UpperEnvelope envelope = new UpperEnvelope();
        RoundRandom noise = new RoundRandom(SEED, 0);
        for (int t = 1; t <= ROUNDS; t++) {
            ActionSet arms = problem.arms(t);
            Pull decision = bandit.decide(arms);
            if (largestExplore > 0) {
                envelope.build(bandit.scored().mean(), bandit.scored().bonus(), arms.arms(), 0, largestExplore);
            }
            bandit.reward(decision, problem.reward(t, decision.arm(), noise));
        }
        if (policy.posterior().count() != ROUNDS) {
            throw new IllegalStateException("a reward was lost");
        }
    }

    /** Rounds of zooming over explore and kappa of a smooth function, timed once 30 points are active. */
    private static double coveringMicros() {
        ZoomingTs tuner = new ZoomingTs(Gloc.SPACE, Horizon.of(100_000), EpochLength.of(100_000), NoiseScale.of(0.02));
        RoundRandom rng = new RoundRandom(SEED, 0);
        double[] times = new double[20_000];
        int timed = 0;
        for (int t = 1; t <= 100_000 && timed < times.length; t++) {
            long start = CpuTime.nanos();
            Suggestion suggestion = tuner.suggest(t, rng);
            if (tuner.activePoints() >= 30) {
                times[timed++] = CpuTime.nanos() - start;
            }
            double[] u = Gloc.SPACE.toUnit(suggestion.setting());
            tuner.observe(suggestion, 0.8 - 0.3 * Math.abs(u[0] - 0.4) - 0.3 * Math.abs(u[1] - 0.6));
        }
        return Arrays.stream(times, 0, timed).average().orElse(Double.NaN) / 1e3;
    }
}
