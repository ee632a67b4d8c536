package dev.attune.server.runtime;

import dev.attune.journal.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A disk that a test can break, hold up or watch. */
public final class BreakableDisk implements Disk {
    private static final String COMMITTER = "attune-journal";

    private final boolean lazy;
    private final Consumer<String> steps;
    private volatile boolean broken;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private BreakableDisk(boolean lazy, Consumer<String> steps) {
        this.lazy = lazy;
        this.steps = steps;
    }

    /** One that only claims to force: no test that leaves the machine running can notice. */
    public static BreakableDisk lazy() {
        return new BreakableDisk(true, step -> {});
    }

    /** A real one that reports what is done, in its order. */
    static BreakableDisk watched(Consumer<String> steps) {
        return new BreakableDisk(false, steps);
    }

    /** Every fsync fails from now on. */
    public void breakForces() {
        broken = true;
    }

    /** Fsyncs of the journal do not return until {@link #release}. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        DiskFile real = Disk.REAL.open(path);
        return new DiskFile() {
            @Override
            public int write(ByteBuffer bytes, long at) throws IOException {
                steps.accept("write");
                return real.write(bytes, at);
            }

            @Override
            public void truncate(long size) throws IOException {
                real.truncate(size);
            }

            @Override
            public void force() throws IOException {
                steps.accept("force");
                if (Thread.currentThread().getName().equals(COMMITTER)) {
                    await(gate);
                }
                if (broken) {
                    throw new IOException("Input/output error");
                }
                if (!lazy) {
                    real.force();
                }
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    private static void await(CountDownLatch gate) throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void replace(Path from, Path to) throws IOException {
        steps.accept("rename to " + to.getFileName());
        Disk.REAL.replace(from, to);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        steps.accept("force the folder " + folder.getFileName());
        if (!lazy) {
            Disk.REAL.forceFolder(folder);
        }
    }
}
