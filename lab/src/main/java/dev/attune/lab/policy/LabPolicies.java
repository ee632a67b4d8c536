package dev.attune.lab.policy;

import dev.attune.api.Forgetting;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.model.CandidateBank.Kind;
import dev.attune.model.Link;
import dev.attune.policy.Automatic;
import dev.attune.policy.SgdTs;
import dev.attune.policy.UcbGlm;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The policies of the lab: a reference to compare others with, and those that only the reproduction of the paper needs. */
public final class LabPolicies {
    private static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024, Section 5";
    private static final long PAPER_ROUNDS = 14_000;
    private static final double HARDLY_ANY_RIDGE = 1e-3;

    private static final List<PolicyProvider> ALL = List.of(
            new LabPolicy(
                    "V-IDS",
                    "variance-based information-directed sampling for a linear model; a reference, not fast",
                    "Russo, Van Roy: Learning to optimize via information-directed sampling. NIPS 2014",
                    3,
                    Vids::new),
            new LabPolicy(
                    "Laplace-TS-released",
                    "Laplace-TS with the step of its gradient descent to be tuned, exploring at the rate 1",
                    KANG,
                    0,
                    LaplaceTsAsReleased::new),
            new LabPolicy(
                    "UCB-GLM-warmup",
                    "UCB-GLM as published, with hardly any ridge and tau = 4 d random rounds at the start; the publication's tau"
                            + " depends on constants that are unknown in practice",
                    "Li, Lu, Zhou: Provably optimal algorithms for generalized linear contextual bandits. ICML 2017, Algorithm 1",
                    6,
                    d -> UcbGlm.withWarmup(Link.LOGISTIC, d, HARDLY_ANY_RIDGE, 4 * d)),
            new LabPolicy(
                    "SGD-TS-released",
                    "SGD-TS that starts from an estimate without a ridge",
                    KANG,
                    3,
                    d -> new SgdTs(Link.LOGISTIC, d, SgdTs.batchLength(d, PAPER_ROUNDS), HARDLY_ANY_RIDGE, 0)),
            new PartOfAuto("Auto-means", "a mean for each arm", Kind.MEANS),
            new PartOfAuto("Auto-linear", "the linear models with full covariance", Kind.LINEAR),
            new PartOfAuto("Auto-squares", "the linear models with squares and pairs", Kind.SQUARES));

    private LabPolicies() {}

    /** Returns all of them. */
    public static List<PolicyProvider> all() {
        return ALL;
    }

    private record LabPolicy(
            String name, String summary, String citation, int squareMatrices, IntFunction<Policy> factory)
            implements PolicyProvider {
        @Override
        public Policy create(int dimension) {
            return factory.apply(dimension);
        }
    }

    /** The default policy with one kind of candidates, as a fixed model to compare it with. It takes named features and vectors. */
    private record PartOfAuto(String name, String what, Kind kind) implements PolicyProvider {
        @Override
        public String summary() {
            return "a part of Auto, for comparison: " + what;
        }

        @Override
        public Policy create(int dimension) {
            return create(dimension, Forgetting.NONE);
        }

        @Override
        public Policy create(int dimension, Forgetting forgetting) {
            return new Automatic(dimension, forgetting, Set.of(kind));
        }

        @Override
        public Policy createCalibrated(int dimension, Forgetting forgetting) {
            return create(dimension, forgetting);
        }

        @Override
        public boolean canForget(Forgetting forgetting) {
            return true;
        }

        @Override
        public boolean sparse() {
            return true;
        }
    }
}
