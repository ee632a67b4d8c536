package dev.attune.lab.tuner;

import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.tuner.Candidates;
import java.util.List;

/** Published tuners that others are compared with, and that are not recommended for use. */
public final class ReferenceTuners {
    private static final String CANDIDATES = "candidates (the paper's C1)";

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
                            Tuning.of(new Corral(Candidates.exploring(policy.space(), candidates), horizon))));

    private ReferenceTuners() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        return ALL;
    }
}
