package dev.attune.lab.tuner;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.Zooming;
import java.util.List;

/** Published tuners that others are compared with, and that are not recommended for use. */
public final class ReferenceTuners {
    private static final String CANDIDATES = "candidates (the paper's C1)";

    private static final String BOX = "a policy with hyperparameters";
    private static final String KLEINBERG =
            "Kleinberg, Slivkins, Upfal: Bandits and experts in metric spaces. JACM 2019";

    private static final List<TunerProvider> ALL = List.of(
            LabTuner.of(
                    "DR",
                    "exponential weights over exploration rates, paid by a doubly robust estimate",
                    "an exploration path",
                    "Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011",
                    (policy, horizon, candidates) -> {
                        LabTuner.path("DR", policy);
                        return Tuning.of(new DoublyRobustWeights());
                    }),
            LabTuner.amongCandidates(
                    "OP-context",
                    "OP with a shallow tree over the context, Beta Thompson sampling in each leaf",
                    CANDIDATES,
                    "Bouneffouf, Claeys: Hyper-parameter tuning for the contextual bandit. 2020, DOPLINUCB",
                    (policy, horizon, candidates) -> Tuning.of(new ContextBetaThompson(
                            Candidates.exploring(policy.space(), candidates), policy.dimension()))),
            LabTuner.amongCandidates(
                    "CORRAL",
                    "log-barrier mirror descent over candidate exploration rates",
                    CANDIDATES + ", a horizon",
                    "Agarwal, Luo, Neyshabur, Schapire: Corralling a band of bandit algorithms. COLT 2017",
                    (policy, horizon, candidates) ->
                            Tuning.of(new Corral(Candidates.exploring(policy.space(), candidates), horizon))),
            LabTuner.of(
                    "Zooming-no-horizon",
                    "Zooming that does not know the number of rounds",
                    BOX,
                    KLEINBERG,
                    (policy, horizon, candidates) -> Tuning.of(new Zooming(policy.space(), Horizon.unknown()))),
            LabTuner.of(
                    "Zooming-wide",
                    "Zooming with the radius of CDT, the noise estimated",
                    BOX,
                    KLEINBERG,
                    (policy, horizon, candidates) ->
                            Tuning.of(Zooming.withPaperRadius(policy.space(), horizon, NoiseScale.estimated()))),
            LabTuner.of(
                    "Zooming-safe",
                    "Zooming with the radius of CDT and the noise scale 1/2, safe for rewards in [0, 1]",
                    BOX,
                    KLEINBERG,
                    (policy, horizon, candidates) ->
                            Tuning.of(Zooming.withPaperRadius(policy.space(), horizon, NoiseScale.SAFE))),
            LabTuner.of(
                    "UCB1-grid",
                    "UCB1 on a grid of the search box, the noise estimated",
                    BOX,
                    "Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem. Machine Learning 2002",
                    (policy, horizon, candidates) -> Tuning.of(new GridUcb1(policy.space()))),
            new LabTuner(
                    "VOI+Zooming",
                    "VOI for the exploration rate, Zooming for the other hyperparameters",
                    "an exploration path; a policy with two or more hyperparameters",
                    "docs/algorithms/zooming.md",
                    false,
                    true,
                    4, // as VOI
                    (policy, horizon, candidates) -> {
                        ExplorationPath path = LabTuner.path("VOI+Zooming", policy);
                        Candidates preset = Candidates.of(
                                policy.space(), List.of(policy.space().preset()));
                        return Tuning.of(ValueOfInformation.of(path.posterior()), new OthersByZooming(preset, horizon));
                    }),
            LabTuner.amongCandidates(
                    "ED2RB+Zooming",
                    "ED2RB for the exploration rate, Zooming for the other hyperparameters",
                    CANDIDATES + "; a policy with two or more hyperparameters",
                    "docs/algorithms/zooming.md",
                    (policy, horizon, candidates) ->
                            Tuning.of(new OthersByZooming(Candidates.exploring(policy.space(), candidates), horizon))));

    private ReferenceTuners() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        return ALL;
    }
}
