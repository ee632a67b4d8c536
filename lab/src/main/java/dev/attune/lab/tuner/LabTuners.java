package dev.attune.lab.tuner;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.Schedule;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.api.Tuner;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.catalog.TunerEntry;
import dev.attune.lab.env.Segments;
import dev.attune.lab.tuner.AsReleased.Index;
import dev.attune.policy.LinTs;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.DoubleRestartZoomingTs;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.Exp3;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.Scheduled;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.ValueOfInformation.Constants;
import dev.attune.tuner.Zooming;
import dev.attune.tuner.ZoomingTs;
import dev.attune.tuner.ZoomingTs.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** The tuners of the lab: references to compare others with, and those that only the reproduction of the paper needs. */
public final class LabTuners {
    private static final String CANDIDATES = "candidates (the paper's C1)";
    private static final String PATH = "an exploration path";
    private static final int VOI_MATRICES = 4;

    private static final String KLEINBERG =
            "Kleinberg, Slivkins, Upfal: Bandits and experts in metric spaces. JACM 2019";
    private static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024";
    private static final String CODE = KANG + ", the code published with it";

    private static final int PAPER_K = 3;

    // What the paper's study of switching functions knows.
    private static final int CHANGES = 3;
    private static final double SIGMA = Math.sqrt(0.1);
    private static final NoiseScale NOISE = NoiseScale.of(SIGMA);

