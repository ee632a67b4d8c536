package dev.attune.bench.stream;

import dev.attune.bench.service.ServerProcess;
import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.flink.verify.StreamVerifier;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Runs stream jobs in processes of their own on a broker in this process, ends them at random moments by {@code kill -9} or with a savepoint, starts
 * them again with another parallelism, and verifies what they wrote. Each seed has its own topics, traffic and moments. The traffic has repeated,
 * late, early and invalid records, and bandits that are redefined and deleted.
 */
public final class StreamTorture {
    private static final int PARTITIONS = 3;
    private static final int MOST_SUBTASKS = 3;
    private static final int ENDS = 2; // of a seed's job, before the one that ends in order
    private static final int REQUESTS_PER_SECOND = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final long STOP_SECONDS = 120;

    private final LocalBroker broker;
    private final Path folder;
    private final int decisionsEach;
    private final Consumer<String> listener;

    /**
     * The result.
     *
     * @param seeds that were completed
     * @param kills by {@code kill -9}
     * @param stops with a savepoint
     * @param decisions that are equal to those of the replay
     * @param deadLetters that are equal to those of the replay
     * @param differences first difference of each bandit
     */
    public record Report(int seeds, int kills, int stops, long decisions, long deadLetters, List<String> differences) {
        /** Copies the differences. */
        public Report {
            differences = List.copyOf(differences);
        }
    }

    private StreamTorture(LocalBroker broker, Path folder, int decisionsEach, Consumer<String> listener) {
        this.broker = broker;
        this.folder = folder;
        this.decisionsEach = decisionsEach;
        this.listener = listener;
    }

    /**
     * Runs seeds one after the other, until the time is over or a difference was found; the last one is completed.
     *
     * @param mostSeeds largest number of seeds
     * @param decisionsEach decisions of each process, before it is ended
     * @param load number of threads that keep processors busy beside the jobs
     * @param folder for broker, checkpoints and logs; must be empty
     * @param listener receives a line for each step
     */
    public static Report run(
            Duration time,
            long firstSeed,
            int mostSeeds,
            int decisionsEach,
            int load,
            Path folder,
            Consumer<String> listener)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        AtomicBoolean busy = new AtomicBoolean(true);
        for (int i = 0; i < load; i++) {
            Thread thread = new Thread(() -> spin(busy), "attune-load-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        Report total = new Report(0, 0, 0, 0, 0, List.of());
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            StreamTorture torture = new StreamTorture(broker, folder, decisionsEach, listener);
            do {
                Report one = torture.seed(firstSeed + total.seeds());
                total = new Report(
                        total.seeds() + 1,
                        total.kills() + one.kills(),
                        total.stops() + one.stops(),
                        total.decisions() + one.decisions(),
                        total.deadLetters() + one.deadLetters(),
                        one.differences());
            } while (total.differences().isEmpty() && total.seeds() < mostSeeds && System.nanoTime() < until);
        } finally {
            busy.set(false);
        }
        return total;
    }

    private static void spin(AtomicBoolean busy) {
        while (busy.get()) {
            Thread.onSpinWait();
        }
    }

    private Report seed(long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Path own = Files.createDirectories(folder.resolve("seed-" + seed));
        JobConfig config = config(own, seed, 1);
        config.kafka().createTopics(PARTITIONS);
        Sender sender = new Sender(config.kafka(), random.split());
        sender.start();
        int kills = 0;
        long seen = 0;
        Process job = null;
        try (TopicReader decisions =
                new TopicReader(config.kafka(), config.kafka().topics().decisions())) {
            for (int end = 1; end <= ENDS; end++) {
                job = start(own, seed, 1 + random.nextInt(MOST_SUBTASKS));
                seen = await(decisions, seen, seen + decisionsEach, job, own);
                Thread.sleep(random.nextLong(1_500)); // any moment between two checkpoints
                boolean kill = end == 1 || random.nextBoolean();
                kills += kill ? 1 : 0;
                end(job, kill);
                listener.accept("seed " + seed + ": " + (kill ? "kill -9" : "stop with a savepoint") + " after " + seen
                        + " decisions");
            }
            job = start(own, seed, 1 + random.nextInt(MOST_SUBTASKS));
            await(decisions, seen, seen + decisionsEach, job, own);
            sender.stopSending();
            StreamVerifier.Result result = new StreamVerifier(
                            config.kafka(), config.rules(), config.disorder(), name -> true)
                    .verify(Instant.now(), PATIENCE);
            end(job, false);
            listener.accept("seed " + seed + ": " + result.decisions() + " decisions and " + result.deadLetters()
                    + " dead letters of " + result.records() + " records are equal to the replay, "
                    + result.differences().size() + " differences");
            return new Report(1, kills, ENDS - kills, result.decisions(), result.deadLetters(), result.differences());
        } finally {
            sender.interrupt();
            if (job != null) {
                job.destroyForcibly();
            }
        }
    }

    private JobConfig config(Path own, long seed, int parallelism) throws IOException {
        String text = String.join(
                "\n",
                "bootstrap: " + broker.bootstrap(),
                "group: torture-" + seed,
                "topics: {prefix: torture-" + seed + "-}",
                "parallelism: " + parallelism,
                "checkpoints: {every: 1s}",
                "tick: 200ms",
                "early: 5s",
                "kafka: {transaction.timeout.ms: '120000'}",
                "");
        Path file = own.resolve("job.yaml");
        Files.writeString(file, text);
        return JobConfigReader.read(file, null);
    }

