package dev.attune.lab.tuner;

import dev.attune.Catalog.Chooses;
import dev.attune.Catalog.TunerEntry;
import dev.attune.SelfTuningBandit;
import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.lab.env.Segments;
import dev.attune.lab.tuner.ZoomingAsReleased.Index;
import dev.attune.tuner.DoubleRestartZoomingTs;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.OracleRestarts;
import dev.attune.tuner.Zooming;
import dev.attune.tuner.ZoomingTs;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The contenders of the paper's study of switching functions, told what that study knows: three changes at equal distances, as
 * the lab's switching environments have them, and noise of variance 0.1. They have no warm-up and learn from rewards as they
 * are.
 */
final class SwitchingTuners {
    private static final int CHANGES = 3;
    private static final double SIGMA = Math.sqrt(0.1);
    private static final String SOURCE = ReproductionTuners.KANG + ", Appendix A.3";

    static final List<TunerEntry> ALL = List.of(
            entry("ZoomingTS-H", "Zooming TS with restarts after H = 10 ceil((T/3)^(3/4)) rounds", (space, horizon) -> {
                ZoomingTs tuner = new ZoomingTs(space, horizon, EpochLength.of(H(horizon)), NoiseScale.of(SIGMA));
                return new Unscaled(tuner, tuner::learn);
            }),
            entry("ZoomingTS-oracle", "Zooming TS with restarts at the true changes", (space, horizon) -> {
                OracleRestarts tuner = new OracleRestarts(space, horizon, NoiseScale.of(SIGMA), changes(horizon));
                return new Unscaled(tuner, tuner::learn);
            }),
            entry("ZoomingTS-double", "Zooming TS with epochs chosen by EXP3", (space, horizon) -> {
                DoubleRestartZoomingTs tuner =
                        new DoubleRestartZoomingTs(space, horizon, space.size(), NoiseScale.of(SIGMA));
                return new Unscaled(tuner, tuner::learn);
            }),
            entry("Zooming-unscaled", "Zooming on rewards as they are", (space, horizon) -> {
                Zooming tuner = new Zooming(space, horizon, NoiseScale.of(SIGMA));
                return new Unscaled(tuner, tuner::learn);
            }),
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

    private static TunerEntry entry(String name, String summary, BiFunction<SettingSpace, Horizon, Tuner> maker) {
        return new TunerEntry(
                name,
                summary,
                "a horizon; for the switching functions only",
                SOURCE,
                Chooses.FREELY,
                (policy, horizon, candidates, options) ->
                        SelfTuningBandit.of(policy, maker.apply(policy.space(), horizon), Unscaled.options(options)));
    }

    private static TunerEntry released(String name, String summary, Index index, Function<Horizon, long[]> starts) {
        return entry(
                name,
                summary + ", as the authors' code does it",
                (space, horizon) ->
                        new ZoomingAsReleased(space, horizon, SIGMA, Unscaled.RANGE, index, starts.apply(horizon)));
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
