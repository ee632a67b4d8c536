package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.Schedule;
import dev.attune.api.TheoryConstants;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.Exp3;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.Scheduled;
import dev.attune.tuner.ZoomingTs;
import dev.attune.tuner.ZoomingTs.Start;
import java.util.ArrayList;
import java.util.List;

/**
 * Tuners for the paper's tables and figures, not for use: CDT as its authors' code does it and as the paper writes it, the
 * ablations of CDT, OP and TL as the code pays them, the theoretical rate of their runs, and random settings.
 *
 * <p>The paper and its code pay tuners by rewards as they are. The catalogue's tuners are paid by rewards that were mapped
 * to [0, 1] from the range seen so far, which makes the gaps between settings four times smaller in the paper's linear
 * problems. Where rewards are 0 or 1, both are the same.
 *
 * <p>The ablation of T2 has no warm-up. The paper does not say so, but its column k = 3 is that of T1 = 0 to the last digit.
 */
public final class ReproductionTuners {
    static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024";
    private static final String CODE = KANG + ", the code published with it";
    private static final double PAPER_K = 3;
    private static final double ENDLESS = 0;

    private static final List<TunerProvider> ALL = make();

    private ReproductionTuners() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        return ALL;
    }

    private static List<TunerProvider> make() {
        List<TunerProvider> all = new ArrayList<>();
        all.add(tuner(
                "CDT-raw",
                "CDT on rewards as they are",
                KANG + ", Algorithms 1 and 2",
                (policy, horizon, candidates) -> asWritten(policy, horizon, Start.EMPTY)));
        all.add(tuner(
                "CDT-literal",
                "CDT on rewards as they are, every epoch begun with a cover of the search box, as the paper writes it",
                KANG + ", Algorithms 1 and 2",
                (policy, horizon, candidates) -> asWritten(policy, horizon, Start.COVERED)));
        all.add(tuner("CDT-released", "CDT as its authors' code does it", CODE, released(true, PAPER_K)));
        all.add(tuner(
                "CDT-released-no-restarts",
                "CDT as its authors' code does it, in one epoch",
                CODE,
                released(true, ENDLESS)));
        all.add(tuner(
                "CDT-released-T1=0",
                "CDT as its authors' code does it, without a warm-up",
                CODE,
                released(false, PAPER_K)));
        all.add(tuner(
                "CDT-T1=0",
                "CDT without a warm-up",
                KANG + ", Appendix A.4.2",
                (policy, horizon, candidates) -> Tuning.of(new ZoomingTs(policy.space(), horizon))));
        for (int k = 1; k <= PAPER_K; k++) {
            all.add(ablation(k));
            all.add(tuner(
                    "CDT-released-k=" + k,
                    "CDT as its authors' code does it, with epochs of " + k + " T^((p+2)/(p+3)) rounds, no warm-up",
                    CODE,
                    released(false, k)));
        }
        all.add(LabTuner.of(
                "Theory-released",
                "the theoretical rate with which the authors' runs of LinTS were made",
                "LinTS; a horizon",
                CODE,
                (policy, horizon, candidates) -> Tuning.of(new Scheduled(theoryAsReleased(policy, horizon)))));
        all.add(LabTuner.of(
                "Uniform",
                "a random point of the search box in every round; learns nothing",
                "nothing",
                "",
                (policy, horizon, candidates) -> Tuning.of(new UniformPoint(policy.space()))));
        all.add(amongCandidates(
                "OP-released",
                "Beta Thompson sampling over candidates, paid by rewards cut to [0, 1]",
                (policy, horizon, candidates) -> Tuning.of(
                                new BetaThompson(Candidates.exploring(policy.space(), candidates)))
                        .onRawRewards()));
        all.add(amongCandidates(
                "TL-released",
                "EXP3 over candidates, paid by rewards as they are",
                (policy, horizon, candidates) -> Tuning.of(
                                new Exp3(Candidates.exploring(policy.space(), candidates), horizon))
                        .onRawRewards()));
        return List.copyOf(all);
    }

    private static LabTuner tuner(String name, String summary, String source, LabTuner.Recipe recipe) {
        return LabTuner.of(name, summary, "a horizon; for the reproduction only", source, recipe);
    }

    private static LabTuner amongCandidates(String name, String summary, LabTuner.Recipe recipe) {
        return LabTuner.amongCandidates(
                name, summary, "candidates (the paper's C1), a horizon; for the reproduction only", CODE, recipe);
    }

    private static Tuning asWritten(Policy policy, Horizon horizon, Start start) {
        long T1 = horizon.warmup(policy.space().size());
        return Tuning.of(new ZoomingTs(
                        policy.space(), horizon.after(T1), EpochLength.ofPaper(horizon), NoiseScale.SAFE, start))
                .withWarmup(T1)
                .onRawRewards();
    }

    private static LabTuner ablation(int k) {
        return tuner(
                "CDT-k=" + k,
                "CDT with epochs of " + k + " T^((p+2)/(p+3)) rounds, no warm-up",
                KANG + ", Appendix A.4.2",
                (policy, horizon, candidates) -> Tuning.of(new ZoomingTs(
                        policy.space(), horizon, EpochLength.of(epoch(k, policy, horizon)), NoiseScale.SAFE)));
    }

    private static LabTuner.Recipe released(boolean warmup, double k) {
        return (policy, horizon, candidates) -> {
            long T2 = k == ENDLESS ? Long.MAX_VALUE : epoch(k, policy, horizon);
            long T1 = horizon.warmup(policy.space().size());
            return Tuning.of(new CdtAsReleased(ReleasedBox.of(policy), horizon, T2))
                    .withWarmup(warmup ? T1 : 0)
                    .onRawRewards();
        };
    }

    /** Returns k T^((p+2)/(p+3)). */
    private static long epoch(double k, Policy policy, Horizon horizon) {
        double p = policy.space().size();
        return Math.max(1, (long) (k * StrictMath.pow(horizon.at(1), (p + 2) / (p + 3))));
    }

    /** Returns the rate of LinUCB with sigma/5. */
    private static Schedule theoryAsReleased(Policy policy, Horizon horizon) {
        if (!policy.stateName().startsWith("LinTS/")) {
            throw new IllegalArgumentException(
                    "the published code departs from the theoretical rate of LinTS alone, not of "
                            + policy.getClass().getSimpleName());
        }
        TheoryConstants c = TheoryConstants.ofPaper(horizon.at(1));
        Schedule ucb = new LinUcb(policy.dimension())
                .theory(new TheoryConstants(c.horizon(), c.delta(), c.sigma() / 5, c.norm(), c.kappa()))
                .orElseThrow();
        return t -> policy.space().setting(ucb.at(t).get(0));
    }
}