    private Process start(Path own, long seed, int parallelism) throws IOException {
        config(own, seed, parallelism);
        listener.accept("seed " + seed + ": start with " + parallelism + " subtasks");
        return ServerProcess.attune(
                own.resolve("console.log"),
                List.of("-Xmx1g", "-XX:+UseSerialGC"),
                List.of(
                        "stream",
                        "--config",
                        own.resolve("job.yaml").toString(),
                        "--folder",
                        own.resolve("job").toString()));
    }

    private static void end(Process job, boolean kill) throws IOException, InterruptedException {
        if (kill) {
            job.destroyForcibly();
        } else {
            job.destroy();
        }
        if (!job.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            job.destroyForcibly();
            throw new IOException("the job did not stop within " + STOP_SECONDS + " s");
        }
    }

    private static long await(TopicReader decisions, long before, long enough, Process job, Path own)
            throws IOException, InterruptedException {
        long seen = before;
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            seen += decisions.read(record -> {});
            if (seen >= enough) {
                return seen;
            }
            if (!job.isAlive()) {
                throw new IOException(
                        "the job ended with code " + job.exitValue() + "; see " + own.resolve("console.log"));
            }
            if (System.nanoTime() > until) {
                job.destroyForcibly();
                throw new IOException("only " + seen + " of " + enough + " decisions within " + PATIENCE.toMinutes()
                        + " minutes; see " + own.resolve("console.log"));
            }
            Thread.sleep(100);
        }
    }

    /** Sends the traffic of a seed, at a steady rate. */
    private static final class Sender extends Thread {
        private final KafkaConnection kafka;
        private final SplittableRandom random;
        private final AtomicBoolean sending = new AtomicBoolean(true);
        private final List<Future<RecordMetadata>> sent = new ArrayList<>();
        private volatile @Nullable Exception failed = new IOException("the traffic was not sent");

        Sender(KafkaConnection kafka, SplittableRandom random) {
            super("attune-torture-sender");
            setDaemon(true);
            this.kafka = kafka;
            this.random = random;
        }

        @Override
        public void run() {
            Properties patient = kafka.clientProperties();
            patient.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, "600000");
            patient.setProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "600000");
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(patient, new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int bandit = 0; bandit < 4; bandit++) {
                    send(producer, kafka.topics().definitions(), "b" + bandit, definition(bandit, 3));
                }
                producer.flush();
                Thread.sleep(50); // requests are later than the definitions, by the broker's clock
                for (int i = 0; sending.get(); i++) {
                    round(producer, i);
                    TimeUnit.MICROSECONDS.sleep(1_000_000 / REQUESTS_PER_SECOND);
                }
                producer.flush();
                for (Future<RecordMetadata> one : sent) {
                    one.get();
                }
                failed = null;
            } catch (ExecutionException e) {
                failed = e;
            } catch (InterruptedException e) {
                failed = e;
                Thread.currentThread().interrupt();
            }
        }

        /** Returns when all records have been sent. */
        void stopSending() throws IOException, InterruptedException {
            sending.set(false);
            join();
            Exception failure = failed;
            if (failure != null) {
                throw new IOException("the traffic cannot be sent: " + failure.getMessage(), failure);
            }
        }

        private void round(KafkaProducer<byte[], byte[]> producer, int i) {
            String key = "b" + random.nextInt(4) + (random.nextBoolean() ? "" : "~s" + random.nextInt(3));
            String request = "{\"version\":1,\"decide\":{\"id\":\"c" + i + "\",\"context\":{\"x\":"
                    + random.nextDouble() + ",\"who\":\"v" + random.nextInt(5) + "\"}}}";
            int kind = random.nextInt(100);
            if (kind < 2) {
                send(producer, kafka.topics().requests(), key, "{\"version\":1,\"decide\":" + i);
                return;
            }
            if (kind < 3) {
                String name = "b" + random.nextInt(4);
                boolean delete = name.equals("b3") && random.nextBoolean();
                send(
                        producer,
                        kafka.topics().definitions(),
                        name,
                        delete ? null : definition(3, 3 + random.nextInt(3)));
            }
            String reward = "{\"version\":1,\"reward\":{\"request\":\"c" + i + "\",\"value\":" + random.nextInt(2)
                    + ",\"id\":\"r\"}}";
            boolean early = kind < 10;
            if (early) {
                send(producer, kafka.topics().rewards(), key, reward);
            }
            send(producer, kafka.topics().requests(), key, request);
            if (kind < 20) {
                send(producer, kafka.topics().requests(), key, request);
            }
            if (!early && kind < 85) {
                send(producer, kafka.topics().rewards(), key, reward);
            }
            if (i >= 800 && kind < 40) { // long after its window
                send(
                        producer,
                        kafka.topics().rewards(),
                        key,
                        reward.replace("\"c" + i + "\"", "\"c" + (i - 800) + "\""));
            }
        }

        private static String definition(int bandit, int arms) {
            StringBuilder catalogue = new StringBuilder();
            for (int k = 0; k < arms; k++) {
                catalogue
                        .append(k == 0 ? "" : ",")
                        .append("{\"id\":\"a")
                        .append(k)
                        .append("\"}");
            }
            return "{\"version\":1,\"define\":{\"window\":\"1s\",\"learning\":\""
                    + (bandit % 2 == 0 ? "window-end" : "at-once") + "\",\"arms\":[" + catalogue + "]}}";
        }

        private void send(KafkaProducer<byte[], byte[]> producer, String topic, String key, @Nullable String value) {
            sent.add(producer.send(new ProducerRecord<>(
                    topic,
                    key.getBytes(StandardCharsets.UTF_8),
                    value == null ? null : value.getBytes(StandardCharsets.UTF_8))));
        }
    }
}
