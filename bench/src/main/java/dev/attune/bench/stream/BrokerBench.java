package dev.attune.bench.stream;

import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.flink.job.StreamJob;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.FailedCheckpointStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The whole job between topics. Broker, job and the reader of decisions share one process. First the job reads a backlog of requests and rewards;
 * then single requests arrive, on an idle machine and beside busy threads.
 */
final class BrokerBench {
    private static final String BENCH_GROUP = "bench";
    private static final int PARTITIONS = 4;
    private static final int SUBTASKS = Runtime.getRuntime().availableProcessors();
    private static final int SINGLE = 5; // requests whose way is timed
    private static final int MOST_CHECKPOINTS = 1_000; // in the history
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final KafkaConnection kafka;
    private final GeneratedRecords records;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private long sent; // rounds whose requests were sent
    private long read; // decisions

    /**
     * What was measured.
     *
     * @param startSeconds from the start of the job until its first decision can be read
     * @param decisionsPerSecond while the backlog is read, without the first third
     * @param checkpointMillis the longest checkpoint, from its trigger until it was complete
     * @param checkpoints number of complete checkpoints
     * @param failedCheckpoints number of checkpoints that were not completed
     * @param idleSeconds the longest way of a single request, until its decision could be read
     * @param busySeconds the same beside two busy threads
     * @param longest what the longest checkpoint consisted of
     * @param failures why checkpoints were not completed
     */
    record Result(
            double startSeconds,
            double decisionsPerSecond,
            double checkpointMillis,
            long checkpoints,
            long failedCheckpoints,
            double idleSeconds,
            double busySeconds,
            String longest,
            List<String> failures) {
        /** Copies the list. */
        Result {
            failures = List.copyOf(failures);
        }
    }

    private BrokerBench(
            KafkaConnection kafka,
            GeneratedRecords records,
            KafkaProducer<byte[], byte[]> producer,
            KafkaConsumer<byte[], byte[]> consumer) {
        this.kafka = kafka;
        this.records = records;
        this.producer = producer;
        this.consumer = consumer;
    }

    /**
     * Measures.
     *
     * @param decisions in the backlog
     * @param flink settings of the cluster
     */
    static Result run(Path folder, int bandits, long decisions, Configuration flink)
            throws IOException, InterruptedException {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("kafka"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("bench-"), BENCH_GROUP, Map.of());
            try (Admin admin = kafka.admin()) {
                TopicSetup.create(admin, kafka.topics(), PARTITIONS);
            }
            Properties reading = kafka.clientProperties();
            reading.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            try (var producer = new KafkaProducer<>(
                            kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
                    var consumer =
                            new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                GeneratedRecords records =
                        new GeneratedRecords(GeneratedRecords.Kind.CATALOGUE, bandits, Long.MAX_VALUE);
                BrokerBench bench = new BrokerBench(kafka, records, producer, consumer);
                bench.fill(decisions);
                JobConfig config = JobConfigReader.read(
                        "the benchmark",
                        "{topics: {prefix: bench-}, group: bench, parallelism: " + SUBTASKS
                                + ", checkpoints: {every: 1s, folder: \""
                                + folder.resolve("job").toUri() + "\"}}",
                        broker.bootstrap());
                return bench.run(config, decisions, flink);
            }
        }
    }

