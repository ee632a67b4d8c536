package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Attune;
import dev.attune.api.Forgetting;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every policy with every tuner decides as it did when {@code golden-decisions.txt} was recorded: arm, probability bits, setting, and a hash
 * of the final state, with immediate and with delayed rewards, and with a checkpoint in the middle.
 *
 * <p>A change that alters decisions on purpose records the file anew in the same commit, with {@code -Dattune.golden.record=FILE}, and says so
 * in CHANGELOG under Numerics.
 */
class GoldenDecisionsTest {
    private static final int ROUNDS = 700;
    private static final int CHANGE = 400; // of the world, for models that forget
    private static final int LINE = 100; // rounds for each line of the file
    private static final String FILE = "golden-decisions.txt";
    private static final long SEED = 20_261_116;

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
    private static final List<String> TUNERS = List.of(
            "VOI",
            "RandUCB",
            "DR",
            "CDT",
            "CDT-double",
            "Zooming",
            "OP",
            "OP-context",
            "TL",
            "Syndicated",
            "CORRAL",
            "ED2RB",
            "Theory",
            "Fixed");

    private static final List<String> WIDE_POLICIES = List.of("LinUCB", "LinTS", "UCB-GLM");
    private static final List<String> WIDE_TUNERS = List.of("VOI", "CDT", "OP");
    private static final List<List<String>> NAMED = List.of(
            List.of("LinUCB", "VOI"),
            List.of("LinTS", "VOI"),
            List.of("LinUCB-disjoint", "VOI"),
            List.of("LinTS-disjoint", "RandUCB"),
            List.of("UCB-GLM", "VOI"),
            List.of("LinUCB", "CDT"),
            List.of("Laplace-TS", "OP"),
            List.of("Sparse-TS", "RandTS"),
            List.of("Auto", "Auto"));

    /** The decisions of one run, a line for each hundred rounds, and the hash of the state that it ends in. */
    private static final class Transcript {
        private final String name;
        private final int armDigits;
        private final List<String> lines = new ArrayList<>();
        private final StringBuilder arms = new StringBuilder();
        private CRC32C probabilities = new CRC32C();
        private CRC32C settings = new CRC32C();
        private int rounds;

        Transcript(String name, int armDigits) {
            this.name = name;
            this.armDigits = armDigits;
        }

        void add(Pull decision) {
            String arm = Integer.toString(decision.arm(), 36);
            arms.append("0".repeat(armDigits - arm.length())).append(arm);
            update(probabilities, decision.propensity());
            for (double value : decision.suggestion().setting().toArray()) {
                update(settings, value);
            }
            if (++rounds % LINE == 0) {
                lines.add(name + " | " + (rounds - LINE + 1) + " | " + arms + " | probabilities "
                        + Long.toHexString(probabilities.getValue()) + " | settings "
                        + Long.toHexString(settings.getValue()));
                arms.setLength(0);
                probabilities = new CRC32C();
                settings = new CRC32C();
            }
        }

        private static void update(CRC32C crc, double value) {
            long bits = Double.doubleToLongBits(value);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                crc.update((int) (bits >>> shift) & 0xff);
            }
        }

