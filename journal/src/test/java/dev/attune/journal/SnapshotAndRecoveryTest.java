package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SnapshotAndRecoveryTest {
    private static final JournalOptions OPTIONS = TestJournal.SMALL.withDisk(FailingDisk.lazy());

    @TempDir
    private Path root;

    @Test
    void recoveryIsTheLastSnapshotAndTheEventsAfterIt() throws Exception {
        TestJournal.append(root, OPTIONS, 10);
        snapshot(4);
        snapshot(7);

        try (FolderLock lock = FolderLock.acquire(root);
                Recovery recovery = Recovery.open(lock, OPTIONS)) {
            SnapshotFile snapshot = recovery.snapshot().orElseThrow();
            assertThat(snapshot.position()).isEqualTo(7);
            assertThat(snapshot.time()).isEqualTo(70);
            assertThat(snapshot.bandits()).containsExactly(0, 3);
            assertThat(snapshot.state(3)).isEqualTo(state(7));
            assertThat(snapshot.state(0)).isEmpty();
            assertThat(TestJournal.read(recovery.tail())).isEqualTo(TestJournal.numbered(8, 10));
            assertThat(recovery.warnings()).isEmpty();
            assertThat(recovery.journal().append(Events.numbered(11), 11)).isEqualTo(11);
        }
    }

    @Test
    void anEmptyFolderRecoversToNothing() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root);
                Recovery recovery = Recovery.open(lock, OPTIONS)) {
            assertThat(recovery.snapshot()).isEmpty();
            assertThat(recovery.tail().next()).isNull();
        }
    }

    @Test
    void aSnapshotWithAnyFlippedBitIsPassedOverForTheOneBeforeIt() throws Exception {
        TestJournal.append(root, OPTIONS, 10);
        snapshot(4);
        snapshot(7);
        Path file = new JournalFolder(root).snapshot(7);
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file, flipped);
            requireFourWithWarning();
        }
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            requireFourWithWarning();
        }
    }

    @Test
    void onlyTheLastTwoSnapshotsAreKept() throws Exception {
        TestJournal.append(root, OPTIONS, 10);
        for (int i = 1; i <= 5; i++) {
            snapshot(i);
        }

        assertThat(new JournalFolder(root).snapshots())
                .extracting(JournalFolder.Numbered::position)
                .containsExactly(4L, 5L);
    }

    @Test
    void aSnapshotThatWasNotFinishedWasNeverThere() throws Exception {
        TestJournal.append(root, OPTIONS, 10);
        snapshot(4);
        FailingDisk disk = new FailingDisk();
        try (FolderLock lock = FolderLock.acquire(root)) {
            SnapshotStore store = new SnapshotStore(lock, disk);
            try (SnapshotWriter abandoned = store.begin(5, 50)) {
                abandoned.add(1, state(5));
            }
            try (SnapshotWriter failing = store.begin(6, 60)) {
                failing.add(1, state(6));
                disk.failForce = true;
                assertThatThrownBy(failing::commit).isInstanceOf(IOException.class);
            }
        }
        try (FolderLock lock = FolderLock.acquire(root)) {
            assertThat(new SnapshotStore(lock, Disk.REAL)
                            .latest(m -> {})
                            .orElseThrow()
                            .position())
                    .isEqualTo(4);
            assertThat(lock.folder().snapshotFolder()).isDirectoryNotContaining("glob:**.tmp");
        }
    }

    @Test
    void aJournalThatEndsBeforeItsSnapshotIsNotTakenForWhole() throws Exception {
        TestJournal.append(root, OPTIONS, 10);
        snapshot(10);
        Files.delete(TestJournal.onlySegment(root));

        try (FolderLock lock = FolderLock.acquire(root)) {
            assertThatThrownBy(() -> Recovery.open(lock, OPTIONS)).isInstanceOf(JournalFormatException.class);
        }
        assertThat(JournalCheck.verify(new JournalFolder(root)).damage())
                .hasMessageContaining("the last snapshot covers position 10");
    }

    private void requireFourWithWarning() throws IOException {
        List<String> warnings = new ArrayList<>();
        try (SnapshotFile used =
                SnapshotStore.latest(new JournalFolder(root), warnings::add).orElseThrow()) {
            assertThat(used.position()).isEqualTo(4);
        }
        assertThat(warnings).hasSize(1).allMatch(w -> w.contains("00000000000000000007.snapshot is damaged"));
    }

    private void snapshot(long position) throws IOException {
        try (FolderLock lock = FolderLock.acquire(root);
                SnapshotWriter snapshot = new SnapshotStore(lock, FailingDisk.lazy()).begin(position, 10 * position)) {
            snapshot.add(3, state(position));
            snapshot.add(0, new byte[0]);
            snapshot.commit();
        }
    }

    private static byte[] state(long position) {
        return ("state at " + position).getBytes(StandardCharsets.UTF_8);
    }
}
