package dev.attune.catalog;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Forgetting;
import dev.attune.api.ModelBank;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ProviderGroup;
import dev.attune.api.TheoryConstants;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.model.Link;
import dev.attune.model.SparseGaussian;
import dev.attune.policy.Automatic;
import dev.attune.policy.GlmTsl;
import dev.attune.policy.GlmUcb;
import dev.attune.policy.Gloc;
import dev.attune.policy.LaplaceTs;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.LinUcbHybrid;
import dev.attune.policy.SgdTs;
import dev.attune.policy.SparseTs;
import dev.attune.policy.UcbGlm;
import dev.attune.policy.UniformRandom;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.DoubleRestartZoomingTs;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.Exp3;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.LeaderExploration;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.RandUcb;
import dev.attune.tuner.RandomScale;
import dev.attune.tuner.RegretBalancing;
import dev.attune.tuner.Scheduled;
import dev.attune.tuner.Syndicated;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.Zooming;
import dev.attune.tuner.ZoomingTs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The policies and tuners that exist, by name: those of this library, then those that the class path provides as services ({@link
 * PolicyProvider}, {@link TunerProvider}, {@link ProviderGroup}). Commands, files and reports share this list.
 *
 * <p>Providers are loaded once, when the catalogue is first used, by the class loader of the current thread.
 */
public final class Catalog {
    private static final String LI = "Li, Chu, Langford, Schapire: A contextual-bandit approach to personalized news"
            + " article recommendation. WWW 2010";
    private static final String AGRAWAL =
            "Agrawal, Goyal: Thompson sampling for contextual bandits with linear payoffs. ICML 2013";
    private static final String DING =
            "Ding, Kang, Liu, Lee, Hsieh, Sharpnack: Syndicated bandits: a framework for auto"
                    + " tuning hyper-parameters in contextual bandit algorithms. NeurIPS 2022";
    private static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024";

    private static final String CRAMMER =
            "Crammer, Kulesza, Dredze: Adaptive regularization of weight vectors. NIPS 2009";

    /** The policy of a bandit on named features unless another is named. */
    public static final String DEFAULT_POLICY = "Auto";

    /** The policy of a bandit on vectors unless another is named. */
    public static final String DEFAULT_POLICY_ON_VECTORS = "Auto";

    private static PolicyProvider sparse(String name, String kind, Link link) {
        return new BuiltInPolicy(
                        name,
                        "Thompson sampling for any number of named features, each with its own coefficient; " + kind,
                        CRAMMER,
                        0,
                        dimension -> new SparseTs(link, SparseGaussian.BUDGET))
                .onSparseArms();
    }

