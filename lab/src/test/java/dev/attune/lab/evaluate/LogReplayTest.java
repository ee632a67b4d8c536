package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.RealData;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class LogReplayTest {
    private static final double[][] MEAN = {{0.1, 0.5, 0.3, 0.7}, {0.6, 0.2, 0.4, 0.3}};
    private static final double[][] SKEWED = {{0.4, 0.2, 0.3, 0.1}, {0.1, 0.6, 0.1, 0.2}};
    private static final int ROUNDS = 60;
    private static final int SEEDS = 400;

    /** Mean and standard error. */
    private record Sample(double mean, double error) {
        static Sample of(double[] values) {
            double mean = 0;
            for (double v : values) {
                mean += v / values.length;
            }
            double squares = 0;
            for (double v : values) {
                squares += (v - mean) * (v - mean);
            }
            return new Sample(mean, Math.sqrt(squares / (values.length - 1) / values.length));
        }
    }

    /** A replay by a model that expects nothing of any arm, with the mean reward of the accepted events. */
    private static final class Replayed {
        final LogReplay replay;
        private double sum;
        private double mass;

        Replayed(LearningPolicy policy, int dimension, long horizon, long seed, double c) {
            replay = new LogReplay(List.of(policy.make(dimension, horizon, seed)), c);
        }

        void observe(LoggedEvent event, ActionSet arms) {
            LogReplay.Step step =
                    replay.observe(event.time(), event, event.propensity(), arms, new double[arms.arms()]);
            sum += step.replayMass() * event.reward();
            mass += step.replayMass();
        }

        double mean() {
            return sum / mass;
        }
    }

    /** Mean reward of 60 live rounds in the world of a log, for many seeds. */
    private static double[] live(LearningPolicy policy, double[][] mean) {
        double[] earned = new double[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            KnownLog world = new KnownLog(5000 + seed, ROUNDS, mean, mean); // for its contexts
            SelfTuningBandit bandit = policy.make(world.dimension(), ROUNDS, seed);
            int run = seed;
            world.read(
                    event -> {
                        Pull pull = bandit.decide(world.vectors(event));
                        double luck = new RoundRandom(9000 + run, event.time()).nextDouble();
                        double y = luck < mean[KnownLog.context(event)][pull.arm()] ? 1 : 0;
                        earned[run] += y / ROUNDS;
                        bandit.reward(pull, y);
                    },
                    bytes -> {});
        }
        return earned;
    }

    /** The same 60 rounds from logs: the first 60 accepted events of each, by the two forms of the estimate. */
    private static double[][] replayed(LearningPolicy policy, double[][] propensities, double c) throws IOException {
        double[][] earned = new double[2][SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            KnownLog log = new KnownLog(seed, 2000, MEAN, propensities);
            Replayed replayed = new Replayed(policy, log.dimension(), ROUNDS, seed, c);
            log.read(
                    event -> {
                        if (replayed.replay.accepted() < ROUNDS) {
                            replayed.observe(event, log.vectors(event));
                        }
                    },
                    bytes -> {});
            assertThat(replayed.replay.accepted()).as("the log is long enough").isEqualTo(ROUNDS);
            earned[0][seed] = replayed.mean();
            earned[1][seed] = replayed.replay.sequential();
        }
        return earned;
    }

    /** Means of 400 runs each differ by less than 4.5 standard errors: false alarms once in 70,000 for each of the twelve. */
    @ParameterizedTest
    @ValueSource(strings = {"VOI", "OP", "explore=1"})
    void replayEarnsWhatALiveRunEarns(String tuner) throws IOException {
        LearningPolicy policy = new LearningPolicy("LinUCB", tuner);
        Sample live = Sample.of(live(policy, MEAN));
        double[][] uniform = replayed(policy, KnownLog.uniform(2, 4), 0.25);
        double[][] skewed = replayed(policy, SKEWED, 0.1);
        for (double[] earned : List.of(uniform[0], uniform[1], skewed[0], skewed[1])) {
            Sample sample = Sample.of(earned);
            double error = Math.hypot(live.error(), sample.error());
            assertThat(sample.mean()).isCloseTo(live.mean(), within(4.5 * error));
        }
    }

    /** Shows that the test above can fail: accepting all that match meets more of the contexts whose best arm was logged often. */
    @Test
    void withoutThinningASkewedLogWouldMislead() throws IOException {
        LearningPolicy policy = new LearningPolicy("LinUCB", "explore=1");
        double[][] mean = {{0.9, 0.1}, {0.1, 0.3}};
        Sample live = Sample.of(live(policy, mean));
        double[] plain = new double[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            KnownLog log = new KnownLog(seed, 2000, mean, new double[][] {{0.8, 0.2}, {0.8, 0.2}});
            SelfTuningBandit bandit = policy.make(log.dimension(), ROUNDS, seed);
            int run = seed;
            log.read(
                    event -> {
                        if (bandit.rounds() < ROUNDS) {
                            match(bandit, log.vectors(event), event, plain, run);
                        }
                    },
                    bytes -> {});
        }
        Sample sample = Sample.of(plain);
        assertThat(Math.abs(sample.mean() - live.mean())).isGreaterThan(4.5 * Math.hypot(live.error(), sample.error()));
    }

    private static void match(SelfTuningBandit bandit, ActionSet arms, LoggedEvent event, double[] earned, int run) {
        bandit.decideIf(arms, pull -> pull.arm() == event.chosen()).ifPresent(pull -> {
            earned[run] += event.reward() / ROUNDS;
            bandit.reward(pull, event.reward());
        });
    }

    @Test
    void anEventWorkedOutByHand() {
        // One arm, so the choice is certain: accepted with probability c/p = 1/2, weight 1; with p below c always,
        // weight c/p.
        KnownLog log = new KnownLog(1, 1000, new double[][] {{1}}, new double[][] {{1}});
        Replayed replayed = new Replayed(new LearningPolicy("LinUCB", "explore=1"), 1, 10, 1, 0.5);
        log.read(event -> replayed.observe(event, log.vectors(event)), bytes -> {});
        LogReplay replay = replayed.replay;
        assertThat(replay.accepted()).isBetween(420L, 580L); // 5 standard deviations
        assertThat(replayed.mean()).isEqualTo(1);
        assertThat(replay.sequential()).isEqualTo(1);
        assertThat(replay.weights().effectiveSize()).isCloseTo(1000, within(1e-9));
    }

    /**
     * The digits 0 to 4 of pendigits as a log of uniform choices: each tuner is ranked as it is when it chooses itself. The gaps
     * between the tuners are many times the spread between runs.
     */
    @Test
    void pendigitsAsALogRanksTunersAsALiveRunDoes(@TempDir Path folder) throws IOException {
        Environment digits = digits(folder);
        List<String> tuners = List.of("VOI", "CDT", "explore=5", "Theory");
        int arms = 5;
        long events = digits.mostRounds();
        Map<LearningPolicy, Replayed> replays = new LinkedHashMap<>();
        for (String tuner : tuners) {
            replays.put(
                    new LearningPolicy("LinUCB", tuner),
                    new Replayed(
                            new LearningPolicy("LinUCB", tuner), digits.dimension(), events / arms, 1, 1.0 / arms));
        }
        List<Arm> offered = IntStream.range(0, arms)
                .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                .toList();
        Rounds log = digits.open(7, events);
        for (long i = 0; i < events; i++) {
            ActionSet present = log.next();
            int arm = new RoundRandom(~7L, i).nextInt(arms);
            double reward = log.reward(arm, LinUcb.SPACE.preset());
            LoggedEvent event = new LoggedEvent("", i, Features.NONE, offered, arm, 1.0 / arms, reward, 1);
            replays.values().forEach(replay -> replay.observe(event, present));
        }

        Map<String, Double> live = new LinkedHashMap<>();
        Map<String, Double> replayed = new LinkedHashMap<>();
        replays.forEach((policy, replay) -> {
            long rounds = replay.replay.accepted();
            assertThat(rounds).isBetween(900L, 1300L);
            replayed.put(policy.tuner(), replay.mean());
            live.put(policy.tuner(), live(digits, policy, rounds));
        });
        assertThat(ranked(replayed)).isEqualTo(ranked(live)).startsWith("VOI");
        live.forEach((tuner, mean) -> assertThat(replayed.get(tuner)).as(tuner).isCloseTo(mean, within(0.08)));
    }

    private static Environment digits(Path folder) throws IOException {
        Path data = RealData.at("pendigits/pendigits.all.gz");
        Path file = folder.resolve("digits.csv");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(data)), StandardCharsets.US_ASCII))) {
            Files.write(
                    file,
                    lines.lines()
                            .filter(line -> line.matches(".*,\\s*[0-4]\\s*"))
                            .toList());
        }
        return EnvironmentCatalog.environment("classification").make(Map.of("data", file.toString(), "header", "no"));
    }

    private static double live(Environment environment, LearningPolicy policy, long rounds) {
        SelfTuningBandit bandit = policy.make(environment.dimension(), rounds, 1);
        Rounds world = environment.open(1, rounds);
        double sum = 0;
        for (long t = 0; t < rounds; t++) {
            Pull pull = bandit.decide(world.next());
            double reward = world.reward(pull.arm(), pull.suggestion().setting());
            sum += reward;
            bandit.reward(pull, reward);
        }
        return sum / rounds;
    }

    private static List<String> ranked(Map<String, Double> values) {
        return values.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
