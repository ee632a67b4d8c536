package dev.attune.journal;

import dev.attune.journal.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Keeps the next segment ready: filling it with zeros takes a while, and commits should not wait for it. */
final class SpareSegment implements Closeable {
    private final SegmentFiles files;
    private final Path temporary;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "attune-journal-spare");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Future<DiskFile> ready;
    private volatile boolean wanted; // a commit waits for it

    SpareSegment(SegmentFiles files) {
        this.files = files;
        this.temporary = files.temporary("spare");
    }

    /** Begins to prepare, in the background. */
    void prepare() {
        wanted = false;
        ready = worker.submit(() -> files.prepare(temporary, () -> wanted));
    }

    /** The spare file, under its final name and with its header. */
    DiskFile take(SegmentHeader header) throws IOException {
        DiskFile file = await();
        try {
            files.begin(file, temporary, header);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
        return file;
    }

    private DiskFile await() throws IOException {
        Future<DiskFile> begun = ready;
        ready = null;
        wanted = true;
        if (begun != null) {
            try {
                return begun.get();
            } catch (ExecutionException e) {
                // The disk may have been full then and not be so now: below it is tried once more, and that failure
                // counts.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the next segment was prepared", e);
            }
        }
        return files.prepare(temporary);
    }

    @Override
    public void close() throws IOException {
        worker.shutdown();
        wanted = true;
        Future<DiskFile> begun = ready;
        ready = null;
        if (begun != null) {
            try {
                begun.get().close();
            } catch (ExecutionException e) {
                // there is no file to close
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Files.deleteIfExists(temporary);
    }
}
