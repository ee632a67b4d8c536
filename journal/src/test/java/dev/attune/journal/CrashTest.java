package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it writes: all that it acknowledged is there after each kill. */
@Timeout(120)
@Tag("process")
class CrashTest {
    private static final int KILLS = 5;
    private static final int THREADS = 8;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 400;
    private static final JournalOptions OPTIONS = JournalOptions.DEFAULT.withSegmentBytes(1 << 14);

    @TempDir
    private Path root;

    @Test
    void whatWasAcknowledgedSurvivesKills() throws Exception {
        List<Long> acknowledged = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            acknowledged.addAll(runAndKill(ACKNOWLEDGED_BEFORE_KILL * kill / 2));
            List<JournalRecord> records = TestJournal.readAll(root);

            assertThat(records).hasSizeGreaterThanOrEqualTo(acknowledged.size());
            assertThat(records).isEqualTo(TestJournal.numbered(1, records.size()));
            assertThat(acknowledged).doesNotHaveDuplicates().allMatch(position -> position <= records.size());
        }
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, OPTIONS)) {
            assertThat(journal.lastPosition()).isGreaterThanOrEqualTo(acknowledged.size());
        }
    }

    @Test
    void aSecondProcessOnTheSameFolderIsRefused() throws Exception {
        try (FolderLock lock = FolderLock.acquire(root)) {
            Process second = child();
            String said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(second.waitFor()).isNotZero();
            assertThat(said).contains("data folder " + root + " is in use by another process");
            assertThat(lock.folder().root()).isEqualTo(root);
        }
    }

    private List<Long> runAndKill(int after) throws Exception {
        Process process = child();
        List<Long> acknowledged = new ArrayList<>();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            while (acknowledged.size() < after) {
                acknowledged.add(position(said.readLine()));
            }
            process.toHandle().destroyForcibly(); // SIGKILL, and what it has said stays readable
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.endsWith(".")) { // the last line may be cut
                    acknowledged.add(position(line));
                }
            }
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return acknowledged;
    }

    private static long position(String line) {
        assertThat(line).endsWith(".");
        return Long.parseLong(line.substring(0, line.length() - 1));
    }

    private Process child() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Appender.class.getName(),
                        root.toString())
                .redirectErrorStream(true)
                .start();
    }

    /** The process that is killed. It says a position once it is durable. */
    static final class Appender {
        private Appender() {}

        public static void main(String[] args) throws Exception {
            FolderLock lock = FolderLock.acquire(Path.of(args[0]));
            JournalWriter journal = JournalWriter.open(lock, OPTIONS);
            Object order = new Object();
            for (int i = 0; i < THREADS; i++) {
                new Thread(() -> appendForEver(journal, order)).start();
            }
        }

        private static void appendForEver(JournalWriter journal, Object order) {
            try {
                while (true) {
                    long position;
                    synchronized (order) { // so that the event tells its position
                        long next = journal.lastPosition() + 1;
                        position = journal.append(Events.numbered(next), next);
                    }
                    journal.awaitDurable(position);
                    System.out.println(position + ".");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
