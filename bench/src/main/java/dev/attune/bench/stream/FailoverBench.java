package dev.attune.bench.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.bench.Figure;
import dev.attune.bench.service.ServerProcess;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import dev.attune.client.DecisionAnswer;
import dev.attune.encode.Features;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.TopicReader;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.JsonLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Loss of each part of a service on several machines, with real processes on this machine: a Kafka broker, a stream job, and two services that follow
 * it. Under a steady load, a service, then the job with its task manager, then the broker are ended by {@code kill -9} and started again. Callers use
 * the services in turn; without an answer they repeat the request with the same id at the other service, as behind a load balancer.
 *
 * <pre>
 *   steady.perSecond      decisions acknowledged a second, before anything is lost; with as many rewards
 *   steady.gapSeconds     longest time without an acknowledged decision, of all callers together
 *   steady.slowestSeconds longest time from a request to its acknowledgement, repetitions included
 *   PART.gapSeconds, PART.slowestSeconds   the same from the loss of a part until it is back; with repeated requests as PART.repeated
 *   service.backSeconds   from the start of the lost service until it is ready
 *   job.backSeconds       from the start of the job until a service has a new model
 *   broker.downSeconds    from the loss of the broker until it accepts connections
 *   broker.backSeconds    from then until a decision is acknowledged
 *   broker.learntSeconds  from then until a service has a new model
 *   decisions, rewards    acknowledged
 *   decisions.lost        acknowledged, but not exactly once in the output of the job, with the acknowledged arm
 *   rewards.lost          acknowledged, but not learnt
 *   unacknowledged        decisions of the job that no caller got
 * </pre>
 */
public final class FailoverBench {
    private static final String BENCH = "failover";
    private static final String BANDIT = "drinks";
    private static final String SEPARATOR = "@"; // between bandit and request in the id of a decision
    private static final String PREFIX = "failover-";
    private static final int PARTITIONS = 2;
    private static final int CALLERS = 8;
    private static final int SERVICES = 2;
    private static final long REPEAT_MILLIS = 50;
    private static final long LOOK_MILLIS = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LEARNING = Duration.ofSeconds(60); // of the job, without a sign of it
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m");
    private static final List<String> JOB_JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final int seconds;
    private final double perSecond;
    private final Consumer<String> progress;
    private final Consumer<Figure> out;
    private final KafkaConnection kafka;
    private final int brokerPort;
    private final int[] ports = new int[SERVICES];
    private final List<AttuneClient> clients = new ArrayList<>();
    private final List<AutoCloseable> processes = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean calling = true;

    /**
     * A decision that a caller got.
     *
     * @param id as the service gave it
     * @param reward id of its reward; empty until the reward is acknowledged
     */
    private record Acknowledged(String id, String arm, long asked, long answered, String reward) {}

    private final ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();

    private FailoverBench(Path folder, int seconds, double perSecond, Consumer<String> progress, Consumer<Figure> out)
            throws IOException {
        this.folder = folder;
        this.seconds = seconds;
        this.perSecond = perSecond;
        this.progress = progress;
        this.out = out;
        this.brokerPort = ServerProcess.freePort();
        this.kafka = new KafkaConnection("127.0.0.1:" + brokerPort, Topics.of(PREFIX), "failover", Map.of());
    }

    /**
     * Measures.
     *
     * @param seconds least time of the load before each loss
     * @param perSecond decisions a second that callers ask for
     * @param folder for data and logs of the processes; must be empty
     * @param progress receives what happens
     */
    public static void run(int seconds, double perSecond, Path folder, Consumer<String> progress, Consumer<Figure> out)
            throws IOException, InterruptedException {
        FailoverBench bench = new FailoverBench(folder, seconds, perSecond, progress, out);
        try {
            bench.run();
        } finally {
            bench.end();
        }
    }

