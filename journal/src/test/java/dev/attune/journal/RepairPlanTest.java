package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RepairPlanTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.DEFAULT.withSegmentBytes(1 << 10).withDisk(FailingDisk.lazy());

    @TempDir
    private Path root;

    @Test
    void aSoundJournalNeedsNoRepair() throws Exception {
        TestJournal.append(root, OPTIONS, 50);

        assertThat(RepairPlan.of(new JournalFolder(root))).isEmpty();
    }

    @Test
    void withoutASnapshotTheJournalIsCutAtTheDamageAndNothingIsDeleted() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        JournalFolder.Numbered hurt = segment(1);
        byte[] before = Files.readAllBytes(hurt.file());
        damageRecord(hurt, 3);

        RepairPlan plan = repair();

        long bad = hurt.position() + 3;
        assertThat(plan.damage().position()).isEqualTo(bad);
        assertThat(plan.keptTo()).isEqualTo(bad - 1);
        assertThat(plan.lost()).isEqualTo(50 - bad);
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, (int) bad - 1));
        assertThat(Path.of(hurt.file() + ".damaged")).exists();
        assertThat(Files.size(Path.of(hurt.file() + ".damaged"))).isEqualTo(before.length);
        requireWorks((int) bad - 1);
    }

    @Test
    void aSnapshotBehindTheDamageSavesAllThatComesAfterIt() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        damageRecord(segment(0), 2);
        snapshot(segment(2).position() + 2); // in the middle of a segment

        RepairPlan plan = repair();

        assertThat(plan.lost()).isZero();
        assertThat(plan.keptFrom())
                .isEqualTo(plan.keptTo() - TestJournal.readAll(root).size() + 1);
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered((int) plan.keptFrom(), 50));
        requireWorks(50);
    }

    @Test
    void aSnapshotInTheDamagedSegmentSavesWhatFollowsIt() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        JournalFolder.Numbered hurt = segment(1);
        damageRecord(hurt, 2);
        snapshot(hurt.position() + 4);

        RepairPlan plan = repair();

        assertThat(plan.lost()).isZero();
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered((int) hurt.position() + 5, 50));
        requireWorks(50);
    }

    @Test
    void aSnapshotOfTheLastPositionLeavesAnEmptyJournalBehindIt() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        damageRecord(segment(1), 2);
        snapshot(50);

        RepairPlan plan = repair();

        assertThat(plan.lost()).isZero();
        assertThat(TestJournal.readAll(root)).isEmpty();
        requireWorks(50);
    }

    @Test
    void aMissingSegmentEndsTheJournalBeforeIt() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        JournalFolder.Numbered missing = segment(2);
        Files.delete(missing.file());

        repair();

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, (int) missing.position() - 1));
        requireWorks((int) missing.position() - 1);
    }

    @Test
    void aSegmentThatHasOnlyLostItsSealCostsNothing() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        Path cut = segment(1).file();
        byte[] bytes = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - RecordFormat.SEAL_BYTES));
        Path flipped = segment(0).file();
        flip(flipped, (int) Files.size(flipped) - RecordFormat.SEAL_BYTES + RecordFormat.HEADER);

        RepairPlan plan = repair();

        assertThat(plan.lost()).isZero();
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, 50));
        requireWorks(50);
    }

    @Test
    void whatAnEarlierRepairHasSetAsideStays() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        Path file = segment(1).file();
        Files.writeString(Path.of(file + ".damaged"), "from another day");
        damageRecord(segment(1), 3);

        repair();

        assertThat(Path.of(file + ".damaged")).hasContent("from another day");
        assertThat(Path.of(file + ".damaged-2")).exists();
    }

    @Test
    void aDamagedHeaderCostsItsSegment() throws Exception {
        TestJournal.append(root, OPTIONS, 50);
        JournalFolder.Numbered hurt = segment(1);
        flip(hurt.file(), 20);

        repair();

        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, (int) hurt.position() - 1));
        requireWorks((int) hurt.position() - 1);
    }

    @Test
    void anEventOfANewerVersionIsNotCutAway() throws Exception {
        TestJournal.append(root, OPTIONS, 5);
        Path file = segment(0).file();
        byte[] bytes = Files.readAllBytes(file);
        int start = SegmentHeader.BYTES;
        bytes[start + RecordFormat.VERSION] = 9;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int end = start + RecordFormat.PREFIX + buffer.getInt(start);
        buffer.putInt(start + 4, RecordFormat.crc(buffer, start + RecordFormat.PREFIX, end));
        Files.write(file, bytes);

        assertThatThrownBy(() -> RepairPlan.of(new JournalFolder(root)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a cut cannot help")
                .hasMessageContaining("version 9");
    }

    private JournalFolder.Numbered segment(int index) throws IOException {
        return new JournalFolder(root).segments().get(index);
    }

    private void damageRecord(JournalFolder.Numbered segment, int index) throws IOException {
        int at = SegmentHeader.BYTES;
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment.file()));
        for (int i = 0; i < index; i++) {
            at += RecordFormat.PREFIX + bytes.getInt(at);
        }
        flip(segment.file(), at + RecordFormat.HEADER);
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    private RepairPlan repair() throws IOException {
        JournalFolder folder = new JournalFolder(root);
        RepairPlan plan = RepairPlan.of(folder).orElseThrow();
        try (FolderLock lock = FolderLock.acquire(root)) {
            plan.carryOut(lock, OPTIONS);
        }
        assertThat(JournalCheck.verify(folder).damage()).isNull();
        return plan;
    }

    /** A service starts on it and goes on. */
    private void requireWorks(int last) throws Exception {
        try (FolderLock lock = FolderLock.acquire(root);
                Recovery recovery = Recovery.open(lock, OPTIONS)) {
            recovery.tail();
            assertThat(recovery.journal().append(Events.numbered(last + 1), last + 1))
                    .isEqualTo(last + 1);
        }
        List<JournalRecord> records = TestJournal.readAll(root);
        assertThat(records.get(records.size() - 1))
                .isEqualTo(TestJournal.numbered(last + 1, last + 1).get(0));
    }

    private void snapshot(long position) throws IOException {
        try (FolderLock lock = FolderLock.acquire(root);
                SnapshotWriter snapshot = new SnapshotStore(lock, FailingDisk.lazy()).begin(position, position)) {
            snapshot.commit();
        }
    }
}
