package dev.attune.bench;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.catalog.Catalog;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whole rounds (score, choose, learn) of every policy at d = 25, K = 120, with presets and features ready in memory; those
 * with a model for each arm have 120 of them.
 *
 * <p>{@code NAME.roundsPerSecond}: runs of 14,000 rounds from nothing, the median run. {@code NAME.vsLinUCB}: time of
 * its round over LinUCB's. {@code NAME.growth}: time per round near t = 100,000 over time per round near t = 1,000,
 * each over a stretch of 20 % of t, so that work that comes at intervals proportional to t counts in full.
 */
public final class PolicyBench {
    private static final List<String> POLICIES = List.of(
            "LinUCB",
            "LinTS",
            "LinUCB-disjoint",
            "LinTS-disjoint",
            "LinUCB-hybrid",
            "UCB-GLM",
            "GLM-UCB",
            "GLM-TSL",
            "Laplace-TS",
            "GLOC",
            "SGD-TS",
            "V-IDS",
            "Random");
    private static final String BENCH = "policies";
    private static final int ROUNDS = 14_000;
    private static final int WARM_UP_RUNS = 2;
    private static final int RUNS = 5;
    private static final int EARLY = 1_000;
    private static final int LATE = 100_000;
    private static final int EARLY_RUNS = 40;
    private static final int LATE_RUNS = 3;
    private static final long SEED = 1;

    private PolicyBench() {}

    /** Measures all policies; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        double linUcb = Double.NaN;
        for (PolicyProvider entry : POLICIES.stream().map(Catalog::policy).toList()) {
            progress.accept(entry.name());
            double perRound = nanosPerRound(entry);
            if (entry.name().equals("LinUCB")) {
                linUcb = perRound;
            }
            out.accept(new Figure(BENCH, entry.name() + ".roundsPerSecond", 1e9 / perRound, "rounds/s"));
            out.accept(new Figure(BENCH, entry.name() + ".vsLinUCB", perRound / linUcb, "x"));
            out.accept(new Figure(BENCH, entry.name() + ".growth", growth(entry), "x"));
        }
    }

    private static double nanosPerRound(PolicyProvider entry) {
        for (int run = 0; run < WARM_UP_RUNS; run++) {
            new Run(entry).advanceTo(ROUNDS);
        }
        double[] times = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            times[run] = new Run(entry).advanceTo(ROUNDS);
        }
        return median(times) / ROUNDS;
    }

    private static double growth(PolicyProvider entry) {
        return stretch(entry, LATE, LATE_RUNS) / stretch(entry, EARLY, EARLY_RUNS);
    }

    /** Returns the nanoseconds per round from 0.9 t to 1.1 t, the median of several runs. */
    private static double stretch(PolicyProvider entry, int t, int runs) {
        double[] times = new double[runs];
        for (int i = 0; i < runs; i++) {
            int first = t - t / 10;
            int last = t + t / 10;
            Run run = new Run(entry);
            run.advanceTo(first);
            times[i] = (double) run.advanceTo(last) / (last - first);
        }
        return median(times);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /** One policy playing one problem. */
    private static final class Run {
        private final SimulatedRounds problem;
        private final Policy policy;
        private final Setting setting;
        private final Optional<ExplorationPath> path;
        private final ScoredRound round = new ScoredRound();
        private final RoundRandom rng = new RoundRandom(SEED, 0);
        private final RoundRandom noise = new RoundRandom(SEED + 1, 0);
        private int t;

        Run(PolicyProvider entry) {
            policy = entry.create(entry.perArm() ? 1 + SimulatedRounds.DIMENSION : SimulatedRounds.DIMENSION);
            setting = policy.space().preset();
            path = policy.path();
            problem = new SimulatedRounds(SEED, policy.rewards().equals(RewardRange.UNIT), entry.perArm());
        }

        /** Plays on to a round; returns the nanoseconds it took. */
        long advanceTo(int last) {
            long start = CpuTime.nanos();
            while (t < last) {
                t++;
                rng.reset(SEED, t);
                ActionSet arms = problem.arms(t);
                int arm = select(arms);
                policy.update(arms.features(arm), problem.reward(t, arm, noise), setting);
            }
            return CpuTime.nanos() - start;
        }

        /** Chooses as a bandit does: into a round that is reused. */
        private int select(ActionSet arms) {
            if (path.isEmpty()) {
                return policy.select(arms, setting, rng);
            }
            path.get().score(arms, rng, round);
            return round.best(setting.get(0));
        }
    }
}
