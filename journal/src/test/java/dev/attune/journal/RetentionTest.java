package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
    private static final Retention NOTHING = new Retention(Duration.ofMillis(Long.MAX_VALUE), 0);

    @TempDir
    private Path root;

    private JournalFolder folder;

    @BeforeEach
    void aHundredEventsInManySegments() throws Exception {
        AtomicLong clock = new AtomicLong();
        folder = new JournalFolder(root);
        TestJournal.append(
                root,
                JournalOptions.DEFAULT
                        .withSegmentBytes(1 << 10)
                        .withDisk(FailingDisk.lazy())
                        .withClock(clock::incrementAndGet),
                100);
    }

    @Test
    void withoutTwoSnapshotsNothingIsDeleted() throws Exception {
        snapshot(100);

        assertThat(apply(NOTHING, Long.MAX_VALUE, 0)).isEmpty();
    }

    @Test
    void whatOneOfTheLastTwoSnapshotsDoesNotCoverIsKept() throws Exception {
        snapshot(50);
        snapshot(100);

        apply(NOTHING, Long.MAX_VALUE, 0);

        requireKeptFromAround(50);
    }

    @Test
    void whatSomebodyStillNeedsIsKept() throws Exception {
        snapshot(99);
        snapshot(100);

        apply(NOTHING, 30, 0);

        requireKeptFromAround(29);
    }

    @Test
    void theOldestGoUntilTheRestIsSmallEnough() throws Exception {
        snapshot(99);
        snapshot(100);

        apply(new Retention(Duration.ofMillis(Long.MAX_VALUE), 4 << 10), Long.MAX_VALUE, 0);

        assertThat(folder.segments()).hasSizeBetween(4, 5);
        assertThat(TestJournal.readAll(root)).last().isEqualTo(new JournalRecord(100, 100, Events.numbered(100)));
    }

    @Test
    void whatIsTooOldGoes() throws Exception {
        snapshot(99);
        snapshot(100);
        int before = folder.segments().size();

        // The clock of the writer ticks twice for a segment: when it begins and when it is sealed.
        apply(new Retention(Duration.ofMillis(10), Long.MAX_VALUE), Long.MAX_VALUE, 17);

        assertThat(folder.segments()).hasSizeBetween(before - 4, before - 2);
        assertThat(apply(Retention.ALL, Long.MAX_VALUE, Long.MAX_VALUE / 2)).isEmpty();
    }

    private List<Path> apply(Retention retention, long neededFrom, long now) throws IOException {
        try (FolderLock lock = FolderLock.acquire(root)) {
            return retention.apply(lock, neededFrom, now);
        }
    }

    private void requireKeptFromAround(int position) throws IOException {
        long first = folder.segments().get(0).position();
        long second = folder.segments().get(1).position();
        assertThat(first).isGreaterThan(1).isLessThanOrEqualTo(position + 1);
        assertThat(second).isGreaterThan(position + 1);
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered((int) first, 100));
    }

    private void snapshot(long position) throws IOException {
        try (FolderLock lock = FolderLock.acquire(root);
                SnapshotWriter snapshot = new SnapshotStore(lock, FailingDisk.lazy()).begin(position, position)) {
            snapshot.commit();
        }
    }
}
