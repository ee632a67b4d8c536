package dev.attune.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends requests, and retries those that failed for a while and are safe to retry. */
final class Transport {
    /** When a request without a response may be retried. */
    enum Again {
        /** Always: it has ids, or only reads. */
        ALWAYS,
        /** Only if the service has certainly not processed it. */
        IF_NOT_DONE
    }

    private static final long FIRST_PAUSE = 100; // milliseconds; doubled each time
    private static final long LONGEST_PAUSE = 3_000;
    private static final Set<Integer> TRY_LATER = Set.of(429, 503);
    private static final String PROBLEM = "urn:attune:problem:";
    private static final String JSON = "application/json";

    private final HttpClient http;
    private final URI base;
    private final String key;
    private final Duration timeout;
    private final Duration retryFor;
    private final ObjectMapper mapper = new ObjectMapper();

    Transport(URI base, String key, Duration connectTimeout, Duration timeout, Duration retryFor) {
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // an offer to change to 2 costs a round and gains nothing here
                .connectTimeout(connectTimeout)
                .build();
        this.base = base;
        this.key = key;
        this.timeout = timeout;
        this.retryFor = retryFor;
    }

    /**
     * Sends a request.
     *
     * @param body null for none
     * @return the body of the response; fails with an {@link AttuneException}
     */
    CompletableFuture<JsonNode> send(String method, String path, byte @Nullable [] body, Again again) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(timeout).header("Accept", JSON);
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", JSON).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        }
        return new Attempts(request.build(), again).answer();
    }

    /** A request, retried until there is a response or the time is over. */
    private final class Attempts {
        private final HttpRequest request;
        private final Again again;
        private final long until = System.nanoTime() + retryFor.toNanos();
        private final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        private long pause = FIRST_PAUSE;

        Attempts(HttpRequest request, Again again) {
            this.request = request;
            this.again = again;
        }

        CompletableFuture<JsonNode> answer() {
            next();
            return answer;
        }

        private void next() {
            var unused = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                    .whenComplete(this::handle);
        }

        private void handle(@Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
            try {
                if (response == null) {
                    handleFailure(failure instanceof CompletionException ? failure.getCause() : failure);
                } else if (TRY_LATER.contains(response.statusCode())) {
                    handleRejection(response, problem(response));
                } else {
                    answer.complete(read(response));
                }
            } catch (AttuneException e) {
                answer.completeExceptionally(e);
            }
        }

        private void handleFailure(@Nullable Throwable cause) {
            boolean harmless = again == Again.ALWAYS || cause instanceof ConnectException;
            if (!(cause instanceof IOException && harmless && hasTimeFor(0))) {
                throw new AttuneException(request.method() + " " + request.uri() + " got no answer: " + cause, cause);
            }
            retry(0);
        }

        private void handleRejection(HttpResponse<byte[]> response, AttuneException refused) {
            boolean harmless = again == Again.ALWAYS || !refused.kind().equals("stopped");
            long asked = retryAfter(response);
            if (!(harmless && hasTimeFor(asked))) {
                throw refused;
            }
            retry(asked);
        }

        private boolean hasTimeFor(long asked) {
            return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(asked, pause)) < until;
        }

        private void retry(long asked) {
            long least = Math.max(asked, pause / 2); // the rest is random, or all clients would return at once
            long wait = least + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS).execute(this::next);
        }
    }

    private static long retryAfter(HttpResponse<byte[]> response) {
        try {
            return response.headers()
                    .firstValue("Retry-After")
                    .map(seconds -> TimeUnit.SECONDS.toMillis(Long.parseLong(seconds)))
                    .orElse(0L);
        } catch (NumberFormatException e) {
            return 0; // a date, which our service does not send
        }
    }

    private JsonNode read(HttpResponse<byte[]> response) {
        if (response.statusCode() / 100 != 2) {
            throw problem(response);
        }
        try {
            byte[] body = response.body();
            return body.length == 0 ? mapper.nullNode() : mapper.readTree(body);
        } catch (IOException e) {
            throw new AttuneException(response.uri() + " answered what is not JSON", e);
        }
    }

    private AttuneException problem(HttpResponse<byte[]> response) {
        JsonNode body;
        try {
            body = mapper.readTree(response.body());
        } catch (IOException e) {
            body = mapper.nullNode();
        }
        String type = body.path("type").asText("");
        if (!type.startsWith(PROBLEM)) { // a proxy, or no service of Attune at all
            return new AttuneException(
                    response.statusCode(),
                    AttuneException.UNREACHABLE,
                    "",
                    response.uri() + " is not answered by Attune");
        }
        return new AttuneException(
                response.statusCode(),
                type.substring(PROBLEM.length()),
                body.path("field").asText(""),
                body.path("detail").asText(body.path("title").asText("")));
    }
}
