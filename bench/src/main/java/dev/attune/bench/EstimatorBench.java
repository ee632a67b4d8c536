package dev.attune.bench;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.evaluate.Evaluation;
import dev.attune.lab.evaluate.LearningPolicy;
import dev.attune.lab.evaluate.PolicyValue;
import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.Verdict;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import dev.attune.math.Normal;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Whether the estimates of {@code attune evaluate} are right: logs of known worlds are evaluated, and the results compared with the truth.
 *
 * <pre>
 *   world     a context out of {@value #CONTEXTS}, {@value #ARMS} arms; a reward of 1 with a probability drawn for each log, context and arm from [0.05, 0.6]
 *   logs      {@value #EVENTS} events, written by one of five policies
 *   coverage  how often a 95 % interval contains the truth, over all candidates without a warning that do not learn
 *   bias      mean of estimate minus truth, and its standard error
 *   wrong     verdicts that recommend a candidate that earns less than the logging policy, in percent of all logs
 * </pre>
 *
 * <p>The truth of a candidate is its mean reward over all contexts and times of the world. That of a logging policy that learns, and of bandits, is the
 * mean of the probabilities of reward of what they chose in the log.
 */
public final class EstimatorBench {
    private static final String BENCH = "estimators";
    private static final int CONTEXTS = 5;
    private static final int ARMS = 4;
    private static final int EVENTS = 2000;
    private static final double EPSILON = 0.2;
    private static final double SHARE = 0.1;
    private static final int LIVE_EVENTS = 4000;
    private static final long LIVE_SEED = 90_000_000;
    private static final int LIVE_LOGS = 20;
    private static final int LIVE_RUNS = 100;
    private static final EncoderDefinition ENCODING =
            EncoderDefinition.builder().build();
    private static final List<Arm> OFFER = List.of(
            new Arm("a0", Features.NONE),
            new Arm("a1", Features.NONE),
            new Arm("a2", Features.NONE),
            new Arm("a3", Features.NONE));

    private EstimatorBench() {}

    /** The policies that write logs. */
    enum Logging {
        UNIFORM("uniform", 1_000_000),
        EPSILON_GREEDY("epsilon-greedy", 2_000_000),
        VOI_SHARE("VOI, uniform share", 3_000_000),
        VOI("VOI", 4_000_000),
        DRIFTING("drifting", 5_000_000);

        private final String label;
        private final long seed; // of the first log

        Logging(String label, long seed) {
            this.label = label;
            this.seed = seed;
        }
    }

    /** Probabilities of rewards, which move from those before to those after while a log is written. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record World(double[][] before, double[][] after) {
        static World random(RoundRandom random, boolean drifting) {
            double[][] before = draw(random);
            return new World(before, drifting ? draw(random) : before);
        }

        private static double[][] draw(RoundRandom random) {
            double[][] means = new double[CONTEXTS][ARMS];
            for (double[] row : means) {
                Arrays.setAll(row, k -> 0.05 + 0.55 * random.nextDouble());
            }
            return means;
        }

        double mean(int context, int arm, double share) {
            return before[context][arm] * (1 - share) + after[context][arm] * share;
        }

        /** Returns the mean reward of probabilities {@code [context][arm]} over contexts and time. */
        double value(double[][] policy) {
            double sum = 0;
            for (int x = 0; x < CONTEXTS; x++) {
                for (int k = 0; k < ARMS; k++) {
                    sum += policy[x][k] * mean(x, k, 0.5) / CONTEXTS;
                }
            }
            return sum;
        }
    }

    /** A log in memory, with the true value of what wrote it. */
    static final class KnownEvents implements DecisionLog {
        private final World world;
        private final List<LoggedEvent> events = new ArrayList<>();
        private double logged; // sum of the probabilities of reward of the logged arms
        private final double value; // of the logging policy

        KnownEvents(World world, Logging logging, int many, long seed) {
            this.world = world;
            double[][] policy = new double[CONTEXTS][];
            RoundRandom fixed = new RoundRandom(seed, -1);
            for (int x = 0; x < CONTEXTS; x++) {
                policy[x] = probabilities(logging, fixed);
            }
            boolean learns = logging == Logging.VOI || logging == Logging.VOI_SHARE;
            Bandit bandit = Attune.bandit()
                    .seed(seed)
                    .uniformShare(logging == Logging.VOI_SHARE ? SHARE : 0)
                    .build();
            for (int i = 0; i < many; i++) {
                RoundRandom random = new RoundRandom(seed, i);
                int x = random.nextInt(CONTEXTS);
                Features context = context(x);
                int arm;
                double propensity;
                if (learns) {
                    Decision decision = bandit.decide(context, OFFER);
                    arm = decision.index();
                    propensity = decision.probability().orElseThrow();
                    double reward = reward(i, many, x, arm, random);
                    bandit.reward(decision, reward);
                    add(i, context, arm, propensity, reward);
                } else {
                    arm = draw(policy[x], random.nextDouble());
                    propensity = policy[x][arm];
                    add(i, context, arm, propensity, reward(i, many, x, arm, random));
                }
            }
            value = learns ? logged / many : world.value(policy);
        }

        private double reward(int i, int many, int x, int arm, RoundRandom random) {
            double mean = world.mean(x, arm, (i + 0.5) / many);
            logged += mean;
            return random.nextDouble() < mean ? 1 : 0;
        }

        private void add(int i, Features context, int arm, double propensity, double reward) {
            events.add(new LoggedEvent(Integer.toString(i), i, context, OFFER, arm, propensity, reward, 1));
        }

        private static double[] probabilities(Logging logging, RoundRandom random) {
            double[] p = new double[ARMS];
            double epsilon = logging == Logging.UNIFORM ? 1 : EPSILON;
            Arrays.fill(p, epsilon / ARMS);
            p[random.nextInt(ARMS)] += 1 - epsilon;
            return p;
        }

        private static int draw(double[] p, double u) {
            double left = u;
            int arm = 0;
            while (arm < ARMS - 1 && left >= p[arm]) {
                left -= p[arm++];
            }
            return arm;
        }

        @Override
        public long bytes() {
            return events.size();
        }

        @Override
        public Skipped read(Consumer<LoggedEvent> consumer, LongConsumer progress) {
            events.forEach(consumer);
            return Skipped.NOTHING;
        }
    }

    private static Features context(int x) {
        return Features.builder().category("x", "c" + x).build();
    }

    private static int contextOf(LoggedEvent event) {
        FeatureValue.Category value = (FeatureValue.Category)
                Objects.requireNonNull(event.context().values().get("x"));
        return value.value().charAt(1) - '0';
    }

    /** What a candidate chose in the events of a log: by context, and what that earns in each event. */
    private static final class Chosen {
        final double[][] sum = new double[CONTEXTS][ARMS];
        final double[] count = new double[CONTEXTS];
        double earned;
        long events;
    }

    /** Sums over logs. */
    private static final class Tally {
        long intervals;
        long covered;
        long withheld;
        double error;
        double squares;

        void add(double difference, boolean contained) {
            intervals++;
            covered += contained ? 1 : 0;
            error += difference;
            squares += difference * difference;
        }

        double bias() {
            return error / intervals;
        }

        double biasError() {
            return Math.sqrt(Math.max(0, squares / intervals - bias() * bias()) / intervals);
        }
    }

    /** Evaluates logs of every logging policy; {@code out} receives the figures. */
    public static void run(int logs, Consumer<String> progress, Consumer<Figure> out) {
        for (Logging logging : Logging.values()) {
            progress.accept(logs + " logs: " + logging.label);
            run(logging, logs, out);
        }
        progress.accept("replay against live runs");
        live(Math.min(LIVE_LOGS, logs), Math.min(LIVE_RUNS, 5 * logs), out);
    }

    private static void run(Logging logging, int logs, Consumer<Figure> out) {
        Map<String, Tally> tallies = new LinkedHashMap<>();
        List<LearningPolicy> bandits = List.of(new LearningPolicy("Auto", "Auto", true));
        long use = 0;
        long keep = 0;
        long wrong = 0;
        long doubted = 0;
        for (int i = 0; i < logs; i++) {
            long seed = logging.seed + i;
            World world = World.random(new RoundRandom(seed, -2), logging == Logging.DRIFTING);
            KnownEvents log = new KnownEvents(world, logging, EVENTS, seed);
            Map<String, Chosen> chosen = new HashMap<>();
            Evaluation.Result result = evaluate(log, bandits, chosen);
            tally(result, log, chosen, tallies);
            doubted += result.doubts().isEmpty() ? 0 : 1;
            Verdict verdict = Verdict.of(result);
            use += verdict.finding() == Verdict.Finding.USE ? 1 : 0;
            keep += verdict.finding() == Verdict.Finding.KEEP ? 1 : 0;
            wrong += verdict.chosen().isPresent() && truth(verdict.chosen().get(), log, chosen) < log.value ? 1 : 0;
        }
        String name = logging.label;
        tallies.remove("direct"); // its interval is without the error of the model
        tallies.forEach((estimator, tally) -> {
            String row = name + ": " + estimator;
            out.accept(new Figure(BENCH, row + " coverage", 100.0 * tally.covered / tally.intervals, "%"));
            out.accept(new Figure(BENCH, row + " bias", 1000 * tally.bias(), "e-3"));
            out.accept(new Figure(BENCH, row + " error of bias", 1000 * tally.biasError(), "e-3"));
            out.accept(new Figure(
                    BENCH, row + " withheld", 100.0 * tally.withheld / (tally.withheld + tally.intervals), "%"));
        });
        out.accept(new Figure(BENCH, name + ": propensities doubted", 100.0 * doubted / logs, "%"));
        out.accept(new Figure(BENCH, name + ": use", 100.0 * use / logs, "%"));
        out.accept(new Figure(BENCH, name + ": keep", 100.0 * keep / logs, "%"));
        out.accept(new Figure(BENCH, name + ": wrong", 100.0 * wrong / logs, "%"));
    }

    private static Evaluation.Result evaluate(
            KnownEvents log, List<LearningPolicy> bandits, Map<String, Chosen> chosen) {
        try {
            return Evaluation.of(
                    log,
                    ENCODING,
                    new Evaluation.Settings(bandits, 1, false),
                    (policy, event, probabilities) -> {
                        Chosen of = chosen.computeIfAbsent(policy, label -> new Chosen());
                        int x = contextOf(event);
                        double share = (event.time() + 0.5) / log.events.size();
                        of.events++;
                        of.count[x]++;
                        for (int k = 0; k < ARMS; k++) {
                            of.sum[x][k] += probabilities[k];
                            of.earned += probabilities[k] * log.world.mean(x, k, share);
                        }
                    },
                    share -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double truth(PolicyValue policy, KnownEvents log, Map<String, Chosen> chosen) {
        if (policy.kind() == Kind.LOGGING) {
            return log.value;
        }
        Chosen of = Objects.requireNonNull(chosen.get(policy.label()));
        if (policy.kind() != Kind.STATIONARY) {
            return of.earned / of.events;
        }
        double[][] probabilities = new double[CONTEXTS][ARMS];
        for (int x = 0; x < CONTEXTS; x++) {
            for (int k = 0; k < ARMS; k++) {
                probabilities[x][k] = of.sum[x][k] / of.count[x];
            }
        }
        return log.world.value(probabilities);
    }

    private static void tally(
            Evaluation.Result result, KnownEvents log, Map<String, Chosen> chosen, Map<String, Tally> tallies) {
        for (PolicyValue policy : result.values()) {
            if (policy.kind() == Kind.LEARNING || policy.kind() == Kind.TAUGHT) {
                continue;
            }
            double truth = truth(policy, log, chosen);
            boolean trusted = result.doubts().isEmpty() && policy.warnings().isEmpty();
            for (PolicyValue.ValueEstimate estimate : policy.estimates()) {
                Tally tally = tallies.computeIfAbsent(estimate.estimator(), label -> new Tally());
                if (trusted) {
                    tally.add(estimate.value() - truth, estimate.interval().contains(truth));
                } else {
                    tally.withheld++;
                }
            }
            if (policy.kind() == Kind.STATIONARY) {
                Tally gain = tallies.computeIfAbsent("gain", label -> new Tally());
                double error = policy.gain() - (truth - log.value);
                if (trusted) {
                    gain.add(error, Math.abs(error) <= Normal.Z_975 * policy.gainError());
                } else {
                    gain.withheld++;
                }
            }
        }
    }

    /** Compares what evaluation says of bandits that learn from a log with live runs of the same length. */
    private static void live(int logs, int runs, Consumer<Figure> out) {
        List<LearningPolicy> bandits = List.of(
                new LearningPolicy("Auto", "Auto"),
                new LearningPolicy("Auto", "explore=0"),
                new LearningPolicy("Sparse-TS", "RandTS"));
        double all = 0;
        int many = 0;
        for (Logging logging : Logging.values()) {
            World world = World.random(new RoundRandom(77 + logging.seed, -2), logging == Logging.DRIFTING);
            Map<String, double[]> sums = new LinkedHashMap<>(); // replay, doubly robust, decisions
            for (int i = 0; i < logs; i++) {
                KnownEvents log = new KnownEvents(world, logging, LIVE_EVENTS, LIVE_SEED + logging.seed + i);
                for (PolicyValue value : evaluate(log, bandits, new HashMap<>()).values()) {
                    if (value.kind() == Kind.LEARNING) {
                        double[] sum = sums.computeIfAbsent(value.label(), label -> new double[3]);
                        sum[0] += value.estimates().get(0).value() / logs;
                        sum[1] += value.main().value() / logs;
                        sum[2] += value.decisions() / logs;
                    }
                }
            }
            for (LearningPolicy bandit : bandits) {
                double[] sum = Objects.requireNonNull(sums.get(bandit.label()));
                double live = live(bandit, world, (int) Math.round(sum[2]), runs);
                String row = logging.label + ", " + bandit.label();
                out.accept(new Figure(BENCH, row + " decisions", sum[2], ""));
                out.accept(new Figure(BENCH, row + " live", live, "reward"));
                out.accept(new Figure(BENCH, row + " replay", sum[0], "reward"));
                out.accept(new Figure(BENCH, row + " doubly robust", sum[1], "reward"));
                all += Math.abs(sum[1] - live);
                many++;
            }
        }
        out.accept(new Figure(BENCH, "mean absolute error of doubly robust", all / many, "reward"));
    }

    /** Returns the mean reward of live runs; a drifting world drifts over the whole run. */
    private static double live(LearningPolicy policy, World world, int decisions, int runs) {
        double sum = 0;
        for (int run = 0; run < runs; run++) {
            Encoder encoder = Encoder.sparse(ENCODING);
            SelfTuningBandit bandit = policy.make(0, decisions, 500 + run);
            for (int i = 0; i < decisions; i++) {
                RoundRandom random = new RoundRandom(600 + run, i);
                int x = random.nextInt(CONTEXTS);
                Pull pull = bandit.decide(encoder.encode(context(x), OFFER));
                double mean = world.mean(x, pull.arm(), (i + 0.5) / decisions);
                sum += mean / decisions;
                bandit.reward(pull, random.nextDouble() < mean ? 1 : 0);
            }
        }
        return sum / runs;
    }
}
