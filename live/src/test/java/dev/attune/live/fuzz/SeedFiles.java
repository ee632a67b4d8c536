package dev.attune.live.fuzz;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Writes the seeds of the fuzz tests that are not text, small ones of every kind; run it when a format has a new version. */
final class SeedFiles {
    private static final List<Arm> ARMS = List.of(
            new Arm("a", Features.NONE),
            new Arm(
                    "b",
                    Features.builder()
                            .number("n", 1.5)
                            .category("c", "x")
                            .flag("f", true)
                            .tags("t", List.of("u", "v"))
                            .numbers("e", List.of(1.0, -2.0))
                            .build()));
    private static final Features CONTEXT =
            Features.builder().category("land", "DE").build();

    private SeedFiles() {}

    /** Takes the folder of the test resources. */
    public static void main(String[] args) throws IOException {
        Path resources = Path.of(args[0]).resolve("dev/attune/live/fuzz");
        models(Files.createDirectories(resources.resolve("ModelFileFuzzTestInputs/readsOrRefuses")));
        states(Files.createDirectories(resources.resolve("LiveStateFuzzTestInputs/readsOrRefuses")));
        segments(Files.createDirectories(resources.resolve("JournalFuzzTestInputs/readsOrRefuses")));
    }

    private static void models(Path folder) throws IOException {
        for (String policy : List.of("LinUCB", "LinTS", "UCB-GLM", "Laplace-TS", "SGD-TS", "GLOC", "LinUCB-disjoint")) {
            write(folder, policy, learnt(policy, ""));
        }
        for (String tuner : List.of("Fixed", "CDT", "OP", "TL", "Corral", "RandUCB", "Zooming")) {
            write(folder, "LinUCB-" + tuner, learnt("LinUCB", tuner));
        }
        byte[] good = learnt("LinUCB", "");
        write(folder, "cut", Arrays.copyOf(good, good.length / 2));
        write(folder, "empty", new byte[0]);
        good[40] ^= 0x40;
        write(folder, "flipped", good);
    }

    private static void states(Path folder) throws IOException {
        for (Aggregation aggregation : Aggregation.values()) {
            for (String policy : List.of("LinUCB", "LinUCB-disjoint", "Laplace-TS")) {
                write(folder, policy + "-" + aggregation, lived(policy, aggregation));
            }
        }
        byte[] good = lived("LinUCB", Aggregation.LAST);
        write(
                folder,
                "fresh",
                LiveBandit.create(1, live("LinUCB", Aggregation.FIRST)).write());
        write(folder, "cut", Arrays.copyOf(good, good.length - 100));
        write(folder, "empty", new byte[0]);
        good[good.length / 2] ^= 0x10;
        write(folder, "flipped", good);
    }

    private static LiveDefinition live(String policy, Aggregation aggregation) {
        return new LiveDefinition(
                definition(policy, ""),
                new RewardRules(Duration.ofSeconds(1), Learning.AT_WINDOW_END, aggregation, OptionalDouble.empty()));
    }

    /** Decisions that wait, were rewarded, were learnt and have expired; a catalogue, remembered ids, an observation. */
    private static byte[] lived(String policy, Aggregation aggregation) {
        LiveBandit bandit = LiveBandit.create(1, live(policy, aggregation));
        long[] position = {0};
        EventAppender log = (event, time) -> ++position[0];
        bandit.catalogue(ARMS, 1, log);
        for (int i = 1; i <= 4; i++) {
            Offer offer = i % 2 == 0 ? new Offer.Inline(ARMS) : new Offer.FromCatalogue(0, List.of());
            bandit.decide(new DecisionRequest("c" + i, CONTEXT, offer, i % 2 + 1), 400L * i, log);
            bandit.reward(i, "r" + i, i % 2, 400L * i + 1, log);
            bandit.closeDue(400L * i + 2, log);
        }
        bandit.decide(new DecisionRequest("", CONTEXT, new Offer.Inline(ARMS), 1), 1_700, log);
        bandit.observe(
                new Observation("o", CONTEXT, new Offer.Inline(ARMS), "a", 0.5, OptionalDouble.of(1)), 1_800, log);
        return bandit.write();
    }

    private static byte[] learnt(String policy, String tuner) {
        DefinedBandit bandit = new DefinedBandit(definition(policy, tuner));
        for (int i = 0; i < 5; i++) {
            bandit.reward(bandit.decide(CONTEXT, ARMS), i % 2);
        }
        return bandit.save(new SettledRounds(0));
    }

    private static BanditDefinition definition(String policy, String tuner) {
        return Attune.bandit()
                .seed(0)
                .policy(policy)
                .tuner(tuner)
                .rewards(0, 1)
                .encoder(EncoderDefinition.builder()
                        .dimension(4)
                        .armIdentity(ArmIdentity.ALWAYS)
                        .build())
                .definition();
    }

    private static void segments(Path folder) throws IOException {
        List<JournalEvent> events = List.of(
                new JournalEvent.Created(1, "drinks", "{}"),
                new JournalEvent.Catalogued(1, 1, ARMS),
                decided(new Offer.Inline(ARMS), false),
                decided(new Offer.FromCatalogue(1, List.of()), false),
                decided(new Offer.FromCatalogue(1, List.of("a", "b")), true),
                new JournalEvent.Rewarded(1, 1, "r", 1),
                new JournalEvent.Joined(1, 1, 0.5),
                new JournalEvent.Expired(1, 1),
                new JournalEvent.Changed(1, "paused", "{\"by\":\"me\"}"));
        for (JournalEvent event : events) {
            String name = event.getClass().getSimpleName() + "-" + events.indexOf(event);
            write(folder, name, segment(List.of(event), true));
        }
        byte[] all = segment(events, true);
        write(folder, "all", all);
        write(folder, "unsealed", segment(events, false));
        write(folder, "torn", Arrays.copyOf(all, all.length - 60));
        write(folder, "header", Arrays.copyOf(all, 28));
        write(folder, "empty", new byte[0]);
        byte[] damaged = all.clone();
        damaged[100] ^= 1;
        write(folder, "damaged", damaged);
        byte[] lengthy = all.clone();
        lengthy[28] = 0x7F;
        write(folder, "lengthy", lengthy);
    }

    private static Decided decided(Offer offer, boolean byCaller) {
        double[] x = {1, 0.5};
        double[] setting = {0.1};
        double[] memo = {3};
        int[] ranking = {1};
        return new Decided(1, 1, 1, 0, "c", CONTEXT, offer, 0, ranking, x, setting, memo, 0.5, true, byCaller);
    }

    private static byte[] segment(List<JournalEvent> events, boolean seal) throws IOException {
        Path root = Files.createTempDirectory("attune-seeds");
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 16))) {
            for (JournalEvent event : events) {
                journal.append(event, 1_700_000_000_000L);
            }
        }
        byte[] bytes = Files.readAllBytes(root.resolve("journal").resolve("00000000000000000001.log"));
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(bytes, seal ? end : end - 39);
    }

    private static void write(Path folder, String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }
}
