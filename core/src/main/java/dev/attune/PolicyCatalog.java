package dev.attune;

import dev.attune.Catalog.PolicyEntry;
import dev.attune.api.SettingSpace;
import dev.attune.policy.DisjointLinTs;
import dev.attune.policy.DisjointLinUcb;
import dev.attune.policy.GlmTsl;
import dev.attune.policy.GlmUcb;
import dev.attune.policy.Gloc;
import dev.attune.policy.LaplaceTs;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.SgdTs;
import dev.attune.policy.UcbGlm;
import dev.attune.policy.UniformRandom;
import dev.attune.policy.Vids;
import java.util.List;

/** Every policy with its hyperparameters and where it was published. */
final class PolicyCatalog {
    /** The policies, in the order in which they are shown. */
    static final List<PolicyEntry> ALL = List.of(
            new PolicyEntry(
                    "LinUCB",
                    "upper confidence bound of a linear model",
                    "Li, Chu, Langford, Schapire: A contextual-bandit approach to personalized news article"
                            + " recommendation. WWW 2010",
                    LinUcb.SPACE,
                    LinUcb::new),
            new PolicyEntry(
                    "LinTS",
                    "Thompson sampling for a linear model",
                    "Agrawal, Goyal: Thompson sampling for contextual bandits with linear payoffs. ICML 2013",
                    LinTs.SPACE,
                    LinTs::new),
            new PolicyEntry(
                    "LinUCB-disjoint",
                    "LinUCB with a model for each arm; the first feature is the number of the arm's block",
                    "Li, Chu, Langford, Schapire: A contextual-bandit approach to personalized news article"
                            + " recommendation. WWW 2010",
                    DisjointLinUcb.SPACE,
                    DisjointLinUcb::new,
                    true),
            new PolicyEntry(
                    "LinTS-disjoint",
                    "LinTS with a model for each arm; the first feature is the number of the arm's block",
                    "Agrawal, Goyal: Thompson sampling for contextual bandits with linear payoffs. ICML 2013",
                    DisjointLinTs.SPACE,
                    DisjointLinTs::new,
                    true),
            new PolicyEntry(
                    "UCB-GLM",
                    "upper confidence bound of the score of a logistic model",
                    "Li, Lu, Zhou: Provably optimal algorithms for generalized linear contextual bandits. ICML 2017",
                    UcbGlm.SPACE,
                    UcbGlm::new),
            new PolicyEntry(
                    "GLM-UCB",
                    "upper confidence bound of the mean of a logistic model",
                    "Filippi, Cappe, Garivier, Szepesvari: Parametric bandits: the generalized linear case. NIPS 2010",
                    GlmUcb.SPACE,
                    GlmUcb::new),
            new PolicyEntry(
                    "GLM-TSL",
                    "Thompson sampling from the Laplace approximation of a logistic model",
                    "Kveton, Zaheer, Szepesvari, Li, Ghavamzadeh, Boutilier: Randomized exploration in generalized"
                            + " linear bandits. AISTATS 2020",
                    GlmTsl.SPACE,
                    GlmTsl::new),
            new PolicyEntry(
                    "Laplace-TS",
                    "Thompson sampling from a diagonal Gaussian, logistic",
                    "Chapelle, Li: An empirical evaluation of Thompson sampling. NIPS 2011",
                    LaplaceTs.SPACE,
                    LaplaceTs::new),
            new PolicyEntry(
                    "GLOC",
                    "upper confidence bound around an online Newton learner, logistic",
                    "Jun, Bhargava, Nowak, Willett: Scalable generalized linear bandits: online computation and"
                            + " hashing. NIPS 2017",
                    Gloc.SPACE,
                    Gloc::new),
            new PolicyEntry(
                    "SGD-TS",
                    "Thompson sampling around averaged stochastic gradient descent, logistic, in batches",
                    "Ding, Hsieh, Sharpnack: An efficient algorithm for generalized linear bandit: online stochastic"
                            + " gradient descent and Thompson sampling. AISTATS 2021",
                    SgdTs.SPACE,
                    SgdTs::new),
            new PolicyEntry(
                    "V-IDS",
                    "variance-based information-directed sampling for a linear model; a reference, not fast",
                    "Russo, Van Roy: Learning to optimize via information-directed sampling. NIPS 2014",
                    Vids.SPACE,
                    Vids::new),
            new PolicyEntry("Random", "every arm alike; the yardstick", "", SettingSpace.EMPTY, UniformRandom::new));

    private PolicyCatalog() {}
}
