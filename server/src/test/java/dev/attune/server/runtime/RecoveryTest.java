package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertRecoversToCleanReplay;
import static dev.attune.server.runtime.TestRuntime.assertSame;
import static dev.attune.server.runtime.TestRuntime.decide;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static dev.attune.server.runtime.TestRuntime.states;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Retention;
import dev.attune.live.Change;
import dev.attune.live.ReplayMismatchException;
import dev.attune.live.RewardRules.Learning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens, the state after a start is what the whole journal tells. */
@Timeout(180)
@Tag("slow")
class RecoveryTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path copies;

    @Test
    void snapshotsInTheMiddleOfLoadRecoverToACleanReplay() throws Exception {
        RuntimeOptions options = options(folder);
        Map<String, byte[]> last;
        try (BanditRuntime runtime = open(options)) {
            List<String> names = create(runtime, 5, 30);
            try (Load load = new Load(runtime, names, 4)) {
                for (int i = 1; i <= 5; i++) {
                    load.await(100 * i);
                    runtime.snapshot();
                }
                FolderCopy.copy(folder, copies.resolve("fuzzy"));
            }
            last = statesWithoutWindows(runtime);
        }
        assertRecoversToCleanReplay(options(copies.resolve("fuzzy")));
        assertSame(last, CleanReplay.of(folder).states());
        assertRecoversToCleanReplay(options);
    }

    @Test
    void banditsThatLeaveMemoryAndComeBackAreTheSame() throws Exception {
        RuntimeOptions options = options(folder).withResidents(3).withSnapshots(500, Duration.ofDays(1));
        List<String> warnings = new CopyOnWriteArrayList<>();
        try (BanditRuntime runtime = BanditRuntime.open(options, TestRuntime.warnings(warnings))) {
            List<String> names = create(runtime, 20, 50);
            try (Load load = new Load(runtime, names, 4)) {
                load.await(1_000);
            }
            assertThat(runtime.residents()).isLessThanOrEqualTo(3);
        }
        assertThat(warnings).isEmpty(); // none had to be made again from the journal
        assertRecoversToCleanReplay(options);
    }

    @Test
    void fewerBanditsInMemoryThanInUseTakeNotMuchLongerAndProgressIsReported() throws Exception {
        RuntimeOptions options = options(folder);
        try (BanditRuntime runtime = open(options)) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                names.add("b" + i);
                join(runtime.create("b" + i, Sample.large(i), List.of(), "me"));
            }
            try (Load load = new Load(runtime, names, 4)) {
                load.await(2_500);
            }
            FolderCopy.copy(folder, copies.resolve("all")); // without the snapshot of an orderly end
            FolderCopy.copy(folder, copies.resolve("few"));
        }
        List<Long> progress = new CopyOnWriteArrayList<>();
        long all = recoveryMillis(options(copies.resolve("all")).withResidents(10), progress);
        long few = recoveryMillis(options(copies.resolve("few")).withResidents(2), progress);

        assertThat(progress).isNotEmpty();
        assertThat(few).as("%d ms with all in memory", all).isLessThan(1_000 + 4 * all); // was 20 times as long
        assertSame(
                CleanReplay.of(copies.resolve("few")).states(),
                CleanReplay.of(copies.resolve("all")).states());
    }

    private static long recoveryMillis(RuntimeOptions options, List<Long> progress) throws IOException {
        List<Long> took = new ArrayList<>();
        Map<String, byte[]> states;
        try (BanditRuntime runtime = BanditRuntime.open(options.withClock(() -> 0), new RuntimeListener() {
            @Override
            public void recovering(long events, long of) {
                progress.add(events);
                assertThat(events).isLessThanOrEqualTo(of);
            }

            @Override
            public void recovered(long events, Duration duration) {
                took.add(duration.toMillis());
            }
        })) {
            assertThat(runtime.residents())
                    .isLessThanOrEqualTo(options.capacity().residents());
            states = TestRuntime.states(runtime);
        }
        assertSame(states, CleanReplay.of(options.folder()).states());
        return took.get(0);
    }

    @Test
    void whateverWasAcknowledgedIsInTheFolderAtThatMoment() throws Exception {
        RuntimeOptions options = options(folder).withResidents(4).withSnapshots(400, Duration.ofDays(1));
        List<List<Load.Acknowledged>> acknowledged = new ArrayList<>();
        try (BanditRuntime runtime = open(options)) {
            List<String> names = create(runtime, 8, 40);
            try (Load load = new Load(runtime, names, 4)) {
                for (int i = 0; i < 8; i++) {
                    load.await(60 + 130 * i);
                    acknowledged.add(load.acknowledged());
                    FolderCopy.copy(folder, copies.resolve("crash" + i));
                }
            }
        }
        for (int i = 0; i < acknowledged.size(); i++) {
            Path crashed = copies.resolve("crash" + i);
            assertHolds(crashed, acknowledged.get(i));
            assertRecoversToCleanReplay(options(crashed).withResidents(4));
        }
    }

    @Test
    void aDecisionThatWasTamperedWithStopsTheStartWithItsPosition() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            create(runtime, 1, 3_600_000);
            for (int i = 0; i < 10; i++) {
                decide(runtime, "b0", "", i);
            }
        }
        Path forged = copies.resolve("forged");
        rewrite(forged, 6);
        assertThatThrownBy(() -> open(options(forged)))
                .isInstanceOf(ReplayMismatchException.class)
                .hasMessageContaining("position 6");
        try (FolderLock lock = FolderLock.acquire(forged)) { // and the folder was given back
            assertThat(lock.folder().root()).isEqualTo(forged);
        }
    }

    @Test
    void aDamagedSnapshotIsPassedOver() throws Exception {
        RuntimeOptions options = options(folder);
        try (BanditRuntime runtime = open(options)) {
            create(runtime, 2, 3_600_000);
            decide(runtime, "b0", "", 1);
            runtime.snapshot();
            decide(runtime, "b1", "", 1);
        }
        Path latest = FolderCopy.snapshots(folder).get(1);
        try (FileChannel channel = FileChannel.open(latest, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), channel.size() / 2);
        }
        List<String> warnings = new ArrayList<>();
        try (BanditRuntime runtime = BanditRuntime.open(options, TestRuntime.warnings(warnings))) {
            assertThat(warnings).hasSize(1);
            assertSame(states(runtime), CleanReplay.of(folder).states());
        }
    }

    @Test
    void aSwapFileThatCannotBeReadIsMadeAgainFromTheJournal() throws IOException {
        try (BanditRuntime runtime = open(options(folder).withResidents(1))) {
            create(runtime, 3, 3_600_000);
            for (int i = 0; i < 3; i++) {
                decide(runtime, "b" + i, "", i);
            }
            try (Stream<Path> files = Files.list(folder.resolve("swap"))) {
                for (Path file : files.toList()) {
                    Files.write(file, new byte[] {1, 2, 3});
                }
            }
            assertSame(states(runtime), CleanReplay.of(folder).states());
        }
    }

    @Test
    void retentionDeletesOldSegmentsAndTheStartStillWorks() throws Exception {
        RuntimeOptions options = options(folder)
                .withJournal(JournalOptions.DEFAULT.withSegmentBytes(1 << 14).withDisk(BreakableDisk.lazy()))
                .withRetention(new Retention(Duration.ofDays(1), 1 << 15));
        Map<String, byte[]> before;
        String first;
        try (BanditRuntime runtime = open(options)) {
            create(runtime, 2, 3_600_000);
            first = decide(runtime, "b0", "", 0);
            for (int i = 0; i < 400; i++) {
                decide(runtime, "b" + i % 2, "", i);
                if (i % 100 == 99) {
                    runtime.snapshot();
                }
            }
            before = states(runtime);
            assertThat(new JournalFolder(folder).bytes()).isLessThan(1 << 17);
            TestRuntime.assertFails(runtime.explain(first), ServiceException.Reason.NOT_KEPT);
        }
        try (BanditRuntime runtime = open(options)) {
            assertSame(states(runtime), before);
        }
    }

    @Test
    void banditsBornAndDeletedDuringASnapshotAreRight() throws Exception {
        RuntimeOptions options = options(folder).withResidents(3);
        try (BanditRuntime runtime = open(options)) {
            List<String> names = create(runtime, 4, 50);
            try (Load load = new Load(runtime, names, 2)) {
                Thread births = new Thread(() -> {
                    for (int i = 0; i < 60; i++) {
                        String name = "short" + i % 7;
                        join(runtime.create(name, Sample.definition(i, 1_000), List.of(), "me"));
                        decide(runtime, name, "", i);
                        join(runtime.change(name, Change.delete("me")));
                    }
                    join(runtime.create("short0", Sample.definition(3, 1_000), List.of(), "me"));
                });
                births.start();
                for (int i = 0; i < 10; i++) {
                    runtime.snapshot();
                    FolderCopy.copy(folder, copies.resolve("born" + i));
                }
                births.join();
                load.await(50);
            }
        }
        for (int i = 0; i < 10; i++) {
            assertRecoversToCleanReplay(options(copies.resolve("born" + i)));
        }
        assertRecoversToCleanReplay(options);
    }

    /** Bandits with short windows; every other one learns at once. */
    private static List<String> create(BanditRuntime runtime, int count, long windowMillis) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Learning learning = i % 2 == 0 ? Learning.AT_WINDOW_END : Learning.AT_ONCE;
            join(runtime.create("b" + i, Sample.definition(i, windowMillis, learning), List.of(), "me"));
            names.add("b" + i);
        }
        return names;
    }

    /** The states at a moment when nothing waits, so that no window ends between looking and closing. */
    private static Map<String, byte[]> statesWithoutWindows(BanditRuntime runtime) throws InterruptedException {
        while (runtime.waiting() > 0) {
            Thread.sleep(5);
        }
        return states(runtime);
    }

    private static void assertHolds(Path crashed, List<Load.Acknowledged> acknowledged) throws IOException {
        DecisionIds ids = TestRuntime.ids(crashed);
        Map<String, Decided> decided = new HashMap<>();
        Set<Load.Acknowledged.Reward> rewarded = new HashSet<>();
        Map<String, String> byNumber = new HashMap<>();
        try (JournalReader reader = JournalReader.open(JournalFolder.existing(crashed), 1)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                if (record.event() instanceof Decided event) {
                    String id =
                            ids.sign(new DecisionIds.DecisionRef(event.bandit(), event.decision(), record.position()));
                    assertThat(byNumber.put(event.bandit() + "/" + event.decision(), id))
                            .isNull();
                    decided.put(id, event);
                } else if (record.event() instanceof JournalEvent.Rewarded event) {
                    String id = byNumber.get(event.bandit() + "/" + event.decision());
                    assertThat(id).isNotNull();
                    assertThat(rewarded.add(new Load.Acknowledged.Reward(id, event.rewardId())))
                            .isTrue();
                }
            }
        }
        for (Load.Acknowledged one : acknowledged) {
            if (one instanceof Load.Acknowledged.Decision decision) {
                assertThat(decided).containsKey(decision.decision());
                assertThat("arm" + decided.get(decision.decision()).arm()).isEqualTo(decision.arm());
            } else {
                assertThat(rewarded).contains((Load.Acknowledged.Reward) one);
            }
        }
    }

    /** Writes the journal again with other arms chosen at a position. */
    private void rewrite(Path forged, long position) throws IOException {
        try (JournalReader reader = JournalReader.open(JournalFolder.existing(folder), 1);
                FolderLock lock = FolderLock.acquire(forged);
                JournalWriter writer = JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 16))) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                JournalEvent event = record.event();
                if (record.position() == position && event instanceof Decided original) {
                    event = new Decided(
                            original.bandit(),
                            original.decision(),
                            original.round(),
                            original.learnt(),
                            original.clientId(),
                            original.context(),
                            original.offer(),
                            (original.arm() + 1) % 4,
                            original.ranking(),
                            original.x(),
                            original.setting(),
                            original.memo(),
                            original.propensity(),
                            original.tuned(),
                            original.byCaller());
                }
                writer.append(event, record.time());
            }
        }
    }
}