    private void run() throws IOException, InterruptedException {
        Process broker = broker();
        kafka.createTopics(PARTITIONS);
        define();
        Process job = job();
        ServerProcess[] services = new ServerProcess[SERVICES];
        for (int i = 0; i < SERVICES; i++) {
            ports[i] = ServerProcess.freePort();
            services[i] = service(i);
            clients.add(AttuneClient.builder(services[i].address())
                    .retryFor(Duration.ZERO)
                    .build());
        }
        for (ServerProcess service : services) {
            service.awaitReady(PATIENCE);
        }
        for (int i = 0; i < CALLERS; i++) {
            Caller caller = new Caller(i);
            callers.add(caller);
            caller.start();
        }
        awaitModel(services[1], System.nanoTime());
        phase("steady", () -> {});

        ServerProcess[] again = services;
        phase("service", () -> {
            again[0].kill();
            again[0] = service(0);
            long began = System.nanoTime();
            again[0].awaitReady(PATIENCE);
            figure("service.backSeconds", since(began), "s");
        });

        Process[] jobs = {job};
        phase("job", () -> {
            kill(jobs[0]);
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds) / 2); // decisions go on without it
            long began = System.nanoTime();
            jobs[0] = job();
            awaitModel(again[1], began);
            figure("job.backSeconds", since(began), "s");
        });

        phase("broker", () -> {
            long lost = System.nanoTime();
            kill(broker);
            broker();
            long back = System.nanoTime();
            figure("broker.downSeconds", (back - lost) * 1e-9, "s");
            await("a decision after the broker's restart", () -> acknowledgedAfter(back));
            figure("broker.backSeconds", since(back), "s");
            awaitModel(again[1], back);
            figure("broker.learntSeconds", since(back), "s");
        });
        calling = false;
        for (Caller caller : callers) {
            caller.join();
        }
        audit();
    }

    private boolean acknowledgedAfter(long time) {
        return acknowledged.stream().anyMatch(decision -> decision.answered - time > 0);
    }

    // --- processes
    // ------------------------------------------------------------------------------------------------------

    /** Something that waits and may fail. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /** Starts a broker and waits until it accepts connections. */
    private Process broker() throws IOException, InterruptedException {
        Process broker = attune(
                "broker",
                JVM,
                "stream",
                "broker",
                "--port",
                Integer.toString(brokerPort),
                "--folder",
                folder.resolve("broker").toString());
        Path log = folder.resolve("broker.log");
        long before = Files.size(log);
        await("the broker, see " + log, () -> {
            if (!broker.isAlive()) {
                throw new IOException("the broker ended with code " + broker.exitValue() + ", see " + log);
            }
            return Files.readString(log).substring((int) before).contains("Kafka listens on");
        });
        return broker;
    }

    private Process job() throws IOException {
        Path config = folder.resolve("job.yaml");
        Files.writeString(
                config,
                String.join(
                        "\n",
                        "bootstrap: " + kafka.bootstrap(),
                        "group: " + kafka.group(),
                        "topics: {prefix: " + PREFIX + "}",
                        "parallelism: 1",
                        "checkpoints: {every: 1s}",
                        "tick: 200ms",
                        "metrics: 1s",
                        "publish: 1s",
                        "kafka: {transaction.timeout.ms: '120000'}",
                        ""));
        return attune(
                "job",
                JOB_JVM,
                "stream",
                "--config",
                config.toString(),
                "--folder",
                folder.resolve("job").toString());
    }

    private ServerProcess service(int number) throws IOException {
        ServerProcess service = ServerProcess.start(
                ports[number],
                folder.resolve("service-" + number + ".log"),
                JVM,
                List.of("--no-warmup", "--follow", kafka.bootstrap(), "--follow-prefix", PREFIX));
        processes.add(service);
        return service;
    }

    private Process attune(String name, List<String> jvm, String... arguments) throws IOException {
        Process process = ServerProcess.attune(folder.resolve(name + ".log"), jvm, List.of(arguments));
        processes.add(process::destroyForcibly);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    private void end() {
        calling = false;
        callers.forEach(Thread::interrupt);
        for (AutoCloseable process : processes) {
            try {
                process.close();
            } catch (Exception e) {
                progress.accept("a process was not ended: " + e.getMessage());
            }
        }
    }

    private void define() throws InterruptedException, IOException {
        String arms = "[{\"id\":\"tea\"},{\"id\":\"coffee\"},{\"id\":\"juice\"}]";
        byte[] definition = ("{\"version\":1,\"define\":{\"window\":\"1h\",\"learning\":\"at-once\",\"arms\":" + arms
                        + "}}")
                .getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(kafka.clientProperties(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(kafka.topics().definitions(), BANDIT, definition))
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("the bandit cannot be defined", e);
        }
    }

    /** A condition that may fail. */
    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private static void await(String what, Condition condition) throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > until) {
                throw new IOException("after " + PATIENCE.toMinutes() + " minutes there was not " + what);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Waits until a service has a model that arrived after a moment. */
    private static void awaitModel(ServerProcess service, long after) throws IOException, InterruptedException {
        await(
                "a new model",
                () -> service.get("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("attune_model_age_seconds "))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                        .anyMatch(age -> age < since(after)));
    }

    // --- load
    // -----------------------------------------------------------------------------------------------------------

    /** Loads for a time, lets a part be lost and come back, and reports how decisions were answered meanwhile. */
    private void phase(String name, Step loss) throws IOException, InterruptedException {
        progress.accept(name);
        if (!name.equals("steady")) {
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
        }
        long began = System.nanoTime();
        long failedBefore = failures.get();
        loss.run();
        if (name.equals("steady")) {
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
        }
        int enough = acknowledged.size() + CALLERS;
        await("answers", () -> acknowledged.size() >= enough);
        long ended = System.nanoTime();
        List<Long> answers = new ArrayList<>(List.of(began));
        double slowest = 0;
        for (Acknowledged decision : acknowledged) {
            if (decision.answered - began > 0 && decision.answered - ended <= 0) {
                answers.add(decision.answered);
                slowest = Math.max(slowest, (decision.answered - decision.asked) * 1e-9);
            }
        }
        answers.sort(null);
        double gap = 0;
        for (int i = 1; i < answers.size(); i++) {
            gap = Math.max(gap, (answers.get(i) - answers.get(i - 1)) * 1e-9);
        }
        if (name.equals("steady")) {
            figure("steady.perSecond", (answers.size() - 1) / ((ended - began) * 1e-9), "1/s");
        } else {
            figure(name + ".repeated", failures.get() - failedBefore, "");
        }
        figure(name + ".gapSeconds", gap, "s");
        figure(name + ".slowestSeconds", slowest, "s");
    }

    /** Asks for decisions at a steady rate, and rewards each at the other service. */
    private final class Caller extends Thread {
        private final int number;
        private final SplittableRandom random;

        Caller(int number) {
            super("attune-caller-" + number);
            setDaemon(true);
            this.number = number;
            this.random = new SplittableRandom(number);
        }

        @Override
        public void run() {
            long pause = (long) (1e9 * CALLERS / perSecond);
            long due = System.nanoTime() + random.nextLong(pause);
            try {
                for (int i = 0; calling; i++) {
                    TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                    round(i);
                    due = Math.max(due + pause, System.nanoTime()); // a caller waits for its answers
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void round(int i) throws InterruptedException {
            long asked = System.nanoTime();
            String hour = "h" + random.nextInt(4);
            ArmRequest request = ArmRequest.fromCatalogue()
                    .id("c" + number + "-" + i)
                    .context(Features.builder().category("hour", hour).build());
            DecisionAnswer decision = ask(i, client -> client.decide(BANDIT, request));
            long answered = System.nanoTime();
            double pay = decision.arm().equals("tea") == hour.equals("h0") ? 1 : 0;
            ask(i + 1, client -> client.reward(new RewardMessage(decision.id(), "r", pay)));
            acknowledged.add(new Acknowledged(decision.id(), decision.arm(), asked, answered, "r"));
        }

        private <T> T ask(int first, Question<T> question) throws InterruptedException {
            for (int service = first; ; service++) {
                try {
                    return question.ask(clients.get(service % SERVICES));
                } catch (AttuneException e) {
                    if (!e.kind().equals(AttuneException.UNREACHABLE) && e.status() != 503) {
                        throw e;
                    }
                    failures.incrementAndGet();
                    Thread.sleep(REPEAT_MILLIS);
                }
            }
        }
    }

    /** A call of a service. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(AttuneClient client);
    }

    // --- what became of it
    // ----------------------------------------------------------------------------------------------

    /** Reads what the job has made of the acknowledged decisions and rewards. */
    private void audit() throws IOException, InterruptedException {
        progress.accept("reading the topics");
        Set<String> sent = new HashSet<>();
        Set<String> rewarded = new HashSet<>();
        RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
        try (TopicReader requests = new TopicReader(kafka, kafka.topics().requests());
                TopicReader rewards = new TopicReader(kafka, kafka.topics().rewards())) {
            requests.read(record -> {
                if (codec.readRequest(record.value()) instanceof Message.Observe observe) {
                    sent.add(observe.observation().clientId());
                }
            });
            rewards.read(record -> {
                if (codec.readReward(record.value()) instanceof Message.Reward reward) {
                    rewarded.add(reward.reward().request());
                }
            });
        }
        Map<String, List<String>> arms = new HashMap<>();
        JsonNode[] last = {JSON.nullNode()};
        try (TopicReader decisions = new TopicReader(kafka, kafka.topics().decisions());
                TopicReader metrics = new TopicReader(kafka, kafka.topics().metrics())) {
            long until = System.nanoTime() + LEARNING.toNanos();
            do { // until the job has learnt everything, or nothing more: then something is lost
                Thread.sleep(LOOK_MILLIS);
                if (metrics.read(record -> last[0] = json(record.value())) > 0) {
                    until = System.nanoTime() + LEARNING.toNanos();
                }
            } while (System.nanoTime() < until
                    && (last[0].path("decisions").asLong() < sent.size()
                            || last[0].path("learnt").asLong() < rewarded.size()));
            decisions.read(record -> {
                JsonNode decision = json(record.value());
                arms.computeIfAbsent(decision.path("request").asText(), request -> new ArrayList<>())
                        .add(decision.path("answer").path("arm").asText());
            });
        }
        long lost = 0;
        long unrewarded = 0;
        for (Acknowledged decision : acknowledged) {
            String request = decision.id.substring((BANDIT + SEPARATOR).length());
            if (!List.of(decision.arm).equals(arms.get(request))) {
                lost++;
                progress.accept("lost: " + decision.id + " was acknowledged with arm " + decision.arm + ", the job has "
                        + arms.get(request));
            }
            unrewarded += rewarded.contains(request) ? 0 : 1;
        }
        figure("decisions", acknowledged.size(), "");
        figure("rewards", acknowledged.size(), "");
        figure("decisions.lost", lost, "");
        figure(
                "rewards.lost",
                unrewarded + rewarded.size() - last[0].path("learnt").asLong(),
                "");
        figure("unacknowledged", arms.size() - acknowledged.size(), "");
    }

    private static JsonNode json(byte[] value) {
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double since(long time) {
        return (System.nanoTime() - time) * 1e-9;
    }

    private void figure(String name, double value, String unit) {
        out.accept(new Figure(BENCH, name, value, unit));
    }
}