    private Result run(JobConfig config, long decisions, Configuration flink) throws IOException, InterruptedException {
        Configuration settings = new Configuration(flink);
        settings.setString("rest.bind-port", "0");
        settings.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, MOST_CHECKPOINTS);
        MiniClusterConfiguration one = new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SUBTASKS)
                .setConfiguration(settings)
                .build();
        MiniCluster cluster = new MiniCluster(one);
        try {
            cluster.start();
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
            StreamJob.build(env, config);
            JobGraph graph = env.getStreamGraph().getJobGraph();
            long began = System.nanoTime();
            cluster.submitJob(graph).get();
            await(1);
            double start = secondsSince(began);
            await(decisions / 3);
            long readBefore = read;
            long warm = System.nanoTime();
            await(decisions);
            double perSecond = (read - readBefore) / secondsSince(warm);
            double idle = slowestOfSingle();
            double busy = besideBusyThreads();
            JobID job = graph.getJobID();
            CheckpointStatsSnapshot checkpoints =
                    cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
            cluster.cancelJob(job).get();
            return new Result(
                    start,
                    perSecond,
                    checkpoints.getSummaryStats().getEndToEndDurationStats().getMaximum(),
                    checkpoints.getCounts().getNumberOfCompletedCheckpoints(),
                    checkpoints.getCounts().getNumberOfFailedCheckpoints(),
                    idle,
                    busy,
                    longest(checkpoints),
                    checkpoints.getHistory().getCheckpoints().stream()
                            .filter(FailedCheckpointStats.class::isInstance)
                            .map(failed -> "checkpoint " + failed.getCheckpointId() + ": "
                                    + ((FailedCheckpointStats) failed).getFailureMessage())
                            .toList());
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (ExecutionException e) {
            throw new IOException("the job has failed: " + e.getCause(), e);
        } catch (Exception e) {
            throw new IOException("the job does not start: " + e.getMessage(), e);
        } finally {
            cluster.closeAsync().join();
        }
    }

    /** Returns the parts of the longest checkpoint, each of the slowest subtask. */
    private static String longest(CheckpointStatsSnapshot checkpoints) {
        CompletedCheckpointStats longest = checkpoints.getHistory().getCheckpoints().stream()
                .filter(CompletedCheckpointStats.class::isInstance)
                .map(CompletedCheckpointStats.class::cast)
                .max(Comparator.comparingLong(AbstractCheckpointStats::getEndToEndDuration))
                .orElse(null);
        if (longest == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "number %d, %d ms, %.1f MB",
                longest.getCheckpointId(),
                longest.getEndToEndDuration(),
                longest.getStateSize() * 1e-6));
        for (TaskStateStats task : longest.getAllTaskStateStats()) {
            TaskStateStats.TaskStateStatsSummary all = task.getSummaryStats();
            text.append(String.format(
                    Locale.ROOT,
                    "; task %s: start %d, alignment %d, sync %d, async %d ms",
                    task.getJobVertexId().toString().substring(0, 4),
                    all.getCheckpointStartDelayStats().getMaximum(),
                    all.getAlignmentDurationStats().getMaximum(),
                    all.getSyncCheckpointDurationStats().getMaximum(),
                    all.getAsyncCheckpointDurationStats().getMaximum()));
        }
        return text.toString();
    }

    private double besideBusyThreads() throws IOException, InterruptedException {
        List<Thread> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(BrokerBench::spin, "busy");
            thread.setDaemon(true);
            thread.start();
            busy.add(thread);
        }
        try {
            return slowestOfSingle();
        } finally {
            busy.forEach(Thread::interrupt);
            for (Thread thread : busy) {
                thread.join();
            }
        }
    }

    private static void spin() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    private double slowestOfSingle() throws IOException {
        double slowest = 0;
        for (int i = 0; i < SINGLE; i++) {
            long began = System.nanoTime();
            request();
            producer.flush();
            await(sent);
            slowest = Math.max(slowest, secondsSince(began));
        }
        return slowest;
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) * 1e-9;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is lost shows as a decision that never comes
    private void fill(long decisions) {
        producer.send(new ProducerRecord<>(
                kafka.topics().definitions(), bytes(GeneratedRecords.BANDIT), records.definition()));
        producer.flush(); // before the first request, also by the broker's clock
        while (sent < decisions) {
            byte[] key = bytes(records.key(sent));
            byte[] reward = records.reward(sent);
            request();
            producer.send(new ProducerRecord<>(kafka.topics().rewards(), key, reward));
        }
        producer.flush();
        List<TopicPartition> partitions = consumer.partitionsFor(kafka.topics().decisions()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void request() {
        producer.send(new ProducerRecord<>(kafka.topics().requests(), bytes(records.key(sent)), records.request(sent)));
        sent++;
    }

    private void await(long decisions) throws IOException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (read < decisions) {
            read += consumer.poll(POLL).count();
            if (System.nanoTime() > until) {
                throw new IOException(read + " of " + decisions + " decisions after " + PATIENCE);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
