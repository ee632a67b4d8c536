package dev.attune.server.runtime;

import dev.attune.journal.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A disk that a test can break or hold up. */
public final class BreakableDisk implements Disk {
    private static final String COMMITTER = "attune-journal";

    private final boolean lazy;
    private volatile boolean broken;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private BreakableDisk(boolean lazy) {
        this.lazy = lazy;
    }

    /** One that only claims to force: no test that leaves the machine running can notice. */
    public static BreakableDisk lazy() {
        return new BreakableDisk(true);
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
                return real.write(bytes, at);
            }

            @Override
            public void truncate(long size) throws IOException {
                real.truncate(size);
            }

            @Override
            public void force() throws IOException {
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
        Disk.REAL.replace(from, to);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        if (!lazy) {
            Disk.REAL.forceFolder(folder);
        }
    }
}
