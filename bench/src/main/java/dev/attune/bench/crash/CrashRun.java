package dev.attune.bench.crash;

import dev.attune.bench.crash.Oracle.DecisionAck;
import dev.attune.bench.crash.Oracle.SentReward;
import dev.attune.bench.service.ServerProcess;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import dev.attune.client.DecisionAnswer;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts the service, loads it, ends it at a random moment, and again. After each start, what was acknowledged is asked for again: a
 * decision must be the same, a reward must be known. After each end the journal is read on and compared with what the oracle knows.
 */
public final class CrashRun {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WORKERS = 4;
    private static final int ASKED_AGAIN = 100;
    private static final int SHARE_IN_START = 6; // one in this many kills comes before the service is ready
    private static final int MOST_ANSWERS = 800; // in one life of the service
    private static final int LONGEST_LOAD_MILLIS = 4_000;
    private static final int LONGEST_START_MILLIS = 1_500;
    private static final int FULL_LOOK_MILLIS = 200;
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m");

    /** So small that rotation, snapshots and leaving memory happen all the time. */
    private static final List<String> SERVE =
            List.of("--no-warmup", "--segment-size", "256KB", "--snapshot-events", "500", "--in-memory", "4");

    private static final long LONGEST_JUMP_MILLIS = Duration.ofDays(400).toMillis();

    /** How a life of the service ends. */
    private enum End {
        /** As by kill -9. */
        KILL,
        /** The power is cut: what was not forced to the disk is lost. */
        POWER,
        /** The disk becomes full, then kill -9. */
        FULL,
        /** As by kill -9, of a service whose clock was wrong. */
        CLOCK
    }

    private final Path folder;
    private final Path data;
    private final @Nullable LoopDisk disk;
    private final Map<End, Integer> ends = new EnumMap<>(End.class);
    private final SplittableRandom random;
    private final Oracle oracle = new Oracle();
    private final JournalAudit audit;
    private final AttuneClient client;
    private final List<Workload> workloads = new ArrayList<>();
    private final int port;
    private int killsInStart;
    private long askedAgain;
    private long lost;

    private CrashRun(Path folder, long seed, @Nullable LoopDisk disk) throws IOException {
        this.folder = folder;
        this.disk = disk;
        this.data = (disk == null ? folder : disk.folder()).resolve("data");
        this.random = new SplittableRandom(seed);
        this.port = ServerProcess.freePort();
        this.audit = new JournalAudit(data, oracle);
        this.client = AttuneClient.builder(URI.create("http://127.0.0.1:" + port))
                .retryFor(Duration.ZERO)
                .build();
        for (int i = 0; i < WORKERS; i++) {
            workloads.add(new Workload("w" + i, oracle, client, random.nextLong()));
        }
    }

