package dev.attune.cli;

import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.Retention;
import dev.attune.live.ReplayMismatchException;
import dev.attune.live.json.DurationText;
import dev.attune.live.json.JsonLimits;
import dev.attune.server.AlertWebhook;
import dev.attune.server.AttuneServer;
import dev.attune.server.Playground;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import dev.attune.server.http.HttpOptions;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune serve}: runs the decision service. */
@Command(
        name = "serve",
        description = {
            "Runs the decision service on a data folder.",
            "",
            "Every response is durable. SIGTERM or Ctrl-C completes the requests in progress and stops; the next start"
                    + " continues from the same state."
        },
        footer = {
            "  attune serve                           local, without keys",
            "  attune serve --playground              the same with simulated visitors",
            "  attune serve --follow localhost:9092   decide by the models of 'attune stream', which learns",
            "  attune keys new --name web --scopes decide,reward --file keys.txt",
            "  attune serve --host 0.0.0.0 --keys keys.txt --tls-cert cert.pem --tls-key key.pem"
        },
        sortOptions = false,
        preprocessor = ServeConfig.class)
final class ServeCommand extends Subcommand {
    private static final Duration SNAPSHOT_AGE = Duration.ofMinutes(10);
    private static final Duration ALERTS_EVERY = Duration.ofMinutes(1);
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([KMGT]?)B?");
    private static final String EVALUATION_HEAP = "1g";
    private static final Duration EVALUATION_LIMIT = Duration.ofMinutes(15);

    @Option(
            names = ServeConfig.CONFIG,
            paramLabel = "FILE",
            description =
                    "YAML file of options without the dashes, such as 'port: 80'. A variable such as ATTUNE_MAX_BODY takes"
                            + " precedence over it, and an option of the command line over both.")
    private @Nullable Path config;

    @Option(
            names = "--print-config",
            description = "Print the value of every option and where it comes from, and exit.")
    private boolean printConfig;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "attune-data",
            description = "Data folder; created if absent (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
    private String host;

    @Option(names = "--port", defaultValue = "8080", description = "Port; 0 for any free one (default: 8080).")
    private int port;