        List<String> end(byte[] state) {
            CRC32C crc = new CRC32C();
            crc.update(state);
            lines.add(name + " | state " + Long.toHexString(crc.getValue()));
            return lines;
        }
    }

    /** A bandit on vectors by names of the catalogue; empty if the tuner cannot tune the policy. */
    private static Optional<SelfTuningBandit> bandit(
            PolicyProvider policy, TunerProvider tuner, Forgetting forgetting, int d) {
        try {
            Policy made =
                    tuner.needsCalibration() ? policy.createCalibrated(d, forgetting) : policy.create(d, forgetting);
            return Optional.of(SelfTuningBandit.of(
                    made, tuner.tune(made, Horizon.of(ROUNDS), Catalog.candidates()), Options.DEFAULT.withSeed(SEED)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<String> play(
            String name,
            PolicyProvider policy,
            TunerProvider tuner,
            Forgetting forgetting,
            int d,
            int K,
            boolean delayed,
            boolean checkpoint) {
        GoldenWorld world = new GoldenWorld(d, K, policy.perArm());
        SelfTuningBandit bandit = bandit(policy, tuner, forgetting, d).orElseThrow();
        boolean binary = bandit.policy().rewards().equals(RewardRange.UNIT);
        Transcript transcript = new Transcript(
                name
                        + (forgetting.equals(Forgetting.NONE) ? "" : " forgetting " + forgetting)
                        + (delayed ? " delayed" : ""),
                K > 36 ? 2 : 1);
        Map<Long, List<Pull>> due = new TreeMap<>();
        for (long t = 1; t <= ROUNDS; t++) {
            Pull decision = bandit.decide(world.arms(t));
            transcript.add(decision);
            int delay = delayed ? GoldenWorld.delay(t) : 0;
            due.computeIfAbsent(t + (delay < 0 ? 60 : delay), key -> new ArrayList<>())
                    .add(decision);
            for (Pull past : due.getOrDefault(t, List.of())) {
                if (delayed && GoldenWorld.delay(past.t()) < 0) {
                    bandit.expire(past);
                } else {
                    double reward = world.reward(past.t(), past.arm(), past.x(), binary);
                    boolean changed = !forgetting.equals(Forgetting.NONE) && past.t() > CHANGE;
                    bandit.reward(past, changed ? (binary ? 1 - reward : -reward) : reward);
                }
            }
            due.remove(t);
            if (checkpoint && t == ROUNDS / 2) {
                byte[] saved = Checkpoint.write(bandit);
                bandit = bandit(policy, tuner, forgetting, d).orElseThrow();
                Checkpoint.read(saved, bandit);
            }
        }
        return transcript.end(Checkpoint.write(bandit));
    }

    private static List<String> playNamed(String policy, String tuner, boolean checkpoint) {
        DefinedBandit bandit = new DefinedBandit(Attune.bandit()
                .policy(policy)
                .tuner(tuner)
                .rewards(0, 1)
                .seed(SEED)
                .uniformShare(0.05)
                .warmup(10)
                .horizon(ROUNDS)
                .forgetting(Forgetting.NONE)
                .definition());
        Transcript transcript = new Transcript("named " + policy + " " + tuner, 1);
        for (int t = 1; t <= ROUNDS; t++) {
            RoundRandom rng = new RoundRandom(75, t);
            Features context = Features.builder()
                    .category("country", "c" + rng.nextInt(4))
                    .number("age", 18 + rng.nextInt(60))
                    .build();
            List<Arm> arms = new ArrayList<>();
            for (int k = 0; k < 5; k++) {
                arms.add(new Arm(
                        "arm" + k,
                        Features.builder().number("price", 1 + (k + t) % 7).build()));
            }
            Pull decision = bandit.decide(context, arms);
            transcript.add(decision);
            if (t % 13 == 0) {
                bandit.expire(decision);
            } else {
                bandit.reward(decision, rng.nextDouble() < 0.2 + 0.1 * ((decision.arm() + t) % 5) ? 1 : 0);
            }
            if (checkpoint && t == ROUNDS / 2) {
                bandit = DefinedBandit.load(bandit.save(new SettledRounds(0))).bandit();
            }
        }
        return transcript.end(Checkpoint.seal("encoded bandit/1", bandit::write));
    }

    /** Every run by name, with or without a checkpoint in the middle. */
    private static Map<String, List<String>> playAll(boolean checkpoint) {
        Map<String, List<String>> runs = new LinkedHashMap<>();
        for (PolicyProvider policy : POLICIES.stream().map(Catalog::policy).toList()) {
            for (TunerProvider tuner : TUNERS.stream().map(Catalog::tuner).toList()) {
                if (bandit(policy, tuner, Forgetting.NONE, 5).isEmpty()) {
                    continue;
                }
                for (boolean delayed : new boolean[] {false, true}) {
                    String name = policy.name() + " " + tuner.name();
                    runs.put(name + delayed, play(name, policy, tuner, Forgetting.NONE, 5, 7, delayed, checkpoint));
                    if (WIDE_POLICIES.contains(policy.name()) && WIDE_TUNERS.contains(tuner.name())) {
                        String wide = name + " wide";
                        runs.put(
                                wide + delayed,
                                play(wide, policy, tuner, Forgetting.NONE, 25, 120, delayed, checkpoint));
                    }
                }
            }
        }
        for (List<String> pair : NAMED) {
            runs.put("named " + pair, playNamed(pair.get(0), pair.get(1), checkpoint));
        }
        List<Forgetting> forgettings = List.of(Forgetting.DETECTED, Forgetting.memory(100));
        for (String policy : POLICIES) {
            playForgetting(policy, "VOI", forgettings, checkpoint, runs);
        }
        playForgetting(
                "Auto",
                "Auto",
                List.of(Forgetting.NONE, Forgetting.DETECTED, Forgetting.memory(100)),
                checkpoint,
                runs);
        return runs;
    }

    private static void playForgetting(
            String policyName,
            String tunerName,
            List<Forgetting> forgettings,
            boolean checkpoint,
            Map<String, List<String>> runs) {
        PolicyProvider policy = Catalog.policy(policyName);
        TunerProvider tuner = Catalog.tuner(tunerName);
        for (Forgetting forgetting : forgettings) {
            for (boolean delayed : new boolean[] {false, true}) {
                if (policy.canForget(forgetting)) {
                    String name = policyName + " " + tunerName;
                    runs.put(
                            name + forgetting + delayed,
                            play(name, policy, tuner, forgetting, 5, 7, delayed, checkpoint));
                }
            }
        }
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = GoldenDecisionsTest.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void everyPairDecidesAsRecorded() throws IOException {
        List<String> played =
                playAll(false).values().stream().flatMap(List::stream).toList();
        String record = System.getProperty("attune.golden.record", "");
        if (!record.isEmpty()) {
            Files.write(Path.of(record), played);
        }
        assertThat(played).isEqualTo(record.isEmpty() ? golden() : played);
    }

    @Test
    @Tag("slow")
    void aCheckpointInTheMiddleChangesNothing() throws IOException {
        List<String> played =
                playAll(true).values().stream().flatMap(List::stream).toList();
        if (System.getProperty("attune.golden.record", "").isEmpty()) {
            assertThat(played).isEqualTo(golden());
        }
    }

    @Test
    void detectionIsBesideTheDecisionsThatItDoesNotChange() throws IOException {
        List<String> golden = golden();
        for (String line : golden) {
            if (line.startsWith("LinUCB VOI | 1 |") || line.startsWith("LinUCB VOI | 201 |")) {
                assertThat(golden).contains(line.replace("LinUCB VOI", "LinUCB VOI forgetting detected"));
            }
        }
        assertThat(golden).anyMatch(line -> line.startsWith("LinUCB VOI forgetting detected | 601 |"));
    }

    @Test
    void coversEveryPairOfTheCatalogue() throws IOException {
        long pairs = golden().stream()
                .filter(line -> line.contains("| state") && !line.contains("delayed") && !line.contains("wide"))
                .count();
        assertThat(pairs).isGreaterThanOrEqualTo(150);
    }
}
