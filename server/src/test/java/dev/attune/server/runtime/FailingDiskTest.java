package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertFails;
import static dev.attune.server.runtime.TestRuntime.assertRecoversToCleanReplay;
import static dev.attune.server.runtime.TestRuntime.decide;
import static dev.attune.server.runtime.TestRuntime.failure;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalOptions;
import dev.attune.live.RewardMessage;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails or is slow: nothing is promised that it does not hold. */
@Timeout(60)
class FailingDiskTest {
    private static final long LONG = 3_600_000;

    private final BreakableDisk disk = BreakableDisk.lazy();

    @TempDir
    private Path folder;

    private void close(BanditRuntime runtime) throws IOException {
        disk.release(); // or the end would wait for it
        runtime.close();
    }

    @Test
    void afterAFailedFsyncNothingIsAcknowledged() throws IOException {
        RuntimeOptions options = withDisk(options(folder));
        List<JournalFailedException> reported = new CopyOnWriteArrayList<>();
        BanditRuntime runtime = BanditRuntime.open(options, new RuntimeListener() {
            @Override
            public void failed(JournalFailedException why) {
                reported.add(why);
            }
        });
        join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
        String safe = decide(runtime, "a", "c", 1);
        assertThat(runtime.failure()).isEmpty();
        disk.breakForces();
        assertThat(failure(runtime.decide("a", List.of(Sample.request("", 2)))))
                .isInstanceOf(JournalFailedException.class);
        assertThat(failure(runtime.decide("a", List.of(Sample.request("c", 1)))))
                .isInstanceOf(JournalFailedException.class);
        assertThat(failure(runtime.reward(List.of(new RewardMessage(safe, "", 1)))))
                .isInstanceOf(JournalFailedException.class);
        assertThat(failure(runtime.create("b", Sample.definition(1, LONG), List.of(), "me")))
                .isInstanceOf(JournalFailedException.class);
        assertThat(runtime.failure()).isPresent();
        await(() -> !reported.isEmpty()); // after the first answer
        assertThat(reported).hasSize(1);
        assertThat(reported.get(0)).hasRootCauseMessage("Input/output error");
        runtime.close();
        assertRecoversToCleanReplay(options(folder));
    }

    @Test
    void answersWaitForTheDisk() throws IOException {
        BanditRuntime runtime = open(withDisk(options(folder)));
        try {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            disk.hold();
            CompletionStage<List<Identified>> first = runtime.decide("a", List.of(Sample.request("same", 1)));
            CompletionStage<List<Identified>> retry = runtime.decide("a", List.of(Sample.request("same", 1)));
            awaitDecisions(runtime, 1);
            assertThat(first.toCompletableFuture()).isNotDone();
            assertThat(retry.toCompletableFuture()).isNotDone();
            disk.release();
            assertThat(join(retry).get(0).id()).isEqualTo(join(first).get(0).id());
        } finally {
            close(runtime);
        }
    }

    @Test
    void aSlowDiskRefusesNewWorkAndLosesNothingThatItTook() throws IOException {
        RuntimeOptions options = withDisk(options(folder));
        options = options.withJournal(options.journal().withBufferBytes(4_000));
        BanditRuntime runtime = open(options);
        try {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            disk.hold();
            List<CompletionStage<List<Identified>>> taken = new ArrayList<>();
            while (!runtime.isBusy()) {
                taken.add(runtime.decide("a", List.of(Sample.request("", taken.size()))));
                awaitDecisionsOrBusy(runtime, taken.size());
            }
            CompletionStage<List<Identified>> refused = runtime.decide("a", List.of(Sample.request("", 1)));
            assertFails(refused, Reason.BUSY);
            disk.release();
            for (CompletionStage<List<Identified>> stage : taken) {
                join(stage);
            }
            assertThat(runtime.isBusy()).isFalse();
            decide(runtime, "a", "", 1);
            assertThat(runtime.list("", 1).get(0).counters().decisions()).isEqualTo(taken.size() + 1);
        } finally {
            close(runtime);
        }
        assertRecoversToCleanReplay(options(folder));
    }

    @Test
    void statesThatCannotBeWrittenAreReportedOnceWithTheirNumber() throws IOException {
        TestRuntime.Hand clock = new TestRuntime.Hand();
        List<String> warnings = new CopyOnWriteArrayList<>();
        RuntimeOptions options = options(folder).withResidents(1).withClock(clock::now);
        try (BanditRuntime runtime = BanditRuntime.open(options, TestRuntime.warnings(warnings))) {
            int number = 1;
            for (String name : List.of("a", "b", "c")) {
                join(runtime.create(name, Sample.definition(1, LONG), List.of(), "me"));
                // a folder in the place of the file that it would be written to
                Files.createDirectory(folder.resolve("swap").resolve(number++ + ".state"));
            }
            useInTurn(runtime);
            await(() -> runtime.residents() == 3);
            assertThat(warnings).singleElement().asString().contains("stay in memory", "Is a directory", "(1 times");

            clock.forward(Residents.PAUSE_MILLIS);
            useInTurn(runtime);
            await(() -> warnings.size() == 2 && runtime.residents() == 3);
            useInTurn(runtime);
            assertThat(warnings).hasSize(2);
        }
    }

    private static void useInTurn(BanditRuntime runtime) {
        for (int i = 0; i < 30; i++) {
            decide(runtime, List.of("a", "b", "c").get(i % 3), "", i);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tooManyDecisionsThatWaitAreRefused() throws IOException {
        try (BanditRuntime runtime = open(options(folder).withWaiting(3))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            for (int i = 0; i < 3; i++) {
                decide(runtime, "a", "", i);
            }
            assertFails(runtime.decide("a", List.of(Sample.request("", 1))), Reason.BUSY);
            assertThat(runtime.waiting()).isEqualTo(3);
        }
    }

    @Test
    void aFullQueueIsRejected() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        RuntimeListener slow = new RuntimeListener() {
            @Override
            public void counted(String bandit, BanditCounters before, BanditCounters after) {
                try {
                    gate.await(); // on the writer's thread
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try (BanditRuntime runtime = BanditRuntime.open(options(folder).withQueue(5), slow)) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            List<CompletionStage<List<Identified>>> taken = new ArrayList<>();
            taken.add(runtime.decide("a", List.of(Sample.request("", 1))));
            awaitDecisions(runtime, 1);
            for (int i = 0; i < 5; i++) {
                taken.add(runtime.decide("a", List.of(Sample.request("", i))));
            }
            CompletionStage<List<Identified>> refused = runtime.decide("a", List.of(Sample.request("", 7)));
            assertFails(refused, Reason.BUSY);
            gate.countDown();
            taken.forEach(TestRuntime::join);
            assertThat(runtime.list("", 1).get(0).counters().decisions()).isEqualTo(6);
        }
    }

    private RuntimeOptions withDisk(RuntimeOptions options) {
        JournalOptions journal = options.journal().withDisk(disk);
        return options.withJournal(journal);
    }

    private static void awaitDecisions(BanditRuntime runtime, long count) {
        while (runtime.list("", 1).get(0).counters().decisions() < count) {
            Thread.onSpinWait();
        }
    }

    private static void awaitDecisionsOrBusy(BanditRuntime runtime, long count) {
        while (runtime.list("", 1).get(0).counters().decisions() < count && !runtime.isBusy()) {
            Thread.onSpinWait();
        }
    }
}
