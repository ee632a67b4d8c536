package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.JournalEvent.Changed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a crash leaves is cut; what was safe once and is not any more stops the reader. */
@Tag("slow")
@Timeout(120)
class TornAndDamagedTest {
    private static final int EVENTS = 10;
    private static final JournalOptions OPTIONS =
            JournalOptions.DEFAULT.withSegmentBytes(1 << 12).withDisk(FailingDisk.lazy());

    @TempDir
    private Path root;

    private Path segment;
    private byte[] whole;
    /** Where each record begins, by position; the entry behind the last is the end. */
    private long[] starts;

    @BeforeEach
    void tenEventsWithACommitEach() throws Exception {
        TestJournal.appendAndCrash(root, OPTIONS, EVENTS);
        segment = TestJournal.onlySegment(root);
        whole = Files.readAllBytes(segment);
        starts = new long[EVENTS + 2];
        long at = SegmentHeader.BYTES;
        for (int i = 1; i <= EVENTS + 1; i++) {
            starts[i] = at;
            at += RecordFormat.PREFIX + ByteBuffer.wrap(whole).getInt((int) at);
        }
    }

    @Test
    void aJournalCutAtAnyByteOfItsLastThreeRecordsLosesOnlyWhatIsNotWhole() throws Exception {
        for (long cut = starts[8]; cut <= starts[11]; cut++) {
            restore();
            try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                channel.truncate(cut);
            }
            requireCutAt(cut);
        }
    }

    @Test
    void aJournalWhoseLastBytesWereNeverWrittenLosesOnlyWhatIsNotWhole() throws Exception {
        for (long cut = starts[8]; cut <= starts[11]; cut++) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, (int) cut, torn.length, (byte) 0); // as it was before it was written
            Files.write(segment, torn);
            requireCutAt(cut);
        }
    }

    @Test
    void aFlippedBitInARecordWithAnotherBehindItIsDamage() throws Exception {
        for (int position = 8; position <= 9; position++) {
            for (long bit = 8 * starts[position]; bit < 8 * starts[position + 1]; bit++) {
                restore();
                flip(bit);
                requireDamageAt(position, starts[position]);
            }
        }
    }

    @Test
    void aFlippedBitInTheLastRecordIsDamageOrCutButNeverReadAsSomethingElse() throws Exception {
        int stopped = 0;
        int bits = 0;
        for (long bit = 8 * starts[10]; bit < 8 * starts[11]; bit++) {
            restore();
            flip(bit);
            List<JournalRecord> kept = readOrNothing();
            if (kept == null) {
                requireDamageAt(10, starts[10]);
                stopped++;
            } else {
                assertThat(kept).isEqualTo(TestJournal.numbered(1, 9));
            }
            bits++;
        }
        // Only where the length itself lies can the record be mistaken for one that is not whole.
        assertThat(bits - stopped).isLessThanOrEqualTo(Integer.SIZE);
    }

    @Test
    void aTornBatchOfWhichALaterSectorReachedTheDiskIsCut() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root)) {
            FailingDisk disk = new FailingDisk();
            JournalWriter journal = JournalWriter.open(lock, OPTIONS.withDisk(disk));
            disk.holdForces();
            journal.append(Events.numbered(11), 11);
            disk.awaitForce();
            for (int i = 12; i <= 40; i++) { // one batch, not acknowledged
                journal.append(Events.numbered(i), i);
            }
            disk.releaseForces();
            journal.awaitDurable(40);
        }
        byte[] bytes = Files.readAllBytes(segment);
        int lost = 2 * TailCheck.SECTOR;
        assertThat(starts[11]).isLessThan(lost);
        Arrays.fill(bytes, lost, lost + TailCheck.SECTOR, (byte) 0);
        Files.write(segment, bytes);

        List<JournalRecord> kept = TestJournal.readAll(root);

        assertThat(kept).hasSizeBetween(EVENTS + 1, 39).isEqualTo(TestJournal.numbered(1, kept.size()));
    }

    @Test
    void aSectorThatWasLostAfterItsCommitIsDamage() throws Exception {
        byte[] bytes = whole.clone();
        Arrays.fill(bytes, TailCheck.SECTOR, 2 * TailCheck.SECTOR, (byte) 0);
        assertThat(starts[10]).isLessThan(2 * TailCheck.SECTOR);
        TestJournal.appendAndCrash(root, OPTIONS, 10); // so that later commits know of it
        byte[] longer = Files.readAllBytes(segment);
        Arrays.fill(longer, TailCheck.SECTOR, 2 * TailCheck.SECTOR, (byte) 0);
        Files.write(segment, longer);

        assertThatThrownBy(() -> TestJournal.readAll(root)).isInstanceOf(JournalFormatException.class);
    }

    @Test
    void aTornTailIsReportedAndTheJournalGoesOnBehindTheCut() throws Exception {
        Files.write(segment, Arrays.copyOf(whole, (int) starts[10] + 20));

        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, OPTIONS)) {
            assertThat(journal.tornTail()).hasValueSatisfying(torn -> {
                assertThat(torn.position()).isEqualTo(10);
                assertThat(torn.offset()).isEqualTo(starts[10]);
                assertThat(torn.bytes()).isBetween(18L, 20L);
            });
            assertThat(journal.append(Events.numbered(10), 10)).isEqualTo(10);
        }
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 10));
    }

    @Test
    void nothingOfATornTailCanComeBack() throws Exception {
        // The torn record is longer than the next one, so its end would lie behind it.
        try (FolderLock lock = FolderLock.acquire(root)) {
            JournalWriter journal = JournalWriter.open(lock, OPTIONS);
            journal.awaitDurable(journal.append(new Changed(1, "long", "x".repeat(500)), 11));
        }
        byte[] bytes = Files.readAllBytes(segment);
        Arrays.fill(bytes, TailCheck.SECTOR * 2, TailCheck.SECTOR * 2 + 20, (byte) 0);
        Files.write(segment, Arrays.copyOf(bytes, (int) starts[11] + 400));

        TestJournal.appendAndCrash(root, OPTIONS, 1);

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 11));
        byte[] after = Files.readAllBytes(segment);
        int end = (int) starts[11] + (int) (starts[11] - starts[10]);
        assertThat(Arrays.copyOfRange(after, end, after.length)).containsOnly(0);
    }

    @Test
    void aSealedSegmentThatIsCutIsDamage() throws Exception {
        TestJournal.append(root, OPTIONS.withSegmentBytes(1 << 10), 100);
        List<JournalFolder.Numbered> segments = new JournalFolder(root).segments();
        Path middle = segments.get(1).file();
        byte[] bytes = Files.readAllBytes(middle);
        for (int keep :
                new int[] {bytes.length - 1, bytes.length - RecordFormat.SEAL_BYTES, SegmentHeader.BYTES, 5, 0}) {
            Files.write(middle, Arrays.copyOf(bytes, keep));
            assertThatThrownBy(() -> TestJournal.readAll(root))
                    .isInstanceOf(JournalFormatException.class)
                    .hasMessageContaining(middle.getFileName().toString())
                    .hasMessageContaining("attune journal repair");
        }
    }

    @Test
    void aMissingSegmentIsDamage() throws Exception {
        TestJournal.append(root, OPTIONS.withSegmentBytes(1 << 10), 100);
        JournalFolder folder = new JournalFolder(root);
        JournalFolder.Numbered missing = folder.segments().get(2);
        Files.delete(missing.file());

        assertThatThrownBy(() -> TestJournal.readAll(root))
                .isInstanceOfSatisfying(
                        JournalFormatException.class,
                        e -> assertThat(e.position()).isEqualTo(missing.position()))
                .hasMessageContaining("is missing");
    }

    @Test
    void garbageInPlaceOfASegmentCausesNothingButAFormatException() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = i % 2 == 0 ? new byte[(int) (random.nextDouble() * 3000)] : whole.clone();
            int from = i % 2 == 0 ? 0 : SegmentHeader.BYTES + (int) (random.nextDouble() * 1000);
            for (int j = from; j < bytes.length; j++) {
                bytes[j] = (byte) random.nextLong();
            }
            Files.write(segment, bytes);
            List<JournalRecord> kept = readOrNothing();
            assertThat(kept == null || TestJournal.numbered(1, 10).containsAll(kept))
                    .isTrue();
        }
    }

    private void restore() throws IOException {
        Files.write(segment, whole);
    }

    private void flip(long bit) throws IOException {
        byte[] bytes = whole.clone();
        bytes[(int) (bit / 8)] ^= (byte) (1 << (bit % 8));
        Files.write(segment, bytes);
    }

    private boolean isZero(long from, long to) {
        for (long at = from; at < to; at++) {
            if (whole[(int) at] != 0) {
                return false;
            }
        }
        return true;
    }

    private List<JournalRecord> upTo(long cut) {
        List<JournalRecord> kept = new ArrayList<>();
        for (JournalRecord record : TestJournal.numbered(1, EVENTS)) {
            if (starts[(int) record.position() + 1] <= cut) {
                kept.add(record);
            }
        }
        return kept;
    }

    /** The reader ends there, and a writer goes on from there. */
    private void requireCutAt(long cut) throws Exception {
        List<JournalRecord> kept = upTo(cut);
        assertThat(TestJournal.readAll(root)).isEqualTo(kept);
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, OPTIONS)) {
            assertThat(journal.lastPosition()).isEqualTo(kept.size());
            assertThat(journal.tornTail().isPresent()).isEqualTo(!isZero(starts[kept.size() + 1], cut));
        }
        assertThat(TestJournal.readAll(root)).isEqualTo(kept);
    }

    private void requireDamageAt(long position, long offset) throws Exception {
        assertThatThrownBy(() -> TestJournal.readAll(root))
                .isInstanceOfSatisfying(JournalFormatException.class, e -> {
                    assertThat(e.position()).isEqualTo(position);
                    assertThat(e.offset()).isEqualTo(offset);
                })
                .hasMessageContaining("attune journal repair");
        try (FolderLock lock = FolderLock.acquire(root)) {
            assertThatThrownBy(() -> JournalWriter.open(lock, OPTIONS)).isInstanceOf(JournalFormatException.class);
        }
    }

    /** What is read; null if the journal is said to be damaged. */
    private List<JournalRecord> readOrNothing() throws IOException {
        try {
            return TestJournal.readAll(root);
        } catch (JournalFormatException e) {
            return null;
        }
    }
}