    private static final List<PolicyProvider> POLICIES = List.of(
            new BuiltInPolicy("LinUCB", "upper confidence bound of a linear model", LI, 3, LinUcb::new)
                    .forgetting(LinUcb::new),
            new BuiltInPolicy("LinTS", "Thompson sampling for a linear model", AGRAWAL, 3, LinTs::new)
                    .forgetting(LinTs::new),
            new BuiltInPolicy(
                            "LinUCB-disjoint",
                            "LinUCB with a model for each arm; the first feature is the number of the arm's block",
                            LI,
                            3,
                            LinUcb::disjoint)
                    .forgetting(LinUcb::disjoint),
            new BuiltInPolicy(
                            "LinTS-disjoint",
                            "LinTS with a model for each arm; the first feature is the number of the arm's block",
                            AGRAWAL,
                            3,
                            LinTs::disjoint)
                    .forgetting(LinTs::disjoint),
            new BuiltInPolicy(
                    "LinUCB-hybrid",
                    "LinUCB with shared coefficients and some for each arm; the first feature is the number of the arm's block",
                    LI,
                    9, // five of each arm, four of what all arms share
                    LinUcbHybrid::new),
            new BuiltInPolicy(
                            "UCB-GLM",
                            "upper confidence bound of the score of a logistic model",
                            "Li, Lu, Zhou: Provably optimal algorithms for generalized linear contextual bandits. ICML 2017",
                            3, // with Fisher widths; V adds three more
                            UcbGlm::new,
                            dimension -> UcbGlm.withFisherWidths(Link.LOGISTIC, dimension))
                    .detecting(
                            (dimension, forgetting) -> new UcbGlm(Link.LOGISTIC, dimension, forgetting),
                            (dimension, forgetting) -> UcbGlm.withFisherWidths(Link.LOGISTIC, dimension, forgetting)),
            new BuiltInPolicy(
                            "GLM-UCB",
                            "upper confidence bound of the mean of a logistic model",
                            "Filippi, Cappe, Garivier, Szepesvari: Parametric bandits: the generalized linear case. NIPS 2010",
                            6,
                            GlmUcb::new)
                    .detecting((dimension, forgetting) -> new GlmUcb(Link.LOGISTIC, dimension, 1, forgetting)),
            new BuiltInPolicy(
                            "GLM-TSL",
                            "Thompson sampling from the Laplace approximation of a logistic model",
                            "Kveton, Zaheer, Szepesvari, Li, Ghavamzadeh, Boutilier: Randomized exploration in generalized"
                                    + " linear bandits. AISTATS 2020",
                            3,
                            GlmTsl::new)
                    .detecting((dimension, forgetting) -> new GlmTsl(Link.LOGISTIC, dimension, forgetting)),
            new BuiltInPolicy(
                    "Laplace-TS",
                    "Thompson sampling from a diagonal Gaussian, logistic",
                    "Chapelle, Li: An empirical evaluation of Thompson sampling. NIPS 2011",
                    0,
                    LaplaceTs::new),
            new BuiltInPolicy(
                    "GLOC",
                    "upper confidence bound around an online Newton learner, logistic",
                    "Jun, Bhargava, Nowak, Willett: Scalable generalized linear bandits: online computation and"
                            + " hashing. NIPS 2017",
                    3,
                    Gloc::new),
            new BuiltInPolicy(
                    "SGD-TS",
                    "Thompson sampling around averaged stochastic gradient descent, logistic, in batches",
                    "Ding, Hsieh, Sharpnack: An efficient algorithm for generalized linear bandit: online stochastic"
                            + " gradient descent and Thompson sampling. AISTATS 2021",
                    3,
                    SgdTs::new),
            new BuiltInPolicy(
                            DEFAULT_POLICY,
                            "chooses the model by prediction, from a mean for each arm to squares and pairs of features; the"
                                    + " default",
                            "Dawid: Statistical theory: the prequential approach. Journal of the Royal Statistical Society A 1984",
                            3, // of the linear candidate on vectors
                            dimension -> new Automatic(dimension, Forgetting.NONE))
                    .forgetting(Automatic::new)
                    .onSparseArms(),
            sparse("Sparse-TS", "linear", Link.IDENTITY),
            sparse("Sparse-TS-logistic", "logistic", Link.LOGISTIC),
            sparse("Sparse-TS-Poisson", "Poisson", Link.POISSON),
            new BuiltInPolicy(
                    "Random", "every arm with the same probability; the baseline", "", 0, UniformRandom::new));