    /**
     * Ends the service again and again.
     *
     * @param kills number of ends
     * @param power whether power cuts, full disks and wrong clocks are among the ends
     * @param folder an empty folder, where data and log of the service stay
     * @param seed of the moments and of what is sent; threads take turns as they please all the same
     * @param progress receives the share that is done
     * @throws IOException if the service does not start again
     */
    public static CrashReport run(int kills, boolean power, Path folder, long seed, DoubleConsumer progress)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        String skipped = "";
        LoopDisk disk = null;
        if (power) {
            try {
                disk = LoopDisk.create(folder);
            } catch (IOException e) {
                skipped = "power cuts and full disks skipped, which need root and a loop device: " + e.getMessage();
            }
        }
        try (LoopDisk used = disk) {
            return run(kills, power, new CrashRun(folder, seed, used), skipped, progress);
        }
    }

    private static CrashReport run(int kills, boolean power, CrashRun run, String skipped, DoubleConsumer progress)
            throws IOException, InterruptedException {
        run.prepare();
        for (int kill = 1; kill <= kills; kill++) {
            run.oneEnd(power);
            progress.accept(kill / (kills + 1.0));
            if (run.oracle.violations().size() > 100) {
                break; // enough is known
            }
        }
        run.finish();
        progress.accept(1);
        return run.report(kills, skipped);
    }

    private ServerProcess start(long clockOffset) throws IOException {
        List<String> jvm = new ArrayList<>(JVM);
        jvm.add("-Dattune.test.clock.offset=" + clockOffset);
        return ServerProcess.start(port, data, folder.resolve("log"), jvm, SERVE);
    }

    private End end(boolean power) {
        if (!power) {
            return End.KILL;
        }
        return switch (random.nextInt(8)) {
            case 0, 1 -> disk == null ? End.KILL : End.POWER;
            case 2 -> disk == null ? End.KILL : End.FULL;
            case 3 -> End.CLOCK;
            default -> End.KILL;
        };
    }

    private void prepare() throws IOException, InterruptedException {
        try (ServerProcess server = start(0)) {
            server.awaitReady(PATIENCE);
            for (CrashBandit bandit : CrashBandit.values()) {
                oracle.askedBandits.add(bandit.label());
                client.create(bandit.label(), bandit.definition(), bandit.hasCatalogue() ? bandit.arms(0) : List.of());
                oracle.bandits.add(bandit.label());
            }
            server.kill();
        }
        audit();
    }

    private void oneEnd(boolean power) throws IOException, InterruptedException {
        End end = end(power);
        ends.merge(end, 1, Integer::sum);
        long offset = end == End.CLOCK ? random.nextLong(-LONGEST_JUMP_MILLIS, LONGEST_JUMP_MILLIS) : 0;
        try (ServerProcess server = start(offset)) {
            if (random.nextInt(SHARE_IN_START) == 0) {
                killsInStart++;
                Thread.sleep(random.nextInt(LONGEST_START_MILLIS));
                strike(end, server);
            } else {
                server.awaitReady(PATIENCE);
                askAgain();
                load(random.nextInt(MOST_ANSWERS), end, server);
            }
            server.kill();
        }
        if (disk != null && end == End.FULL) {
            disk.free();
        } else if (disk != null && end == End.POWER) {
            disk.restore();
        }
        audit();
    }

    /** The last life ends in good order, with a snapshot of every bandit. */
    private void finish() throws IOException, InterruptedException {
        try (ServerProcess server = start(0)) {
            server.awaitReady(PATIENCE);
            askAgain();
            server.stop();
        }
        audit();
    }

    /** Kills the service after a number of further answers, so that a slow machine tests as much as a fast one. */
    private void load(int answers, End end, ServerProcess server) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Workload workload : workloads) {
            Thread thread = new Thread(workload::run);
            thread.start();
            threads.add(thread);
        }
        long enough = oracle.answers() + answers;
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_LOAD_MILLIS);
        while (oracle.answers() < enough && System.nanoTime() < until) {
            Thread.sleep(1);
        }
        strike(end, server);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void strike(End end, ServerProcess server) throws IOException, InterruptedException {
        if (disk != null && end == End.POWER) {
            disk.cut();
        } else if (disk != null && end == End.FULL) {
            disk.fill();
            long before = -1;
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_LOAD_MILLIS);
            while (oracle.answers() != before && System.nanoTime() < until) { // the segment in use still has room
                before = oracle.answers();
                Thread.sleep(FULL_LOOK_MILLIS);
            }
        }
        server.kill();
    }

    /** Asks for what was acknowledged last, as a caller does who did not get the answer. */
    private void askAgain() {
        List<DecisionAck> decisions = oracle.latestDecisions(ASKED_AGAIN);
        for (DecisionAck decision : decisions) {
            CrashBandit bandit = CrashBandit.byLabel(decision.bandit());
            retry("decision " + decision.clientId(), () -> {
                DecisionAnswer again = decision.byCaller()
                        ? client.observe(bandit.label(), bandit.observation(decision.clientId()))
                        : client.decide(bandit.label(), bandit.request(decision.clientId()));
                if (!again.repeated()) {
                    oracle.violation("decision " + decision.clientId() + " was made again");
                }
                oracle.acknowledged(new DecisionAck(
                        decision.bandit(), decision.clientId(), again.id(), again.arm(), decision.byCaller()));
            });
        }
        for (SentReward sent : oracle.latestRewards(ASKED_AGAIN)) {
            retry("reward " + sent.id(), () -> {
                RewardOutcome outcome =
                        client.reward(new RewardMessage(sent.decision().id(), sent.id(), sent.value()));
                if (outcome != RewardOutcome.DUPLICATE) {
                    oracle.violation("reward " + sent.id() + " was counted, and is now " + outcome);
                }
            });
        }
    }

    private void retry(String what, Runnable call) {
        try {
            call.run();
            askedAgain++;
        } catch (AttuneException e) {
            if (!e.kind().equals("paused")) {
                oracle.violation(what + " asked again: " + e.getMessage());
            }
        }
    }

    private void audit() throws IOException {
        if (Files.isDirectory(data.resolve("journal"))) {
            audit.readOn();
            lost = audit.lost();
        }
    }

    private CrashReport report(int kills, String skipped) {
        return new CrashReport(
                kills,
                ends.getOrDefault(End.POWER, 0),
                ends.getOrDefault(End.FULL, 0),
                ends.getOrDefault(End.CLOCK, 0),
                skipped,
                killsInStart,
                oracle.decisions.size(),
                oracle.rewards.size(),
                audit.events(),
                askedAgain,
                audit.statesCompared(),
                lost,
                audit.doubled(),
                audit.mismatches(),
                oracle.violations());
    }
}
