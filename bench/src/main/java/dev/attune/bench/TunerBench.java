package dev.attune.bench;

import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Suggestion;
import dev.attune.catalog.Catalog;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.math.UpperEnvelope;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What tuning costs. {@code NAME.overhead}: a run of 14,000 rounds of LinUCB at d = 25, K = 120 under the tuner, over the
 * same run with a fixed exploration rate; the median of 15 pairs run back to back. {@code
 * envelope.overhead}: the fixed run with the upper envelope of every round built beside it. {@code covering.time}: a
 * round of zooming in two dimensions from 30 active points on.
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
        progress.accept("covering");
        out.accept(new Figure(BENCH, "covering.time", coveringMicros(), "us"));
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