    private static final List<TunerProvider> TUNERS = List.of(
            new TunerEntry(
                            "VOI",
                            "explores as long as observing an arm pays for itself; the default of policies with one model",
                            "an exploration path (of UCB-GLM the one with Fisher widths)",
                            "docs/algorithms/value-of-information.md",
                            (policy, horizon, candidates) -> {
                                ExplorationPath path = TunerEntry.path("VOI", policy);
                                if (path.posterior().bank().isPresent()) {
                                    throw new IllegalArgumentException(
                                            "VOI needs a policy with a matrix of covariances, which "
                                                    + policy.stateName() + " has not");
                                }
                                return Tuning.of(ValueOfInformation.of(path.posterior()));
                            })
                    .onPosterior(3), // G, Bp and M
            new TunerEntry(
                    "Auto",
                    "explores by the model that leads: VOI if it has a matrix of covariances, RandTS if not; the default of Auto",
                    "the policy Auto",
                    "docs/algorithms/auto.md",
                    (policy, horizon, candidates) -> Tuning.of(
                            LeaderExploration.of(TunerEntry.path("Auto", policy).posterior()))),
            new TunerEntry(
                    "RandUCB",
                    "a random exploration rate in units of the noise; learns nothing",
                    "an exploration path with widths",
                    "Vaswani, Mehrabian, Durand, Kveton: Old dog learns new tricks: randomized UCB for bandit problems."
                            + " AISTATS 2020",
                    (policy, horizon, candidates) -> {
                        TunerEntry.path("RandUCB", policy);
                        return Tuning.of(new RandUcb());
                    }),
            new TunerEntry(
                    "RandTS",
                    "a random scale of the draws of a Thompson policy, in units of the noise; the default of Sparse-TS",
                    "an exploration path with draws",
                    "docs/algorithms/sparse-ts.md",
                    (policy, horizon, candidates) -> {
                        TunerEntry.path("RandTS", policy);
                        return Tuning.of(new RandomScale());
                    }),
            new TunerEntry(
                    "CDT",
                    "continuous dynamic tuning: zooming Thompson sampling with restarts over the search box",
                    "a horizon, known or doubling; tunes any hyperparameter",
                    KANG + ", Algorithms 1 and 2",
                    (policy, horizon, candidates) -> {
                        long t1 = horizon.warmup(policy.space().size());
                        return Tuning.of(new ZoomingTs(
                                        policy.space(),
                                        horizon.after(t1),
                                        EpochLength.ofPaper(horizon),
                                        NoiseScale.SAFE))
                                .withWarmup(t1);
                    }),
            new TunerEntry(
                    "CDT-double",
                    "CDT with the epoch length chosen by EXP3",
                    "a horizon",
                    KANG + ", Algorithm 3",
                    (policy, horizon, candidates) -> {
                        long t1 = horizon.warmup(policy.space().size());
                        return Tuning.of(new DoubleRestartZoomingTs(policy.space(), horizon.after(t1)))
                                .withWarmup(t1);
                    }),
            new TunerEntry(
                    "Zooming",
                    "upper confidence bounds over the search box, with points added where they pay; estimates the noise; the"
                            + " default where there is no exploration path",
                    "a policy with hyperparameters; tunes any of them",
                    "Kleinberg, Slivkins, Upfal: Bandits and experts in metric spaces. JACM 2019",
                    (policy, horizon, candidates) -> Tuning.of(new Zooming(policy.space(), horizon))),
            new TunerEntry(
                            "OP",
                            "Beta Thompson sampling over candidate exploration rates",
                            "candidates (the paper's C1)",
                            "Bouneffouf, Claeys: Hyper-parameter tuning for the contextual bandit. 2020",
                            (policy, horizon, candidates) ->
                                    Tuning.of(new BetaThompson(TunerEntry.exploring(policy, candidates))))
                    .amongCandidates(),
            new TunerEntry(
                            "TL",
                            "EXP3 over candidate exploration rates",
                            "candidates (the paper's C1), a horizon",
                            DING,
                            (policy, horizon, candidates) ->
                                    Tuning.of(new Exp3(TunerEntry.exploring(policy, candidates), horizon)))
                    .amongCandidates(),
            new TunerEntry(
                            "Syndicated",
                            "one EXP3 for each hyperparameter, all paid the same reward",
                            "candidates (the paper's C1) for each hyperparameter, a horizon",
                            DING,
                            (policy, horizon, candidates) -> {
                                double[][] values = new double[policy.space().size()][];
                                Arrays.fill(values, candidates);
                                return Tuning.of(new Syndicated(policy.space(), horizon, values));
                            })
                    .amongCandidates(),
            new TunerEntry(
                            "ED2RB",
                            "regret balancing over candidate exploration rates on one shared model",
                            "candidates (the paper's C1)",
                            "Pacchiano, Dann, Gentile: Data-driven online model selection with regret guarantees. AISTATS 2024",
                            (policy, horizon, candidates) ->
                                    Tuning.of(new RegretBalancing(TunerEntry.exploring(policy, candidates))))
                    .amongCandidates(),
            new TunerEntry(
                    "Theory",
                    "the setting that the policy's publication prescribes",
                    "a policy with a theoretical setting; a horizon; constants that are unknown in practice",
                    "the policy's own",
                    (policy, horizon, candidates) ->
                            Tuning.of(new Scheduled(policy.theory(TheoryConstants.ofPaper(horizon.at(1)))
                                    .orElseThrow(() -> new IllegalArgumentException(
                                            policy.stateName() + " has no theoretical setting"))))),
            new TunerEntry(
                    "Fixed",
                    "the preset in every round",
                    "nothing",
                    "",
                    (policy, horizon, candidates) ->
                            Tuning.of(new Fixed(policy.space().preset()))));

    private Catalog() {}

    /** The providers of the class path, loaded when they are first needed. */
    private static final class Loaded {
        static final List<PolicyProvider> POLICIES_OF_ALL =
                all(PolicyProvider.class, Catalog.POLICIES, ProviderGroup::policies, PolicyProvider::name);
        static final List<TunerProvider> TUNERS_OF_ALL =
                all(TunerProvider.class, Catalog.TUNERS, ProviderGroup::tuners, TunerProvider::name);

        private static <T> List<T> all(
                Class<T> kind, List<T> own, Function<ProviderGroup, List<T>> ofGroup, Function<T, String> nameOf) {
            List<T> all = new ArrayList<>(own);
            ServiceLoader.load(ProviderGroup.class).forEach(group -> all.addAll(ofGroup.apply(group)));
            ServiceLoader.load(kind).forEach(all::add);
            List<String> names = new ArrayList<>();
            for (T provider : all) {
                String name = nameOf.apply(provider);
                if (names.stream().anyMatch(name::equalsIgnoreCase)) {
                    throw new IllegalStateException(
                            provider.getClass().getName() + " provides " + name + ", a name that another provider has");
                }
                names.add(name);
            }
            return List.copyOf(all);
        }
    }

    /** Returns the policies, in the order in which they are shown. */
    public static List<PolicyProvider> policies() {
        return Loaded.POLICIES_OF_ALL;
    }

