package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails stops the journal: nothing is acknowledged that may not be there. */
@Timeout(60)
class FailureTest {
    @TempDir
    private Path root;

    @Test
    void aFailingFsyncStopsAcknowledgingForGood() throws Exception {
        FailingDisk disk = new FailingDisk();
        requireStops(disk, () -> disk.failForce = true, () -> disk.failForce = false, "Input/output error");
    }

    @Test
    void aFailingWriteStopsAcknowledgingForGood() throws Exception {
        FailingDisk disk = new FailingDisk();
        requireStops(disk, () -> disk.failWrite = true, () -> disk.failWrite = false, "No space left on device");
    }

    @Test
    void allWhoWaitForAFailingFsyncAreTold() throws Exception {
        FailingDisk disk = new FailingDisk();
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withDisk(disk))) {
            disk.holdForces();
            long under = journal.append(Events.numbered(1), 1);
            disk.awaitForce();
            long waiting = journal.append(Events.numbered(2), 2);
            var both = journal.durable(under).toCompletableFuture();
            var second = journal.durable(waiting).toCompletableFuture();
            disk.failForce = true;
            disk.releaseForces();

            for (var future : List.of(both, second)) {
                assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(JournalFailedException.class);
            }
        }
    }

    @Test
    void aDiskThatIsFullWhenTheNextSegmentIsNeededStopsTheJournal() throws Exception {
        FailingDisk disk = new FailingDisk();
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(
                        lock, TestJournal.SMALL.withSegmentBytes(1 << 10).withDisk(disk))) {
            disk.failReplace = true;
            assertThatThrownBy(() -> {
                        for (int i = 1; i <= 100; i++) {
                            journal.awaitDurable(journal.append(Events.numbered(i), i));
                        }
                    })
                    .isInstanceOf(JournalFailedException.class);
        }
        int kept = TestJournal.readAll(root).size();
        assertThat(kept).isGreaterThan(5);
        TestJournal.append(root, TestJournal.SMALL, 3);
        assertThat(TestJournal.readAll(root)).isEqualTo(TestJournal.numbered(1, kept + 3));
    }

    @Test
    void aDeviceThatIsReallyFullStopsTheJournal() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "skipped: there is no /dev/full here");
        Disk device = new Disk() {
            private boolean began;

            @Override
            public DiskFile open(Path path) throws IOException {
                DiskFile real = Disk.REAL.open(path);
                DiskFile never = new ChannelFile(FileChannel.open(full, StandardOpenOption.WRITE));
                return new DiskFile() {
                    @Override
                    public int write(ByteBuffer bytes, long at) throws IOException {
                        return (began ? never : real).write(bytes, at);
                    }

                    @Override
                    public void truncate(long size) throws IOException {
                        real.truncate(size);
                    }

                    @Override
                    public void force() throws IOException {
                        real.force();
                    }

                    @Override
                    public void close() throws IOException {
                        real.close();
                        never.close();
                    }
                };
            }

            @Override
            public void replace(Path from, Path to) throws IOException {
                Disk.REAL.replace(from, to);
                began = true;
            }

            @Override
            public void forceFolder(Path folder) throws IOException {
                Disk.REAL.forceFolder(folder);
            }
        };
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withDisk(device))) {
            long position = journal.append(Events.numbered(1), 1);
            assertThatThrownBy(() -> journal.awaitDurable(position))
                    .isInstanceOf(JournalFailedException.class)
                    .hasMessageContaining("No space left on device");
        }
    }

    @Test
    @Tag("process")
    void aFileSystemThatIsReallyFullLosesNothingThatWasAcknowledged() throws Exception {
        Path small = Files.createDirectory(root.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "attune-test", small.toString()) == 0,
                "skipped: mounting a small file system needs root");
        try {
            Path data = small.resolve("data");
            long acknowledged = 0;
            try (FolderLock lock = FolderLock.acquire(data);
                    JournalWriter journal =
                            JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 15))) {
                while (acknowledged < 100_000) {
                    journal.awaitDurable(journal.append(Events.numbered(acknowledged + 1), acknowledged + 1));
                    acknowledged++;
                }
            } catch (JournalFailedException e) {
                assertThat(e).hasMessageContaining("No space left on device");
            }
            assertThat(acknowledged).isBetween(1000L, 10_000L);
            assertThat(TestJournal.readAll(data))
                    .startsWith(TestJournal.numbered(1, (int) acknowledged).toArray(new JournalRecord[0]));
        } finally {
            assertThat(run("umount", small.toString())).isZero();
        }
    }

    @Test
    void aSecondInstanceOnTheSameFolderIsRefused() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root)) {
            assertThatThrownBy(() -> FolderLock.acquire(root))
                    .isInstanceOf(FolderInUseException.class)
                    .hasMessageContaining("data folder " + root + " is in use by another process");
            assertThatThrownBy(() -> FolderLock.acquire(root)).isInstanceOf(FolderInUseException.class);
            assertThat(lock.folder().root()).isEqualTo(root);
        }
        FolderLock.acquire(root).close();
    }

    private void requireStops(FailingDisk disk, Runnable breaks, Runnable heals, String reason) throws Exception {
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL.withDisk(disk))) {
            journal.awaitDurable(journal.append(Events.numbered(1), 1));
            breaks.run();
            long lost = journal.append(Events.numbered(2), 2);
            assertThatThrownBy(() -> journal.awaitDurable(lost))
                    .isInstanceOf(JournalFailedException.class)
                    .hasMessageContaining(reason);
            heals.run(); // too late: the content of the disk is unknown

            assertThatThrownBy(() -> journal.append(Events.numbered(3), 3)).isInstanceOf(JournalFailedException.class);
            assertThatThrownBy(() -> journal.awaitDurable(lost)).isInstanceOf(JournalFailedException.class);
            journal.awaitDurable(1);
            assertThat(journal.durablePosition()).isEqualTo(1);
            assertThat(journal.failure()).isPresent();
        }
        assertThat(TestJournal.readAll(root)).startsWith(new JournalRecord(1, 1, Events.numbered(1)));
        TestJournal.append(root, TestJournal.SMALL, 1);
    }

    private static int run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
        } catch (IOException e) { // no such command
            return -1;
        }
    }
}
