package dev.attune.bench.crash;

import dev.attune.bench.crash.Oracle.DecisionAck;
import dev.attune.bench.crash.Oracle.SentReward;
import dev.attune.bench.service.ServerProcess;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import dev.attune.client.DecisionAnswer;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RewardMessage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;

/**
 * Starts the service, loads it, kills it at a random moment, and again. After each start, what was acknowledged is asked for again: a
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
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m");

    /** So small that rotation, snapshots and leaving memory happen all the time. */
    private static final List<String> SERVE =
            List.of("--no-warmup", "--segment-size", "256KB", "--snapshot-events", "500", "--in-memory", "4");

    private final Path folder;
    private final SplittableRandom random;
    private final Oracle oracle = new Oracle();
    private final JournalAudit audit;
    private final AttuneClient client;
    private final List<Workload> workloads = new ArrayList<>();
    private final int port;
    private int killsInStart;
    private long askedAgain;
    private long lost;

    private CrashRun(Path folder, long seed) throws IOException {
        this.folder = folder;
        this.random = new SplittableRandom(seed);
        this.port = ServerProcess.freePort();
        this.audit = new JournalAudit(folder.resolve("data"), oracle);
        this.client = AttuneClient.builder(URI.create("http://127.0.0.1:" + port))
                .retryFor(Duration.ZERO)
                .build();
        for (int i = 0; i < WORKERS; i++) {
            workloads.add(new Workload("w" + i, oracle, client, random.nextLong()));
        }
    }

    /**
     * Kills the service again and again.
     *
     * @param folder an empty folder, where data and log of the service stay
     * @param seed of the moments and of what is sent; threads take turns as they please all the same
     * @param progress receives the share that is done
     * @throws IOException if the service does not start again
     */
    public static CrashReport run(int kills, Path folder, long seed, DoubleConsumer progress)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        CrashRun run = new CrashRun(folder, seed);
        run.prepare();
        for (int kill = 1; kill <= kills; kill++) {
            run.oneKill();
            progress.accept(kill / (kills + 1.0));
            if (run.oracle.violations().size() > 100) {
                break; // enough is known
            }
        }
        run.finish();
        progress.accept(1);
        return run.report(kills);
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(port, folder.resolve("data"), folder.resolve("log"), JVM, SERVE);
    }

    private void prepare() throws IOException, InterruptedException {
        try (ServerProcess server = start()) {
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

    private void oneKill() throws IOException, InterruptedException {
        try (ServerProcess server = start()) {
            if (random.nextInt(SHARE_IN_START) == 0) {
                killsInStart++;
                Thread.sleep(random.nextInt(LONGEST_START_MILLIS));
            } else {
                server.awaitReady(PATIENCE);
                askAgain();
                load(random.nextInt(MOST_ANSWERS), server);
            }
            server.kill();
        }
        audit();
    }

    /** The last life ends in good order, with a snapshot of every bandit. */
    private void finish() throws IOException, InterruptedException {
        try (ServerProcess server = start()) {
            server.awaitReady(PATIENCE);
            askAgain();
            server.stop();
        }
        audit();
    }

    /** Kills the service after a number of further answers, so that a slow machine tests as much as a fast one. */
    private void load(int answers, ServerProcess server) throws InterruptedException {
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
        server.kill();
        for (Thread thread : threads) {
            thread.join();
        }
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
        if (Files.isDirectory(folder.resolve("data").resolve("journal"))) {
            audit.readOn();
            lost = audit.lost();
        }
    }

    private CrashReport report(int kills) {
        return new CrashReport(
                kills,
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
