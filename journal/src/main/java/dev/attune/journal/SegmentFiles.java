package dev.attune.journal;

import dev.attune.journal.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Makes segment files. A segment is filled with zeros before it is used, so that an fsync of records need not change the file's size
 * or its blocks; and it appears under its name only when its header is durable.
 */
final class SegmentFiles {
    private static final int CHUNK = 1 << 20;

    private final JournalFolder folder;
    private final Disk disk;
    private final int segmentBytes;

    SegmentFiles(JournalFolder folder, JournalOptions options) {
        this.folder = folder;
        this.disk = options.disk();
        this.segmentBytes = options.segmentBytes();
    }

    /** A file of zeros under a temporary name. */
    DiskFile prepare(Path temporary) throws IOException {
        return prepare(temporary, () -> true);
    }

    /**
     * As {@link #prepare(Path)}, but with a pause after each piece that is as long as the piece took, so that commits have half of the disk.
     *
     * @param hurry whether pauses are left out from now on
     */
    DiskFile prepare(Path temporary, BooleanSupplier hurry) throws IOException {
        DiskFile file = disk.open(temporary);
        try {
            ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(CHUNK, segmentBytes));
            for (long at = 0; at < segmentBytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), segmentBytes - at));
                int bytes = zeros.limit();
                long began = System.nanoTime();
                file.writeFully(zeros, at);
                at += bytes;
                file.force(); // piece by piece: one fsync of it all would keep commits waiting at the disk
                if (!hurry.getAsBoolean()) {
                    LockSupport.parkNanos(System.nanoTime() - began);
                }
            }
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Gives a prepared file its header and its name. */
    void begin(DiskFile file, Path temporary, SegmentHeader header) throws IOException {
        file.writeFully(header.toBytes(), 0);
        file.force();
        publish(temporary, header.first());
    }

    /**
     * Puts a fresh file in the place of a segment, with its records up to an offset. What was read from the old one may not be on
     * the disk: the process may have been killed before an fsync, or an fsync may have failed, after which another one of the same
     * file claims success without writing. The new one is written and forced whole.
     *
     * @param from where its first record begins in the old file
     * @param to where its last record ends there
     * @param seal what is put behind the last record; may be empty
     */
    DiskFile renew(Path old, SegmentHeader header, long from, long to, ByteBuffer seal) throws IOException {
        Path temporary = temporary("renewed");
        DiskFile file = prepare(temporary);
        try (FileChannel source = FileChannel.open(old, StandardOpenOption.READ)) {
            file.writeFully(header.toBytes(), 0);
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
            long at = SegmentHeader.BYTES;
            for (long read = from; read < to; ) {
                chunk.clear().limit((int) Math.min(chunk.capacity(), to - read));
                if (source.read(chunk, read) < 0) {
                    throw new IOException(old + " became shorter while it was read");
                }
                chunk.flip();
                int bytes = chunk.remaining();
                file.writeFully(chunk, at);
                read += bytes;
                at += bytes;
            }
            file.writeFully(seal, at);
            file.force();
            publish(temporary, header.first());
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    Path temporary(String name) {
        return folder.segmentFolder().resolve(name + JournalFolder.TEMPORARY_SUFFIX);
    }

    private void publish(Path temporary, long first) throws IOException {
        disk.replace(temporary, folder.segment(first));
        disk.forceFolder(folder.segmentFolder());
    }
}
