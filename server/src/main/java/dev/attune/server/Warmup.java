package dev.attune.server;

import dev.attune.journal.JournalOptions;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lets the JIT compiler work before the first request: the first requests of a JVM take many times as long as later ones. A second service
 * on a temporary folder, in the same process, gets a few thousand requests and is discarded.
 */
final class Warmup {
    /** How the names of its folders begin: several services of a machine share the folder of temporary files. */
    private static final String PREFIX =
            "attune-warmup-" + ProcessHandle.current().pid() + "-";

    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final int REQUESTS = 6_000;
    private static final int AT_ONCE = 16;
    private static final String ARMS = IntStream.range(0, 10)
            .mapToObj(arm -> "{\"id\":\"a" + arm + "\",\"features\":{\"price\":" + (arm + 0.5) + ",\"kind\":\"k"
                    + arm % 3 + "\"}}")
            .collect(Collectors.joining(","));
    private static final int SEGMENT = 8 << 20;
    private static final Pattern DECISION = Pattern.compile("\"decision\":\"([^\"]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI service;

    private Warmup(URI service) {
        this.service = service;
    }

    static void run() throws IOException {
        Path folder = Files.createTempDirectory(PREFIX);
        try {
            ServerOptions options = ServerOptions.of(folder, 0)
                    .withWarmup(false)
                    .withRuntime(
                            RuntimeOptions.of(folder).withJournal(JournalOptions.DEFAULT.withSegmentBytes(SEGMENT)));
            try (AttuneServer scratch = AttuneServer.start(options, ServerListener.NONE)) {
                scratch.awaitReady();
                new Warmup(scratch.uri()).play();
            }
        } finally {
            delete(folder);
        }
    }

    private void play() {
        post("/v1/bandits", "{\"name\":\"warmup\",\"learning\":\"at-once\"}").join();
        long end = System.nanoTime() + LONGEST.toNanos();
        for (int done = 0; done < REQUESTS && System.nanoTime() < end; done += 2 * AT_ONCE) {
            List<CompletableFuture<String>> rounds = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                double reward = i % 2;
                rounds.add(post("/v1/bandits/warmup/decisions", request(done + i))
                        .thenCompose(answer -> {
                            Matcher decision = DECISION.matcher(answer);
                            return decision.find()
                                    ? post(
                                            "/v1/decisions/" + decision.group(1) + "/reward",
                                            "{\"value\":" + reward + "}")
                                    : CompletableFuture.completedFuture(answer);
                        }));
            }
            rounds.forEach(CompletableFuture::join);
        }
    }

    private static String request(int number) {
        return "{\"context\":{\"hour\":" + number % 24 + ",\"country\":\"c" + number % 7 + "\"},\"arms\":[" + ARMS
                + "]}";
    }

    private CompletableFuture<String> post(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(service.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> response.body());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
