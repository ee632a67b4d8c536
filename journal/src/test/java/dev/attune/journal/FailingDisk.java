package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The real disk, until a test breaks it. */
final class FailingDisk implements Disk {
    /** Claims to force without doing so: no test can notice, and many run quicker. */
    static FailingDisk lazy() {
        FailingDisk disk = new FailingDisk();
        disk.lazy = true;
        return disk;
    }

    private volatile boolean lazy;
    volatile boolean failForce;
    volatile boolean failWrite;
    volatile boolean failReplace;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch arrived = new CountDownLatch(0);

    void holdForces() {
        arrived = new CountDownLatch(1);
        gate = new CountDownLatch(1);
    }

    void awaitForce() throws InterruptedException {
        arrived.await();
    }

    void releaseForces() {
        gate.countDown();
    }

    private void awaitGate() throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        DiskFile real = Disk.REAL.open(path);
        return new DiskFile() {
            @Override
            public int write(ByteBuffer bytes, long at) throws IOException {
                if (failWrite) {
                    // As a full disk does: the first half, then the error.
                    if (bytes.remaining() > 1) {
                        ByteBuffer half = bytes.slice(bytes.position(), bytes.remaining() / 2);
                        int written = real.write(half, at);
                        bytes.position(bytes.position() + written);
                        return written;
                    }
                    throw new IOException("No space left on device");
                }
                return real.write(bytes, at);
            }

            @Override
            public void truncate(long size) throws IOException {
                real.truncate(size);
            }

            @Override
            public void force() throws IOException {
                if (Thread.currentThread().getName().equals("attune-journal")) {
                    arrived.countDown();
                    awaitGate();
                }
                if (failForce) {
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

    @Override
    public void replace(Path from, Path to) throws IOException {
        if (failReplace) {
            throw new IOException("Input/output error");
        }
        Disk.REAL.replace(from, to);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        if (!lazy) {
            Disk.REAL.forceFolder(folder);
        }
    }
}