    private LabTuners() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        List<TunerProvider> all = new ArrayList<>();
        references(all);
        reproduction(all);
        switching(all);
        ablations(all);
        return List.copyOf(all);
    }

    /** Returns a tuner that chooses among candidates. */
    private static TunerEntry amongCandidates(
            String name,
            String summary,
            String needs,
            String citation,
            BiFunction<Candidates, Horizon, Tuning> recipe) {
        return new TunerEntry(
                        name,
                        summary,
                        needs,
                        citation,
                        (policy, horizon, candidates) ->
                                recipe.apply(Candidates.exploring(policy.space(), candidates), horizon))
                .amongCandidates();
    }

    /** Returns a tuner that searches the box of a policy. */
    private static TunerEntry inBox(
            String name, String summary, String citation, BiFunction<SettingSpace, Horizon, Tuner> maker) {
        return new TunerEntry(
                name,
                summary,
                "a policy with hyperparameters",
                citation,
                (policy, horizon, candidates) -> Tuning.of(maker.apply(policy.space(), horizon)));
    }

    /** Published tuners that others are compared with, and that are not recommended for use. */
    private static void references(List<TunerProvider> all) {
        all.add(new TunerEntry(
                "DR",
                "exponential weights over exploration rates, paid by a doubly robust estimate",
                PATH,
                "Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011",
                (policy, horizon, candidates) -> {
                    TunerEntry.path("DR", policy);
                    return Tuning.of(new DoublyRobustWeights());
                }));
        all.add(new TunerEntry(
                        "OP-context",
                        "OP with a shallow tree over the context, Beta Thompson sampling in each leaf",
                        CANDIDATES,
                        "Bouneffouf, Claeys: Hyper-parameter tuning for the contextual bandit. 2020, DOPLINUCB",
                        (policy, horizon, candidates) -> Tuning.of(new ContextBetaThompson(
                                Candidates.exploring(policy.space(), candidates), policy.dimension())))
                .amongCandidates());
        all.add(amongCandidates(
                "CORRAL",
                "log-barrier mirror descent over candidate exploration rates",
                CANDIDATES + ", a horizon",
                "Agarwal, Luo, Neyshabur, Schapire: Corralling a band of bandit algorithms. COLT 2017",
                (candidates, horizon) -> Tuning.of(new Corral(candidates, horizon))));
        all.add(inBox(
                "Zooming-no-horizon",
                "Zooming that does not know the number of rounds",
                KLEINBERG,
                (space, horizon) -> new Zooming(space, Horizon.unknown())));
        all.add(inBox(
                "Zooming-wide",
                "Zooming with the radius of CDT, the noise estimated",
                KLEINBERG,
                (space, horizon) -> Zooming.withPaperRadius(space, horizon, NoiseScale.estimated())));
        all.add(inBox(
                "Zooming-safe",
                "Zooming with the radius of CDT and the noise scale 1/2, safe for rewards in [0, 1]",
                KLEINBERG,
                (space, horizon) -> Zooming.withPaperRadius(space, horizon, NoiseScale.SAFE)));
        all.add(inBox(
                "UCB1-grid",
                "UCB1 on a grid of the search box, the noise estimated",
                "Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem. Machine Learning 2002",
                (space, horizon) -> new GridUcb1(space)));
        all.add(new TunerEntry(
                        "VOI+Zooming",
                        "VOI for the exploration rate, Zooming for the other hyperparameters",
                        PATH + "; a policy with two or more hyperparameters",
                        "docs/algorithms/zooming.md",
                        (policy, horizon, candidates) -> {
                            ExplorationPath path = TunerEntry.path("VOI+Zooming", policy);
                            Candidates preset = Candidates.of(
                                    policy.space(), List.of(policy.space().preset()));
                            return Tuning.of(
                                    ValueOfInformation.of(path.posterior()), new OthersByZooming(preset, horizon));
                        })
                .onPosterior(VOI_MATRICES));
        all.add(amongCandidates(
                "ED2RB+Zooming",
                "ED2RB for the exploration rate, Zooming for the other hyperparameters",
                CANDIDATES + "; a policy with two or more hyperparameters",
                "docs/algorithms/zooming.md",
                (candidates, horizon) -> Tuning.of(new OthersByZooming(candidates, horizon))));
    }

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
    private static void reproduction(List<TunerProvider> all) {
        String algorithms = KANG + ", Algorithms 1 and 2";
        String ablations = KANG + ", Appendix A.4.2";
        String released = "CDT as its authors' code does it";
        all.add(ofPaper("CDT-raw", "CDT on rewards as they are", algorithms, asWritten(Start.EMPTY)));
        all.add(ofPaper(
                "CDT-literal",
                "CDT on rewards as they are, every epoch begun with a cover of the search box, as the paper writes it",
                algorithms,
                asWritten(Start.COVERED)));
        all.add(ofPaper("CDT-released", released, CODE, released(true, PAPER_K)));
        all.add(ofPaper("CDT-released-T1=0", released + ", without a warm-up", CODE, released(false, PAPER_K)));
        all.add(ofPaper(
                "CDT-T1=0",
                "CDT without a warm-up",
                ablations,
                (policy, horizon, candidates) -> Tuning.of(new ZoomingTs(policy.space(), horizon))));
        for (int k = 1; k <= PAPER_K; k++) {
            String epochs = " with epochs of " + k + " T^((p+2)/(p+3)) rounds, no warm-up";
            all.add(ofPaper("CDT-k=" + k, "CDT" + epochs, ablations, withEpochs(k)));
            all.add(ofPaper("CDT-released-k=" + k, released + "," + epochs, CODE, released(false, k)));
        }
        all.add(new TunerEntry(
                "Theory-released",
                "the theoretical rate with which the authors' runs of LinTS were made",
                "LinTS; a horizon",
                CODE,
                (policy, horizon, candidates) -> Tuning.of(new Scheduled(theoryAsReleased(policy, horizon)))));
        all.add(new TunerEntry(
                "Uniform",
                "a random point of the search box in every round; learns nothing",
                "nothing",
                "",
                (policy, horizon, candidates) -> Tuning.of(new UniformPoint(policy.space()))));
        String needs = CANDIDATES + ", a horizon; for the reproduction only";
        all.add(amongCandidates(
                "OP-released",
                "Beta Thompson sampling over candidates, paid by rewards cut to [0, 1]",
                needs,
                CODE,
                (candidates, horizon) -> Tuning.of(new BetaThompson(candidates)).onRawRewards()));
        all.add(amongCandidates(
                "TL-released",
                "EXP3 over candidates, paid by rewards as they are",
                needs,
                CODE,
                (candidates, horizon) ->
                        Tuning.of(new Exp3(candidates, horizon)).onRawRewards()));
    }

    private static TunerEntry ofPaper(String name, String summary, String source, TunerEntry.Recipe recipe) {
        return new TunerEntry(name, summary, "a horizon; for the reproduction only", source, recipe);
    }

    private static TunerEntry.Recipe asWritten(Start start) {
        return (policy, horizon, candidates) -> {
            long T1 = horizon.warmup(policy.space().size());
            return Tuning.of(new ZoomingTs(
                            policy.space(), horizon.after(T1), EpochLength.ofPaper(horizon), NoiseScale.SAFE, start))
                    .withWarmup(T1)
                    .onRawRewards();
        };
    }

    private static TunerEntry.Recipe withEpochs(int k) {
        return (policy, horizon, candidates) -> Tuning.of(
                new ZoomingTs(policy.space(), horizon, EpochLength.of(epoch(k, policy, horizon)), NoiseScale.SAFE));
    }

    private static TunerEntry.Recipe released(boolean warmup, int k) {
        return (policy, horizon, candidates) -> Tuning.of(
                        AsReleased.cdt(AsReleased.searchBox(policy), horizon, epoch(k, policy, horizon)))
                .withWarmup(warmup ? horizon.warmup(policy.space().size()) : 0)
                .onRawRewards();
    }

    /** Returns k T^((p+2)/(p+3)). */
    private static long epoch(int k, Policy policy, Horizon horizon) {
        double p = policy.space().size();
        return Math.max(1, (long) (k * StrictMath.pow(horizon.at(1), (p + 2) / (p + 3))));
    }

    private static Schedule theoryAsReleased(Policy policy, Horizon horizon) {
        if (!policy.stateName().startsWith("LinTS/")) {
            throw new IllegalArgumentException(
                    "the published code departs from the theoretical rate of LinTS alone, not of "
                            + policy.getClass().getSimpleName());
        }
        return new LinTs(policy.dimension()).theoryAsReleased(TheoryConstants.ofPaper(horizon.at(1)));
    }

    /**
     * The contenders of the paper's study of switching functions, with what that study knows: three changes at equal distances,
     * as the lab's switching environments have them, and noise of variance 0.1. They have no warm-up and learn from rewards as
     * they are.
     */
    private static void switching(List<TunerProvider> all) {
        String byH = "Zooming TS with restarts after H rounds";
        String byOracle = "Zooming TS with restarts at the true changes";
        String released = ", as the authors' code does it";
        all.add(onSwitching(
                "ZoomingTS-H",
                "Zooming TS with restarts after H = 10 ceil((T/3)^(3/4)) rounds",
                (space, horizon) -> new ZoomingTs(space, horizon, EpochLength.of(H(horizon)), NOISE)));
        all.add(onSwitching(
                "ZoomingTS-oracle",
                byOracle,
                (space, horizon) -> new OracleRestarts(space, horizon, NOISE, changes(horizon))));
        all.add(onSwitching(
                "ZoomingTS-double",
                "Zooming TS with epochs chosen by EXP3",
                (space, horizon) -> new DoubleRestartZoomingTs(space, horizon, space.size(), NOISE)));
        all.add(onSwitching(
                "Zooming-unscaled",
                "Zooming on rewards as they are",
                (space, horizon) -> Zooming.withPaperRadius(space, horizon, NOISE)));
        all.add(onSwitching(
                "ZoomingTS-H-released",
                byH + released,
                (space, horizon) ->
                        AsReleased.zooming(space, horizon, SIGMA, Index.THOMPSON, starts(H(horizon), horizon))));
        all.add(onSwitching(
                "ZoomingTS-oracle-released",
                byOracle + released,
                (space, horizon) -> AsReleased.zooming(space, horizon, SIGMA, Index.THOMPSON, changes(horizon))));
        all.add(onSwitching(
                "Zooming-released",
                "Zooming" + released,
                (space, horizon) -> AsReleased.zooming(space, horizon, SIGMA, Index.OPTIMISM)));
    }

    private static TunerEntry onSwitching(String name, String summary, BiFunction<SettingSpace, Horizon, Tuner> maker) {
        return new TunerEntry(
                name,
                summary,
                "a horizon; for the switching functions only",
                KANG + ", Appendix A.3",
                (policy, horizon, candidates) ->
                        Tuning.of(maker.apply(policy.space(), horizon)).onRawRewards());
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

    /** The default tuner with one of its parts changed or taken out, to measure what each contributes: docs/TUNER.md. */
    private static void ablations(List<TunerProvider> all) {
        Constants standard = Constants.STANDARD;
        double rho = standard.rho();
        double mix = standard.mix();
        double random = standard.random();
        all.add(voi("VOI-short-future", "VOI for a future half as long", new Constants(rho / 2, mix, random)));
        all.add(voi("VOI-long-future", "VOI for a future twice as long", new Constants(2 * rho, mix, random)));
        all.add(voi("VOI-any-direction", "VOI that values all directions alike", new Constants(rho, 1, random)));
        all.add(voi("VOI-seen-directions", "VOI that values seen losses alone", new Constants(rho, 0, random)));
        all.add(voi("VOI-never-random", "VOI without random exploration rates", new Constants(rho, mix, 0)));
        all.add(voi("VOI-more-random", "VOI with twice as many", new Constants(rho, mix, 2 * random)));
        all.add(voi("VOI-given-prior", "VOI with the prior precision as given", standard, Tuning::withGivenPrior));
    }

    private static TunerEntry voi(String name, String summary, Constants constants) {
        return voi(name, summary, constants, UnaryOperator.identity());
    }

    private static TunerEntry voi(String name, String summary, Constants constants, UnaryOperator<Tuning> change) {
        return new TunerEntry(name, summary, PATH, "docs/TUNER.md", (policy, horizon, candidates) -> {
                    TunerEntry.path(name, policy);
                    return change.apply(Tuning.of(new ValueOfInformation(policy.dimension(), constants)));
                })
                .onPosterior(VOI_MATRICES);
    }
}
