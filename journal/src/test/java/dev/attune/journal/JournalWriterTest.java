package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.JournalEvent.Created;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalWriterTest {
    @TempDir
    private Path root;

    @Test
    void whatWasAppendedIsReadInOrder() throws Exception {
        TestJournal.append(root, TestJournal.SMALL, 100);

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 100));
    }

    @Test
    void aJournalGoesOnWhereItStopped() throws Exception {
        TestJournal.append(root, TestJournal.SMALL, 10);
        TestJournal.appendAndCrash(root, TestJournal.SMALL, 10);
        TestJournal.append(root, TestJournal.SMALL, 10);

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 30));
    }

    @Test
    void openingAndClosingAnEmptyJournalLeavesOneThatWorks() throws Exception {
        TestJournal.append(root, TestJournal.SMALL, 0);
        TestJournal.append(root, TestJournal.SMALL, 0);
        TestJournal.append(root, TestJournal.SMALL, 3);
        TestJournal.append(root, TestJournal.SMALL, 0);

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 3));
    }

    @Test
    void manySegmentsAreReadAsOne() throws Exception {
        TestJournal.append(root, TestJournal.SMALL.withSegmentBytes(1 << 10), 500);

        assertThat(new JournalFolder(root).segments()).hasSizeGreaterThan(20);
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 500));
        for (int from : new int[] {1, 2, 17, 250, 499, 500, 501}) {
            assertThat(TestJournal.read(JournalReader.open(new JournalFolder(root), from)))
                    .isEqualTo(TestJournal.numbered(from, 500));
        }
    }

    @Test
    void aRecordLargerThanASegmentHasOneOfItsOwn() throws Exception {
        String large = "x".repeat(10_000);
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withSegmentBytes(1 << 10))) {
            journal.append(Events.numbered(1), 1);
            journal.append(new Created(2, "large", large), 2);
            journal.append(Events.numbered(3), 3);
        }

        assertThat(TestJournal.readAll(root))
                .containsExactly(
                        new JournalRecord(1, 1, Events.numbered(1)),
                        new JournalRecord(2, 2, new Created(2, "large", large)),
                        new JournalRecord(3, 3, Events.numbered(3)));
    }

    @Test
    void manyThreadsShareCommitsAndAllOfTheirEventsAreDurableInOrder() throws Exception {
        int threads = 64;
        int each = 50;
        AtomicInteger commits = new AtomicInteger();
        List<Long> positions = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(
                        lock, TestJournal.SMALL.withCommits((records, bytes, nanos) -> commits.incrementAndGet()))) {
            List<Callable<List<Long>>> tasks = new ArrayList<>();
            for (int thread = 1; thread <= threads; thread++) {
                int bandit = thread;
                tasks.add(() -> {
                    List<Long> mine = new ArrayList<>();
                    for (int i = 1; i <= each; i++) {
                        long position = journal.append(new JournalEvent.Expired(bandit, i), i);
                        journal.awaitDurable(position);
                        assertThat(journal.durablePosition()).isGreaterThanOrEqualTo(position);
                        mine.add(position);
                    }
                    return mine;
                });
            }
            for (Future<List<Long>> done : pool.invokeAll(tasks)) {
                assertThat(done.get()).isSorted();
                positions.addAll(done.get());
            }
        } finally {
            pool.shutdown();
        }

        assertThat(positions).doesNotHaveDuplicates().hasSize(threads * each);
        assertThat(commits.get()).isLessThan(threads * each / 2);
        long[] last = new long[threads + 1];
        for (JournalRecord record : TestJournal.readAll(root)) {
            JournalEvent.Expired event = (JournalEvent.Expired) record.event();
            assertThat(event.decision()).isEqualTo(++last[event.bandit()]);
        }
        assertThat(last).endsWith(each).doesNotContain((long) each - 1);
    }

    @Test
    void callbacksRunWhenTheirPositionIsDurable() throws Exception {
        List<Long> durableThen = new ArrayList<>();
        FailingDisk disk = new FailingDisk();
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withDisk(disk))) {
            disk.holdForces(); // so that all callbacks are attached before anything is durable
            long last = 0;
            for (int i = 1; i <= 20; i++) {
                last = journal.append(Events.numbered(i), i);
                journal.durable(last).thenRun(() -> durableThen.add(journal.durablePosition()));
            }
            disk.releaseForces();
            journal.durable(last).toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(journal.durable(1).toCompletableFuture()).isCompleted();
            assertThatThrownBy(() -> journal.durable(21)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(durableThen).hasSize(20);
        assertThat(durableThen.get(19)).isEqualTo(20);
    }

    @Test
    void aFullBufferWaitsAndNeverDrops() throws Exception {
        FailingDisk disk = new FailingDisk();
        JournalOptions options = TestJournal.SMALL.withBufferBytes(400).withDisk(disk);
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, options)) {
            disk.holdForces();
            journal.append(Events.numbered(1), 1);
            disk.awaitForce(); // from here on nothing is taken away from the buffer
            int last = 50; // more than the buffer holds
            Thread waiting = new Thread(() -> {
                for (int i = 2; i <= last; i++) {
                    journal.append(Events.numbered(i), i);
                }
            });
            waiting.start();
            waiting.join(100);
            boolean busy = journal.isBusy();
            boolean blocked = waiting.isAlive();
            disk.releaseForces();
            waiting.join(10_000);

            assertThat(busy).isTrue();
            assertThat(blocked).isTrue();
            journal.awaitDurable(last);
            assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, last));
        }
    }

    @Test
    void aReaderFollowsAWriterAcrossSegments() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withSegmentBytes(1 << 10));
                JournalReader reader = JournalReader.openAtStart(lock.folder())) {
            assertThat(reader.next()).isNull();
            for (int i = 1; i <= 100; i++) {
                journal.awaitDurable(journal.append(Events.numbered(i), i));
                assertThat(reader.next()).isEqualTo(new JournalRecord(i, i, Events.numbered(i)));
                assertThat(reader.next()).isNull();
            }
        }
    }

    @Test
    void positionsThatAreNotThereAreRefused() throws Exception {
        TestJournal.append(root, TestJournal.SMALL.withSegmentBytes(1 << 10), 100);
        JournalFolder folder = new JournalFolder(root);

        assertThatThrownBy(() -> JournalReader.open(folder, 102))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("ends at position 100");
        Files.delete(folder.segments().get(0).file());
        assertThatThrownBy(() -> JournalReader.open(folder, 1))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("no longer kept");
    }

    @Test
    void aClosedJournalTakesNothing() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root)) {
            JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL);
            journal.close();
            assertThatThrownBy(() -> journal.append(Events.numbered(1), 1)).isInstanceOf(IllegalStateException.class);
        }
    }
}
