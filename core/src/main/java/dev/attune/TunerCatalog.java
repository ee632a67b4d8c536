package dev.attune;

import dev.attune.Catalog.Chooses;
import dev.attune.Catalog.TunerEntry;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Theory;
import dev.attune.api.TheoryConstants;
import dev.attune.policy.UcbGlm;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.ContextBetaThompson;
import dev.attune.tuner.Corral;
import dev.attune.tuner.DoubleRestartZoomingTs;
import dev.attune.tuner.DoublyRobustWeights;
import dev.attune.tuner.Exp3;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
import dev.attune.tuner.RegretBalancing;
import dev.attune.tuner.Scheduled;
import dev.attune.tuner.Syndicated;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.Zooming;
import dev.attune.tuner.ZoomingTs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every tuner with what it needs, where it was published, and how it is put on top of a policy. */
final class TunerCatalog {
    private static final String DING =
            "Ding, Kang, Liu, Lee, Hsieh, Sharpnack: Syndicated bandits: a framework for auto"
                    + " tuning hyper-parameters in contextual bandit algorithms. NeurIPS 2022";

    private static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024";

    /** The tuners, in the order in which they are shown. */
    static final List<TunerEntry> ALL = List.of(
            new TunerEntry(
                    "VOI",
                    "explores as long as observing an arm pays for itself; the default",
                    "an exploration path (of UCB-GLM it takes the one with Fisher widths); nothing to be told",
                    "docs/algorithms/value-of-information.md",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) -> {
                        ExplorationPath path = calibrated(path("VOI", policy));
                        return SelfTuningBandit.of(path, ValueOfInformation.of(path.posterior()), options);
                    }),
            new TunerEntry(
                    "RandUCB",
                    "a random exploration rate in units of the noise; learns nothing",
                    "an exploration path with widths",
                    "Vaswani, Mehrabian, Durand, Kveton: Old dog learns new tricks: randomized UCB for bandit problems."
                            + " AISTATS 2020",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(path("RandUCB", policy), new RandUcb(), options)),
            new TunerEntry(
                    "DR",
                    "exponential weights over exploration rates, paid by a doubly robust estimate",
                    "an exploration path",
                    "Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(path("DR", policy), new DoublyRobustWeights(), options)),
            new TunerEntry(
                    "CDT",
                    "continuous dynamic tuning: zooming Thompson sampling with restarts over the search box",
                    "a horizon, known or doubling; tunes any hyperparameter",
                    KANG + ", Algorithms 1 and 2",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) -> {
                        long t1 = horizon.warmup(policy.space().size());
                        return SelfTuningBandit.of(
                                policy, new ZoomingTs(policy.space(), horizon.after(t1)), options.warmup(t1));
                    }),
            new TunerEntry(
                    "CDT-double",
                    "CDT with the epoch length chosen by EXP3",
                    "a horizon",
                    KANG + ", Algorithm 3",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) -> {
                        long t1 = horizon.warmup(policy.space().size());
                        return SelfTuningBandit.of(
                                policy,
                                new DoubleRestartZoomingTs(policy.space(), horizon.after(t1)),
                                options.warmup(t1));
                    }),
            new TunerEntry(
                    "Zooming",
                    "zooming by upper confidence bounds over the search box, no restarts",
                    "a horizon",
                    "Kleinberg, Slivkins, Upfal: Bandits and experts in metric spaces. JACM 2019",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new Zooming(policy.space(), horizon), options)),
            new TunerEntry(
                    "OP",
                    "Beta Thompson sampling over candidate exploration rates",
                    "candidates (the paper's C1)",
                    "Bouneffouf, Claeys: Hyper-parameter tuning for the contextual bandit. 2020",
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new BetaThompson(exploring(policy, candidates)), options)),
            new TunerEntry(
                    "OP-context",
                    "OP with a shallow tree over the context, Beta Thompson sampling in each leaf",
                    "candidates (the paper's C1)",
                    "Bouneffouf, Claeys: Hyper-parameter tuning for the contextual bandit. 2020, DOPLINUCB",
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                            policy,
                            new ContextBetaThompson(exploring(policy, candidates), policy.dimension()),
                            options)),
            new TunerEntry(
                    "TL",
                    "EXP3 over candidate exploration rates",
                    "candidates (the paper's C1), a horizon",
                    DING,
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new Exp3(exploring(policy, candidates), horizon), options)),
            new TunerEntry(
                    "Syndicated",
                    "one EXP3 for each hyperparameter, all paid the same reward",
                    "candidates (the paper's C1) for each hyperparameter, a horizon",
                    DING,
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                            policy,
                            new Syndicated(policy.space(), horizon, forEach(policy.space(), candidates)),
                            options)),
            new TunerEntry(
                    "CORRAL",
                    "log-barrier mirror descent over candidate exploration rates",
                    "candidates (the paper's C1), a horizon",
                    "Agarwal, Luo, Neyshabur, Schapire: Corralling a band of bandit algorithms. COLT 2017",
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new Corral(exploring(policy, candidates), horizon), options)),
            new TunerEntry(
                    "ED2RB",
                    "regret balancing over candidate exploration rates on one shared model",
                    "candidates (the paper's C1)",
                    "Pacchiano, Dann, Gentile: Data-driven online model selection with regret guarantees. AISTATS"
                            + " 2024",
                    Chooses.CANDIDATES,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new RegretBalancing(exploring(policy, candidates)), options)),
            new TunerEntry(
                    "Theory",
                    "the setting that the policy's publication prescribes",
                    "a policy with a theoretical setting; a horizon; constants that nobody knows",
                    "the policy's own",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                            policy,
                            new Scheduled(theory(policy).theory(TheoryConstants.ofPaper(horizon.at(1)))),
                            options)),
            new TunerEntry(
                    "Fixed",
                    "the preset in every round",
                    "nothing",
                    "",
                    Chooses.FREELY,
                    (policy, horizon, candidates, options) ->
                            SelfTuningBandit.of(policy, new Fixed(policy.space().preset()), options)));

    private TunerCatalog() {}

    private static ExplorationPath path(String tuner, Policy policy) {
        if (policy instanceof ExplorationPath path) {
            return path;
        }
        throw new IllegalArgumentException(tuner + " needs a policy with an exploration path, which "
                + policy.getClass().getSimpleName() + " has not");
    }

    /** VOI needs widths that are a posterior's: of UCB-GLM, those of the Fisher information. */
    private static ExplorationPath calibrated(ExplorationPath policy) {
        return policy instanceof UcbGlm glm && glm.posterior().count() == 0 ? glm.untrainedWithFisherWidths() : policy;
    }

    private static Theory theory(Policy policy) {
        if (policy instanceof Theory theory) {
            return theory;
        }
        throw new IllegalArgumentException(
                "there is no theoretical setting for " + policy.getClass().getSimpleName());
    }

    /** Candidates for the exploration rate, the other hyperparameters at their presets. */
    private static Candidates exploring(Policy policy, double[] candidates) {
        if (policy.space().size() == 0) {
            throw new IllegalArgumentException(
                    policy.getClass().getSimpleName() + " has no hyperparameter that a tuner could set");
        }
        List<Setting> settings = new ArrayList<>();
        for (double explore : candidates) {
            double[] values = policy.space().preset().toArray();
            values[0] = explore;
            settings.add(policy.space().setting(values));
        }
        return Candidates.of(policy.space(), settings);
    }

    private static double[][] forEach(SettingSpace space, double[] candidates) {
        double[][] values = new double[space.size()][];
        Arrays.fill(values, candidates);
        return values;
    }
}