    @Option(names = "--keys", paramLabel = "FILE", description = "Key file, written by 'attune keys new'.")
    private @Nullable Path keys;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate chain for TLS (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Private key for TLS (PEM).")
    private @Nullable Path privateKey;

    @Option(names = "--no-warmup", description = "Skip the warm-up: ready earlier, but the first requests are slower.")
    private boolean noWarmup;

    @Option(
            names = "--alerts",
            paramLabel = "URL",
            description =
                    "Send alerts to this address by POST when a bandit needs attention or the disk is nearly full.")
    private @Nullable URI alerts;

    @Option(
            names = "--alerts-secret",
            paramLabel = "FILE",
            description = "File with the secret that signs alerts; required by --alerts.")
    private @Nullable Path alertsSecret;

    @Option(
            names = "--playground",
            description = "Create two bandits with simulated visitors, to watch on the dashboard.")
    private boolean playground;

    @Mixin
    private FollowOptions follow = new FollowOptions();

    @Option(names = "--metrics-per-bandit", description = "Add the names of bandits as labels of metrics.")
    private boolean metricsPerBandit;

    @Option(
            names = "--retain-age",
            paramLabel = "AGE",
            description = "How long journal files are kept, such as 30d (default: forever).")
    private @Nullable String retainAge;

    @Option(
            names = "--retain-size",
            paramLabel = "SIZE",
            description = "How much of the journal is kept, such as 10GB (default: all).")
    private @Nullable String retainSize;

    @Option(
            names = "--max-body",
            paramLabel = "SIZE",
            defaultValue = "1MB",
            description = "Maximum size of a request body (default: 1MB).")
    private String maxBody;

    @Option(
            names = "--max-arms",
            defaultValue = "10000",
            description = "Maximum number of arms in a request (default: 10000).")
    private int maxArms;

    @Option(
            names = "--max-features",
            defaultValue = "1000",
            description = "Maximum number of features of a context or arm (default: 1000).")
    private int maxFeatures;

    @Option(
            names = "--max-batch",
            defaultValue = "1000",
            description = "Maximum number of entries in a batch (default: 1000).")
    private int maxBatch;

    @Option(
            names = "--max-connections",
            defaultValue = "10000",
            description = "Maximum number of connections (default: 10000).")
    private int maxConnections;

    @Option(
            names = "--max-waiting",
            defaultValue = "1000000",
            description = "Maximum number of decisions that wait for rewards (default: 1000000).")
    private long maxWaiting;

    @Option(
            names = "--in-memory",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Number of bandits kept in memory; others are on disk (default: 1000).")
    private int inMemory;

    @Option(
            names = "--segment-size",
            paramLabel = "SIZE",
            defaultValue = "64MB",
            description = "Size of a journal file (default: ${DEFAULT-VALUE}).")
    private String segmentSize;

    @Option(
            names = "--snapshot-events",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "Number of events between snapshots, which bound the replay at the next start (default: ${DEFAULT-VALUE}).")
    private long snapshotEvents;

    @Option(
            names = "--access-log",
            description = "Log every request: id, client, key, method, path, status, microseconds.")
    private boolean accessLog;

    @Mixin
    private LogOptions log = new LogOptions();

    @Override
    public Integer call() throws IOException {
        if (printConfig) {
            ((ServeConfig) spec().preprocessor()).print(spec(), out());
            return 0;
        }
        log.toErrorsOrFile();
        follow.check(spec().commandLine().getParseResult());
        ServerOptions options = follow.applied(options());
        ServerListener listener = new LogListener(out(), accessLog);
        AttuneServer server = AttuneServer.start(options, listener);
        Thread hook = new Thread(() -> stop(server), "attune-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            banner(server);
            server.awaitReady();
            firstSteps(server);
            if (playground) {
                play(server);
            }
            if (alerts != null) {
                alert(server, options, listener);
            }
            new CountDownLatch(1).await(); // until the process is stopped
        } catch (JournalFormatException | ReplayMismatchException e) {
            throw new IOException(
                    "the journal in " + data + " is damaged: " + e.getMessage() + ". 'attune journal repair " + data
                            + "' shows what can be recovered, and asks before it changes anything",
                    e);
        } catch (CancellationException e) {
            return 0; // stopped before it had caught up with the stream
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            removeHook(hook);
            stop(server);
        }
        return 0;
    }

    private void alert(AttuneServer server, ServerOptions options, ServerListener listener) throws IOException {
        URI address = alerts;
        Path secret = alertsSecret;
        if (address == null || secret == null) {
            throw new IllegalArgumentException(
                    "--alerts needs --alerts-secret FILE, with the secret that signs alerts");
        }
        AlertWebhook.start(
                address,
                AlertWebhook.secret(secret),
                options.runtime().folder(),
                server.bandits()::rows,
                listener,
                ALERTS_EVERY);
    }

    private void play(AttuneServer server) {
        long now = System.currentTimeMillis();
        if (follow.wanted()) {
            Playground.follow(server.bandits(), now);
            out().println("playground: simulated visitors use the stream's bandits " + Playground.DEFAULT + " and "
                    + Playground.ZOOMING + ", once they are defined; open " + server.uri() + "/");
        } else {
            Playground.start(server.runtime(), now);
            out().println("playground: simulated visitors use two bandits; open " + server.uri() + "/");
        }
    }

    private ServerOptions options() {
        Retention retention = new Retention(
                retainAge == null ? Retention.ALL.age() : DurationText.parse(retainAge),
                retainSize == null ? Retention.ALL.bytes() : bytes(retainSize));
        HttpOptions http = HttpOptions.local(port)
                .at(host, port)
                .withLimits((int) Math.min(Integer.MAX_VALUE, bytes(maxBody)), maxConnections)
                .withTls(certificate, privateKey)
                .withKeys(keys);
        return ServerOptions.of(data, port)
                .withRuntime(RuntimeOptions.of(data)
                        .withRetention(retention)
                        .withWaiting(maxWaiting)
                        .withResidents(inMemory)
                        .withSnapshots(snapshotEvents, SNAPSHOT_AGE)
                        .withJournal(JournalOptions.DEFAULT.withSegmentBytes(
                                (int) Math.min(Integer.MAX_VALUE, bytes(segmentSize)))))
                .withHttp(http)
                .withLimits(JsonLimits.DEFAULT.withCounts(maxArms, maxFeatures, maxBatch))
                .withWarmup(!noWarmup)
                .withMetricsPerBandit(metricsPerBandit)
                .withEvaluator(new EvaluationProcess(data, EVALUATION_HEAP, EVALUATION_LIMIT));
    }

    /** Parses a size such as {@code 500KB} or {@code 10GB}; units are powers of 1,024. */
    private static long bytes(String text) {
        Matcher parts = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size; write a number and KB, MB, GB or TB, such as 10GB");
        }
        int unit = parts.group(2).isEmpty() ? 0 : 1 + "KMGT".indexOf(parts.group(2));
        return Long.parseLong(parts.group(1)) << (10 * unit);
    }

    private void banner(AttuneServer server) throws IOException {
        PrintWriter out = out();
        out.println("attune " + BuildVersion.number() + " listens on " + server.uri());
        if (config != null) {
            out.println("configuration: " + config);
        }
        out.println(
                follow.wanted()
                        ? "follows " + follow.stream() + ", which learns"
                        : "data folder: " + data.toAbsolutePath().normalize());
        out.println(
                keys == null
                        ? "NO KEYS: every client on this machine has full access (--keys FILE restricts it)"
                        : "keys: " + keys + ", reloaded when it changes");
        if (keys != null && !server.uri().getScheme().equals("https")) {
            out.println("NO TLS: keys are sent unencrypted; use --tls-cert and --tls-key, or a proxy with TLS");
        }
    }

    /** Prints a first request to try. */
    private void firstSteps(AttuneServer server) {
        String bandits = server.uri() + "/v1/bandits";
        String post = (keys == null ? "" : " -H \"Authorization: Bearer $ATTUNE_KEY\"")
                + " -H 'Content-Type: application/json' -d ";
        if (!follow.wanted() && server.bandits().list("", 1).isEmpty()) {
            out().println("create a bandit and request its first decision:");
            out().println("  curl -s " + bandits + post + "'{\"name\":\"first\"}' --next -s " + bandits
                    + "/first/decisions" + post + "'{\"arms\":[\"a\",\"b\",\"c\"]}'");
        }
        out().println("API description: " + server.uri() + "/openapi.json");
    }

    private void stop(AttuneServer server) {
        synchronized (server) {
            try {
                if (server.isOpen()) {
                    out().println("stopping: completing requests in progress"
                            + (follow.wanted() ? "" : " and writing a last snapshot"));
                    server.close();
                    out().println("stopped");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Logs what the server reports; the steps of the start are printed too. */
    private record LogListener(PrintWriter out, boolean wantsRequests) implements ServerListener {
        private static final Logger SERVER = LoggerFactory.getLogger("attune.server");
        private static final Logger ACCESS = LoggerFactory.getLogger("attune.access");

        @Override
        public void recovered(long events, Duration took) {
            print(String.format(Locale.ROOT, "recovered: %d events replayed in %.1f s", events, took.toMillis() / 1e3));
        }

        @Override
        public void ready() {
            print("ready");
        }

        @Override
        public void info(String message) {
            SERVER.info(message);
        }

        @Override
        public void warning(String message) {
            SERVER.warn(message);
        }

        @Override
        public void internalError(String id, Throwable thrown) {
            SERVER.error("internal error {}", id, thrown);
        }

        @Override
        public void answered(
                String id, String client, String key, String method, String path, int status, long micros) {
            ACCESS.info("{} {} {} {} {} {} {} us", id, client, key.isEmpty() ? "-" : key, method, path, status, micros);
        }

        private void print(String line) {
            SERVER.info(line);
            out.println(line);
        }
    }
}
