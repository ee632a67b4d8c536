package dev.attune.bench;

import dev.attune.Catalog;
import dev.attune.Catalog.TunerEntry;
import dev.attune.Options;
import dev.attune.SelfTuningBandit;
import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Suggestion;
import dev.attune.math.RoundRandom;
import dev.attune.math.UpperEnvelope;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What tuning costs. {@code NAME.overhead}: a run of 14,000 rounds of LinUCB at d = 25, K = 120 under the tuner, over the
 * same run with a fixed exploration rate; the median of 15 pairs run back to back. {@code
 * envelope.overhead}: the fixed run with the upper envelope of every round built beside it. {@code covering.time}: a
 * round of zooming in two dimensions from 30 active points on.
 */
public final class TunerBench {
    private static final String BENCH = "tuners";
    private static final int ROUNDS = 14_000;
    private static final int PAIRS = 15;
    private static final long SEED = 1;
    private static final double NO_ENVELOPE = -1;

    private final Problem problem = new Problem(SEED, false);

    private TunerBench() {}

    /** Measures all tuners; {@code progress} hears what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        TunerBench bench = new TunerBench();
        for (TunerEntry entry : Catalog.tuners()) {
            progress.accept(entry.name());
            out.accept(new Figure(BENCH, entry.name() + ".overhead", bench.overhead(entry.name(), NO_ENVELOPE), "x"));
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
        SelfTuningBandit bandit = Catalog.tuner(tuner)
                .tuning()
                .tune(new LinUcb(Problem.DIMENSION), Horizon.of(ROUNDS), Options.DEFAULT.seed(SEED));
        ExplorationPath path = (ExplorationPath) bandit.policy();
        UpperEnvelope envelope = new UpperEnvelope();
        RoundRandom noise = new RoundRandom(SEED, 0);
        for (int t = 1; t <= ROUNDS; t++) {
            ActionSet arms = problem.arms(t);
            Decision decision = bandit.decide(arms);
            if (largestExplore > 0) {
                envelope.build(bandit.scored().mean(), bandit.scored().bonus(), arms.arms(), 0, largestExplore);
            }
            bandit.reward(decision, problem.reward(t, decision.arm(), noise));
        }
        if (path.posterior().count() != ROUNDS) {
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
