package dev.attune.lab.tuner;

import dev.attune.Catalog.Chooses;
import dev.attune.Catalog.TunerEntry;
import dev.attune.Catalog.Tuning;
import dev.attune.Options;
import dev.attune.SelfTuningBandit;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.TheoryConstants;
import dev.attune.policy.LinTs;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.Scheduled;
import dev.attune.tuner.ZoomingTs;
import java.util.ArrayList;
import java.util.List;

/**
 * Tuners for the paper's tables and figures that nobody should use otherwise: CDT as its authors' code does it, the ablations
 * of CDT, the theoretical rate of their runs, and no tuner at all.
 *
 * <p>The ablation of T2 has no warm-up. The paper does not say so, but its column k = 3 is that of T1 = 0 to the last digit.
 */
final class ReproductionTuners {
    static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024";
    static final String CODE = KANG + ", the code published with it";
    private static final double PAPER_K = 3;
    private static final double ENDLESS = 0;

    static final List<TunerEntry> ALL = all();

    private ReproductionTuners() {}

    private static List<TunerEntry> all() {
        List<TunerEntry> entries = new ArrayList<>();
        entries.add(entry("CDT-released", "CDT as its authors' code does it", CODE, released(true, PAPER_K)));
        entries.add(entry(
                "CDT-released-no-restarts",
                "CDT as its authors' code does it, in one epoch",
                CODE,
                released(true, ENDLESS)));
        entries.add(entry(
                "CDT-released-T1=0",
                "CDT as its authors' code does it, without a warm-up",
                CODE,
                released(false, PAPER_K)));
        entries.add(entry(
                "CDT-T1=0",
                "CDT without a warm-up",
                KANG + ", Appendix A.4.2",
                (policy, horizon, candidates, options) ->
                        SelfTuningBandit.of(policy, new ZoomingTs(policy.space(), horizon), options)));
        for (int k = 1; k <= PAPER_K; k++) {
            entries.add(ablation(k));
            entries.add(entry(
                    "CDT-released-k=" + k,
                    "CDT as its authors' code does it, with epochs of " + k + " T^((p+2)/(p+3)) rounds, no warm-up",
                    CODE,
                    released(false, k)));
        }
        entries.add(new TunerEntry(
                "Theory-released",
                "the theoretical rate with which the authors' runs of LinTS were made",
                "LinTS; a horizon",
                CODE,
                Chooses.FREELY,
                (policy, horizon, candidates, options) ->
                        SelfTuningBandit.of(policy, theoryAsReleased(policy, horizon), options)));
        entries.add(new TunerEntry(
                "Uniform",
                "a random point of the search box in every round; learns nothing",
                "nothing",
                "",
                Chooses.FREELY,
                (policy, horizon, candidates, options) ->
                        SelfTuningBandit.of(policy, new UniformPoint(policy.space()), options)));
        return List.copyOf(entries);
    }

    private static TunerEntry entry(String name, String summary, String source, Tuning tuning) {
        return new TunerEntry(name, summary, "a horizon; for the reproduction only", source, Chooses.FREELY, tuning);
    }

    private static TunerEntry ablation(int k) {
        return entry(
                "CDT-k=" + k,
                "CDT with epochs of " + k + " T^((p+2)/(p+3)) rounds, no warm-up",
                KANG + ", Appendix A.4.2",
                (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                        policy,
                        new ZoomingTs(
                                policy.space(), horizon, EpochLength.of(epoch(k, policy, horizon)), NoiseScale.SAFE),
                        options));
    }

    private static Tuning released(boolean warmup, double k) {
        return (policy, horizon, candidates, options) -> {
            long T2 = k == ENDLESS ? Long.MAX_VALUE : epoch(k, policy, horizon);
            Options wide = Unscaled.options(options);
            return SelfTuningBandit.of(
                    policy,
                    new CdtAsReleased(ReleasedBox.of(policy), horizon, T2, Unscaled.RANGE),
                    warmup ? wide.warmup(horizon.warmup(policy.space().size())) : wide);
        };
    }

    /** k T^((p+2)/(p+3)). */
    private static long epoch(double k, Policy policy, Horizon horizon) {
        double p = policy.space().size();
        return Math.max(1, (long) (k * StrictMath.pow(horizon.at(1), (p + 2) / (p + 3))));
    }

    private static Scheduled theoryAsReleased(Policy policy, Horizon horizon) {
        if (policy instanceof LinTs linTs) {
            return new Scheduled(linTs.theoryAsReleased(TheoryConstants.ofPaper(horizon.at(1))));
        }
        throw new IllegalArgumentException(
                "the published code departs from the theoretical rate of LinTS alone, not of "
                        + policy.getClass().getSimpleName());
    }
}
