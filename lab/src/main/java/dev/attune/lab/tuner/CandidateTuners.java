package dev.attune.lab.tuner;

import dev.attune.Catalog.Chooses;
import dev.attune.Catalog.TunerEntry;
import dev.attune.SelfTuningBandit;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.api.Tuner;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.Exp3;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * OP and TL as the authors' published code pays them: by rewards as they are, which OP cuts to [0, 1] and TL does not. The
 * catalogue's are paid by rewards that were mapped to [0, 1] from the range seen so far, which makes the gaps between settings
 * four times smaller in the paper's linear problems. Where rewards are 0 or 1, it is all the same.
 */
final class CandidateTuners {
    static final List<TunerEntry> ALL = List.of(
            entry(
                    "OP-released",
                    "Beta Thompson sampling over candidates, paid by rewards cut to [0, 1]",
                    (candidates, horizon) -> Unscaled.cut(new BetaThompson(candidates))),
            entry("TL-released", "EXP3 over candidates, paid by rewards as they are", (candidates, horizon) -> {
                Exp3 tuner = new Exp3(candidates, horizon);
                return new Unscaled(tuner, tuner::learn);
            }));

    private CandidateTuners() {}

    private static TunerEntry entry(String name, String summary, BiFunction<Candidates, Horizon, Tuner> maker) {
        return new TunerEntry(
                name,
                summary,
                "candidates (the paper's C1), a horizon; for the reproduction only",
                ReproductionTuners.CODE,
                Chooses.CANDIDATES,
                (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                        policy, maker.apply(settings(policy, candidates), horizon), Unscaled.options(options)));
    }

    /** Candidates for the first hyperparameter, the others at their presets. */
    private static Candidates settings(Policy policy, double[] candidates) {
        Setting preset = policy.space().preset();
        return Candidates.of(
                policy.space(),
                Arrays.stream(candidates)
                        .mapToObj(value -> policy.space().with(preset, 0, value))
                        .toList());
    }
}
