package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.lab.env.Segments;
import dev.attune.lab.tuner.ZoomingAsReleased.Index;
import dev.attune.tuner.DoubleRestartZoomingTs;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.Zooming;
import dev.attune.tuner.ZoomingTs;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The contenders of the paper's study of switching functions, with what that study knows: three changes at equal distances,
 * as the lab's switching environments have them, and noise of variance 0.1. They have no warm-up and learn from rewards as
 * they are.
 */
public final class SwitchingTuners {
    private static final int CHANGES = 3;
    private static final double SIGMA = Math.sqrt(0.1);
    private static final NoiseScale NOISE = NoiseScale.of(SIGMA);
    private static final String SOURCE = ReproductionTuners.KANG + ", Appendix A.3";

    private static final List<TunerProvider> ALL = List.of(
            tuner(
                    "ZoomingTS-H",
                    "Zooming TS with restarts after H = 10 ceil((T/3)^(3/4)) rounds",
                    (space, horizon) -> new ZoomingTs(space, horizon, EpochLength.of(H(horizon)), NOISE)),
            tuner(
                    "ZoomingTS-oracle",
                    "Zooming TS with restarts at the true changes",
                    (space, horizon) -> new OracleRestarts(space, horizon, NOISE, changes(horizon))),
            tuner(
                    "ZoomingTS-double",
                    "Zooming TS with epochs chosen by EXP3",
                    (space, horizon) -> new DoubleRestartZoomingTs(space, horizon, space.size(), NOISE)),
            tuner(
                    "Zooming-unscaled",
                    "Zooming on rewards as they are",
                    (space, horizon) -> Zooming.withPaperRadius(space, horizon, NOISE)),
            released(
                    "ZoomingTS-H-released",
                    "Zooming TS with restarts after H rounds",
                    Index.THOMPSON,
                    horizon -> starts(H(horizon), horizon)),
            released(
                    "ZoomingTS-oracle-released",
                    "Zooming TS with restarts at the true changes",
                    Index.THOMPSON,
                    SwitchingTuners::changes),
            released("Zooming-released", "Zooming", Index.OPTIMISM, horizon -> new long[0]));

    private SwitchingTuners() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        return ALL;
    }

    private static LabTuner tuner(String name, String summary, BiFunction<SettingSpace, Horizon, Tuner> maker) {
        return LabTuner.of(
                name,
                summary,
                "a horizon; for the switching functions only",
                SOURCE,
                (policy, horizon, candidates) ->
                        Tuning.of(maker.apply(policy.space(), horizon)).onRawRewards());
    }

    private static LabTuner released(String name, String summary, Index index, Function<Horizon, long[]> starts) {
        return tuner(
                name,
                summary + ", as the authors' code does it",
                (space, horizon) -> new ZoomingAsReleased(space, horizon, SIGMA, index, starts.apply(horizon)));
    }

    private static long H(Horizon horizon) {
        return 10 * (long) Math.ceil(StrictMath.pow((double) horizon.at(1) / CHANGES, 0.75));
    }

    private static long[] changes(Horizon horizon) {
        return new Segments(CHANGES).starts(horizon.at(1));
    }

    private static long[] starts(long length, Horizon horizon) {
        return LongStream.iterate(1 + length, start -> start <= horizon.at(1), start -> start + length)
                .toArray();
    }
}
