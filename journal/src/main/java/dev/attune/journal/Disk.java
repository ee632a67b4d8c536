package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** What the writing half of the journal asks of a file system, so that tests can make any of it fail. */
public interface Disk {
    /** The file system of the JDK. */
    Disk REAL = new Disk() {
        @Override
        public DiskFile open(Path path) throws IOException {
            return new ChannelFile(
                    OwnerOnly.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        }

        @Override
        public void replace(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }

        @Override
        public void forceFolder(Path folder) throws IOException {
            if (System.getProperty("os.name", "").startsWith("Windows")) {
                return; // cannot open a folder, and needs no such thing
            }
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    };

    /** Opens a file for writing, made empty if it is not there. */
    DiskFile open(Path path) throws IOException;

    /** Renames a file over another, in one step. */
    void replace(Path from, Path to) throws IOException;

    /** Makes names in a folder durable. */
    void forceFolder(Path folder) throws IOException;

    /** An open file. */
    interface DiskFile extends Closeable {
        /** Writes some of the bytes, at least one, to a place in the file; how many. */
        int write(ByteBuffer bytes, long at) throws IOException;

        /** Cuts the file to a size. */
        void truncate(long size) throws IOException;

        /** Makes all that was written durable. */
        void force() throws IOException;

        /** Writes all of the bytes. */
        default void writeFully(ByteBuffer bytes, long at) throws IOException {
            long to = at;
            while (bytes.hasRemaining()) {
                int written = write(bytes, to);
                if (written <= 0) {
                    throw new IOException("the disk took none of " + bytes.remaining() + " bytes");
                }
                to += written;
            }
        }
    }

    /** A file of the JDK. */
    record ChannelFile(FileChannel channel) implements DiskFile {
        @Override
        public int write(ByteBuffer bytes, long at) throws IOException {
            return channel.write(bytes, at);
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false); // fdatasync: the size too, if it has changed
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
