package dev.attune.bench.service;

import dev.attune.bench.Figure;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.DefinitionJson;
import dev.attune.math.RoundRandom;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Time to look up and to replay past decisions. A bandit with a catalogue of ten arms makes decisions with rewards; a snapshot is written every
 * 50,000 events. {@code lookup}: the record of a decision with its rewards and end; {@code replay}: the same decision made again from the last
 * snapshot before it, or from a state that an earlier replay has kept. {@code first}: the first of all, of the last 5,000 decisions; {@code recent}:
 * others of these; {@code any}: of all. Median and largest of these look-ups, in milliseconds of wall-clock time.
 */
public final class ExplainBench {
    private static final String BENCH = "explain";
    private static final String NAME = "explained";
    private static final int BATCH = 500;
    private static final int RECENT = 5_000;
    private static final int LOOKUPS = 200;
    private static final int REPLAYS = 10;
    private static final int SNAPSHOT_EVENTS = 50_000;

    private ExplainBench() {}

    /**
     * Measures.
     *
     * @param decisions in the journal
     */
    public static void run(int decisions, Consumer<String> progress, Consumer<Figure> out) throws IOException {
        Path folder = Files.createTempDirectory("attune-bench-explain");
        try (BanditRuntime runtime = BanditRuntime.open(
                RuntimeOptions.of(folder).withSnapshots(SNAPSHOT_EVENTS, Duration.ofDays(1)), RuntimeListener.NONE)) {
            progress.accept(decisions + " decisions");
            List<String> made = play(runtime, decisions);
            out.accept(new Figure(BENCH, "journal.position", runtime.position(), "events"));
            List<String> recent = made.subList(Math.max(0, made.size() - RECENT), made.size());
            measure(
                    "lookup.first",
                    made.subList(0, 1),
                    1,
                    ref -> runtime.decision(ref).toCompletableFuture().join(),
                    out);
            measure(
                    "lookup.recent",
                    recent,
                    LOOKUPS,
                    ref -> runtime.decision(ref).toCompletableFuture().join(),
                    out);
            measure(
                    "lookup.any",
                    made,
                    LOOKUPS,
                    ref -> runtime.decision(ref).toCompletableFuture().join(),
                    out);
            measure(
                    "replay.first",
                    recent,
                    1,
                    ref -> runtime.explain(ref).toCompletableFuture().join(),
                    out);
            measure(
                    "replay.recent",
                    recent,
                    REPLAYS,
                    ref -> runtime.explain(ref).toCompletableFuture().join(),
                    out);
            measure(
                    "replay.any",
                    made,
                    REPLAYS,
                    ref -> runtime.explain(ref).toCompletableFuture().join(),
                    out);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static List<String> play(BanditRuntime runtime, int decisions) {
        List<Arm> arms = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            arms.add(new Arm("arm " + k, Features.of("price", k / 10.0)));
        }
        runtime.create(NAME, DefinitionJson.parse("{\"learning\":\"at-once\",\"window\":\"1h\"}"), arms, "bench")
                .toCompletableFuture()
                .join();
        List<String> made = new ArrayList<>();
        while (made.size() < decisions) {
            List<DecisionRequest> requests = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                requests.add(new DecisionRequest(
                        "",
                        Features.of("country", "c" + (made.size() + i) % 7, "mobile", i % 2 == 0),
                        new Offer.FromCatalogue(0, List.of()),
                        1));
            }
            List<RewardMessage> rewards = new ArrayList<>();
            for (Identified decision :
                    runtime.decide(NAME, requests).toCompletableFuture().join()) {
                String id = decision.id();
                made.add(id);
                rewards.add(new RewardMessage(id, "", decision.answer().arm().endsWith("3") ? 1 : 0));
            }
            runtime.reward(rewards).toCompletableFuture().join();
        }
        return made;
    }

    private static void measure(
            String name, List<String> from, int times, Consumer<String> look, Consumer<Figure> out) {
        RoundRandom random = new RoundRandom(5, times);
        double[] millis = new double[times];
        for (int i = 0; i < times; i++) {
            String ref = from.get(random.nextInt(from.size()));
            long began = System.nanoTime();
            look.accept(ref);
            millis[i] = (System.nanoTime() - began) / 1e6;
        }
        Arrays.sort(millis);
        out.accept(new Figure(BENCH, name + ".median", millis[times / 2], "ms"));
        out.accept(new Figure(BENCH, name + ".largest", millis[times - 1], "ms"));
    }
}