    /**
     * Returns the policy with this name, ignoring case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static PolicyProvider policy(String name) {
        return find("policy", name, policies(), PolicyProvider::name);
    }

    /** Returns the tuners, in the order in which they are shown. */
    public static List<TunerProvider> tuners() {
        return Loaded.TUNERS_OF_ALL;
    }

    /**
     * Returns the tuner with this name, ignoring case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static TunerProvider tuner(String name) {
        return find("tuner", name, tuners(), TunerProvider::name);
    }

    /**
     * Returns the tuner that a policy has unless another is named: VOI, which relies on a posterior; Auto for a policy with candidate models of which some
     * have one, and RandTS if none has;
     * ED2RB for a policy whose widths are not those of a posterior, such as GLOC; RandUCB where they are, but arms share coefficients beside their
     * own, of which VOI has no form; Zooming for a policy without an exploration path, or Fixed if it has no hyperparameters.
     */
    public static TunerProvider defaultTuner(PolicyProvider policy) {
        return defaultTuner(policy.createCalibrated(policy.perArm() ? 2 : 1));
    }

    /** Returns the tuner that this policy has unless another is named. */
    public static TunerProvider defaultTuner(Policy policy) {
        Optional<ExplorationPath> path = policy.path();
        if (path.isEmpty()) {
            return tuner(policy.space().size() == 0 ? "Fixed" : "Zooming");
        }
        Optional<ModelBank> candidates = path.get().posterior().bank();
        if (candidates.isPresent()) {
            return tuner(candidates.get().withCovariances() ? "Auto" : "RandTS");
        }
        if (!path.get().calibrated()) {
            return tuner("ED2RB");
        }
        return tuner(path.get().posterior().independentBlocks() ? "VOI" : "RandUCB");
    }

    /** Returns the candidates C1 of Kang, Hsieh and Lee (2024) for the exploration rate: 0.1, 1, 2, 3, 4, 5. */
    public static double[] candidates() {
        return Candidates.c1();
    }

    private static <T> T find(String kind, String name, List<T> entries, Function<T, String> nameOf) {
        return entries.stream()
                .filter(entry -> nameOf.apply(entry).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + kind + " " + name + "; there are "
                        + String.join(", ", entries.stream().map(nameOf).toList())));
    }

    /** Makes a policy that forgets. */
    @FunctionalInterface
    private interface Forgetful {
        Policy create(int dimension, Forgetting forgetting);
    }

    /** A policy of this library. */
    private record BuiltInPolicy(
            String name,
            String summary,
            String citation,
            int squareMatrices,
            Forgetful plain,
            Forgetful calibrated,
            boolean sparse,
            boolean detects,
            boolean fades)
            implements PolicyProvider {
        BuiltInPolicy(String name, String summary, String citation, int squareMatrices, IntFunction<Policy> plain) {
            this(name, summary, citation, squareMatrices, plain, plain);
        }

        BuiltInPolicy(
                String name,
                String summary,
                String citation,
                int squareMatrices,
                IntFunction<Policy> plain,
                IntFunction<Policy> calibrated) {
            this(
                    name,
                    summary,
                    citation,
                    squareMatrices,
                    (dimension, forgetting) -> plain.apply(dimension),
                    (dimension, forgetting) -> calibrated.apply(dimension),
                    false,
                    false,
                    false);
        }

        BuiltInPolicy onSparseArms() {
            return new BuiltInPolicy(name, summary, citation, squareMatrices, plain, calibrated, true, detects, fades);
        }

        /** With every form of forgetting. */
        BuiltInPolicy forgetting(Forgetful maker) {
            return new BuiltInPolicy(name, summary, citation, squareMatrices, maker, maker, sparse, true, true);
        }

        /** With detection of changes, but without a fixed memory. */
        BuiltInPolicy detecting(Forgetful maker) {
            return detecting(maker, maker);
        }

        BuiltInPolicy detecting(Forgetful maker, Forgetful ofCalibrated) {
            return new BuiltInPolicy(name, summary, citation, squareMatrices, maker, ofCalibrated, sparse, true, false);
        }

        @Override
        public boolean canForget(Forgetting forgetting) {
            return forgetting.detects() ? detects : fades || forgetting.memory() == 0;
        }

        @Override
        public Policy create(int dimension) {
            return plain.create(dimension, Forgetting.NONE);
        }

        @Override
        public Policy createCalibrated(int dimension) {
            return calibrated.create(dimension, Forgetting.NONE);
        }

        @Override
        public Policy create(int dimension, Forgetting forgetting) {
            PolicyProvider.requireForgetting(this, forgetting);
            return plain.create(dimension, forgetting);
        }

        @Override
        public Policy createCalibrated(int dimension, Forgetting forgetting) {
            PolicyProvider.requireForgetting(this, forgetting);
            return calibrated.create(dimension, forgetting);
        }

        @Override
        public boolean perArm() {
            return create(2).perArm();
        }
    }
}
