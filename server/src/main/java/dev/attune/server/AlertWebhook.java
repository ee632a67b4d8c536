package dev.attune.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.Health;
import dev.attune.live.statistics.Row;
import dev.attune.server.runtime.WorkerPool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sends alerts to an address by HTTP POST: when a bandit begins or ceases to need attention, as when rewards fall or
 * stop, when one that needs attention
 * has another alarm, and when the disk is nearly full. Each alert is one JSON object with
 * {@code id, time, kind, bandit, message}. The header {@code Attune-Signature} has HMAC-SHA-256
 * of the body with a secret, in hexadecimal digits after {@code sha256=}. An alert that is not answered by a status below 300 is sent again,
 * in growing intervals, up to {@value #MOST_ATTEMPTS} times, with the same id; the queue has at most {@value #MOST_WAITING}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the task reports its own failures
public final class AlertWebhook implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 8;
    private static final int MOST_WAITING = 1_000;
    private static final double LEAST_FREE = 0.05; // of the disk
    private static final long LEAST_BYTES = 1L << 30;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * An alert.
     *
     * @param id the same for every attempt
     * @param time in milliseconds since 1970
     * @param kind {@code attention}, {@code resolved}, {@code disk} or {@code disk-resolved}
     * @param bandit its name; empty for the service as a whole
     * @param message one sentence
     */
    private record Alert(String id, long time, String kind, String bandit, String message) {}

    /**
     * Why a bandit needs attention.
     *
     * @param alarm number of its newest alarm that needs attention; 0 if it has none
     */
    private record Trouble(String reason, String action, long alarm) {
        static Trouble of(Row row) {
            Alarm newest = row.alarms().isEmpty() ? null : row.alarms().get(0);
            return newest == null
                    ? new Trouble(row.health().reason(), "", 0)
                    : new Trouble(row.health().reason(), newest.action(), newest.id());
        }

        String message() {
            return action.isEmpty() ? reason : reason + ". " + action;
        }
    }

    private final URI address;
    private final byte[] secret;
    private final Path folder;
    private final Supplier<List<Row>> bandits;
    private final ServerListener listener;
    private final long everyMillis;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(WorkerPool.daemons("attune-alerts"));
    private Map<String, Trouble> troubled = Map.of(); // by bandit; used by the thread alone, as are the others
    private final ArrayDeque<Alert> queue = new ArrayDeque<>();
    private boolean diskFull;
    private int attempts; // of the first in the queue
    private long notBefore; // in nanoseconds, of the next attempt

    private AlertWebhook(
            URI address,
            byte[] secret,
            Path folder,
            Supplier<List<Row>> bandits,
            ServerListener listener,
            long everyMillis) {
        this.address = address;
        this.secret = secret;
        this.folder = folder;
        this.bandits = bandits;
        this.listener = listener;
        this.everyMillis = everyMillis;
    }

    /**
     * Starts to watch.
     *
     * @param address http or https
     * @param secret signs bodies
     * @param folder whose disk is watched
     * @param bandits the lines of all bandits
     * @param every time between two checks
     */
    public static AlertWebhook start(
            URI address,
            byte[] secret,
            Path folder,
            Supplier<List<Row>> bandits,
            ServerListener listener,
            Duration every) {
        if (!"http".equals(address.getScheme()) && !"https".equals(address.getScheme())) {
            throw new IllegalArgumentException(
                    "the address of alerts = " + address + " must begin with http:// or https://");
        }
        if (secret.length == 0) {
            throw new IllegalArgumentException("the secret of alerts must not be empty");
        }
        AlertWebhook started = new AlertWebhook(address, secret.clone(), folder, bandits, listener, every.toMillis());
        var unused = started.clock.scheduleWithFixedDelay(started::run, 0, started.everyMillis, TimeUnit.MILLISECONDS);
        return started;
    }

    private void run() {
        try {
            check();
            send();
        } catch (RuntimeException | Error e) { // otherwise the clock would stop silently
            listener.warning("alerts could not be checked: " + e);
        }
    }

    private void check() {
        Map<String, Trouble> now = new HashMap<>();
        for (Row row : bandits.get()) {
            if (row.health().state() == Health.State.ATTENTION) {
                now.put(row.name(), Trouble.of(row));
            }
        }
        now.forEach((name, trouble) -> {
            Trouble before = troubled.get(name);
            if (before == null || trouble.alarm > before.alarm) {
                add("attention", name, trouble.message());
            }
        });
        troubled.forEach((name, trouble) -> {
            if (!now.containsKey(name)) {
                add("resolved", name, "no longer: " + trouble.reason);
            }
        });
        troubled = now;
        try {
            FileStore disk = Files.getFileStore(folder);
            long free = disk.getUsableSpace();
            boolean full = free < LEAST_BYTES && free < LEAST_FREE * disk.getTotalSpace();
            if (full != diskFull) {
                diskFull = full;
                add(
                        full ? "disk" : "disk-resolved",
                        "",
                        "the disk of the data folder has " + free / 1_000_000 + " MB left");
            }
        } catch (IOException e) {
            listener.warning("the free space of the data folder is unknown: " + e.getMessage());
        }
    }

    private void add(String kind, String bandit, String message) {
        if (queue.size() >= MOST_WAITING) {
            listener.warning("an alert was dropped, because " + MOST_WAITING + " wait to be sent: " + message);
            return;
        }
        queue.addLast(new Alert(UUID.randomUUID().toString(), System.currentTimeMillis(), kind, bandit, message));
    }

    private void send() {
        while (!queue.isEmpty() && System.nanoTime() - notBefore >= 0) {
            Alert first = queue.getFirst();
            String problem = attempt(first);
            if (problem.isEmpty()) {
                queue.removeFirst();
                attempts = 0;
            } else if (++attempts >= MOST_ATTEMPTS) {
                listener.warning("an alert was not delivered after " + attempts + " attempts: " + problem
                        + "; it said: " + first.message);
                queue.removeFirst();
                attempts = 0;
            } else {
                notBefore =
                        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(everyMillis << Math.min(10, attempts - 1));
                listener.warning("an alert could not be delivered and will be sent again: " + problem);
                return;
            }
        }
    }

    /** Sends an alert once; returns what went wrong, empty if nothing. */
    private String attempt(Alert alert) {
        try {
            byte[] body = JSON.writeValueAsBytes(alert);
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(address)
                            .timeout(PATIENCE)
                            .header("Content-Type", "application/json")
                            .header("Attune-Signature", "sha256=" + signature(body))
                            .POST(BodyPublishers.ofByteArray(body))
                            .build(),
                    BodyHandlers.discarding());
            return answer.statusCode() < 300 ? "" : address + " answered with status " + answer.statusCode();
        } catch (IOException e) {
            return address + " does not answer: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** Returns the secret in a file, without white space around it. */
    public static byte[] secret(Path file) throws IOException {
        return Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
