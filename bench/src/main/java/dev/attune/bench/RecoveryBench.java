package dev.attune.bench;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The time to recover a data folder without a snapshot, on the disk of the working folder: {@code all} with all bandits in memory, {@code few} with
 * fewer than are in use, and their ratio. Seven bandits (LinUCB, 64 slots, 4 arms with 20 numbers) whose events alternate; a decision, its reward and its
 * learning are three events.
 */
public final class RecoveryBench {
    private static final String BENCH = "recovery";
    private static final int BANDITS = 7;
    private static final int FEW = 3;
    private static final int ARMS = 4;
    private static final int NUMBERS = 20;
    private static final int BATCH = 10;

    private RecoveryBench() {}

    /** Measures with at least this many events; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(long events, Consumer<String> progress, Consumer<Figure> out) {
        try {
            Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "attune-bench-recovery");
            try {
                progress.accept("writing the journal");
                fill(folder, events);
                double all = measure("all", folder, BANDITS, progress, out);
                double few = measure("few", folder, FEW, progress, out);
                out.accept(new Figure(BENCH, "few.vsAll", few / all, "x"));
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuntimeOptions options(Path folder, int residents) {
        return RuntimeOptions.of(folder).withResidents(residents).withSnapshots(Long.MAX_VALUE, Duration.ofDays(1));
    }

    private static void fill(Path folder, long events) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (BanditRuntime runtime = BanditRuntime.open(options(folder, BANDITS), RuntimeListener.NONE)) {
            for (int i = 0; i < BANDITS; i++) {
                runtime.create("b" + i, definition(i), List.of(), "bench")
                        .toCompletableFuture()
                        .join();
            }
            for (int i = 0; runtime.position() < events; i++) {
                String bandit = "b" + i % BANDITS;
                List<DecisionRequest> requests = new ArrayList<>();
                for (int r = 0; r < BATCH; r++) {
                    requests.add(request(random));
                }
                List<RewardMessage> rewards = new ArrayList<>();
                for (Identified made :
                        runtime.decide(bandit, requests).toCompletableFuture().join()) {
                    rewards.add(new RewardMessage(made.id(), "", random.nextInt(2)));
                }
                runtime.reward(rewards).toCompletableFuture().join();
            }
        }
    }

    private static LiveDefinition definition(int seed) {
        return new LiveDefinition(
                Attune.bandit()
                        .policy("LinUCB")
                        .encoder(EncoderDefinition.builder().dimension(64).build())
                        .rewards(0, 1)
                        .seed(seed)
                        .definition(),
                new RewardRules(Duration.ofHours(1), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()));
    }

    private static DecisionRequest request(SplittableRandom random) {
        List<Arm> arms = new ArrayList<>();
        for (int arm = 0; arm < ARMS; arm++) {
            Features.Builder features = Features.builder();
            for (int i = 0; i < NUMBERS; i++) {
                features.number("n" + i, random.nextDouble());
            }
            arms.add(new Arm("a" + arm, features.build()));
        }
        return new DecisionRequest("", Features.NONE, new Offer.Inline(arms), 1);
    }

    private static double measure(
            String name, Path folder, int residents, Consumer<String> progress, Consumer<Figure> out)
            throws IOException {
        progress.accept(name);
        delete(folder.resolve("snapshots")); // so that everything is replayed
        double[] figures = new double[2];
        try (BanditRuntime runtime = BanditRuntime.open(options(folder, residents), new RuntimeListener() {
            @Override
            public void recovered(long events, Duration took) {
                figures[0] = took.toMillis() / 1e3;
                figures[1] = events;
            }
        })) {
            out.accept(new Figure(BENCH, name + ".events", figures[1], ""));
            out.accept(new Figure(BENCH, name + ".seconds", figures[0], "s"));
            out.accept(new Figure(BENCH, name + ".inMemory", runtime.residents(), ""));
        }
        return figures[0];
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
