package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The state of all bandits after a position of the journal, in a file. States are read one by one, when they are asked for, so that
 * thousands of bandits need not be in memory at once. Safe for many threads.
 *
 * <pre>
 *   header   magic ATTS (4), version 1 (4), position (8), time (8), CRC32C of these 24 bytes (4)
 *   parts    bandit (4), length n (4), CRC32C of the n bytes (4), CRC32C of the 12 bytes before it (4), n bytes
 *   end      bandit -1 (4), number of parts (4), 0 (4), CRC32C of the 12 bytes before it (4); the file ends here
 * </pre>
 */
public final class SnapshotFile implements Closeable {
    static final int MAGIC = 0x41545453;
    static final int FORMAT = 1;
    static final int HEADER = 28;
    static final int PART_HEADER = 16;
    static final int END = -1;
    private static final int CHUNK = 1 << 16;

    private record Part(long at, int length, int crc) {}

    private final Path file;
    private final FileChannel channel;
    private final long position;
    private final long time;
    private final Map<Integer, Part> parts = new TreeMap<>();

    private SnapshotFile(Path file, FileChannel channel, ByteBuffer header) {
        this.file = file;
        this.channel = channel;
        this.position = header.getLong(8);
        this.time = header.getLong(16);
    }

    /**
     * Opens a snapshot and checks every byte of it.
     *
     * @throws JournalFormatException if anything is wrong
     */
    static SnapshotFile open(Path file, long position) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            SnapshotFile snapshot = new SnapshotFile(file, channel, header(file, channel, position));
            snapshot.index();
            for (int bandit : snapshot.parts.keySet()) {
                snapshot.check(bandit);
            }
            return snapshot;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static ByteBuffer header(Path file, FileChannel channel, long position) throws IOException {
        ByteBuffer header = bytes(file, channel, 0, HEADER);
        String defect = null;
        if (header.getInt(0) != MAGIC) {
            defect = "it does not begin with ATTS";
        } else if (header.getInt(4) != FORMAT) {
            defect = "it has format " + header.getInt(4) + ", this program reads format " + FORMAT;
        } else if (header.getInt(24) != RecordFormat.crc(header, 0, 24)) {
            defect = "the checksum of its header does not match";
        } else if (header.getLong(8) != position) {
            defect = "it covers position " + header.getLong(8) + ", which is not what its name says";
        }
        if (defect != null) {
            throw damaged(file, 0, defect);
        }
        return header;
    }

    private void index() throws IOException {
        long at = HEADER;
        long size = channel.size();
        while (true) {
            ByteBuffer part = bytes(file, channel, at, PART_HEADER);
            int bandit = part.getInt(0);
            int length = part.getInt(4);
            if (part.getInt(12) != RecordFormat.crc(part, 0, 12)) {
                throw damaged(file, at, "the checksum of a part's header does not match");
            }
            at += PART_HEADER;
            if (bandit == END) {
                if (length != parts.size() || at != size) {
                    throw damaged(file, at, "its end does not fit its parts");
                }
                return;
            }
            if (length < 0 || length > size - at) {
                throw damaged(file, at, "a part of " + length + " bytes does not fit into the file");
            }
            if (parts.put(bandit, new Part(at, length, part.getInt(8))) != null) {
                throw damaged(file, at, "bandit " + bandit + " has two parts");
            }
            at += length;
        }
    }

    private void check(int bandit) throws IOException {
        Part part = part(bandit);
        CRC32C crc = new CRC32C();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (int done = 0; done < part.length; done += chunk.limit()) {
            chunk.clear().limit(Math.min(CHUNK, part.length - done));
            fill(file, channel, chunk, part.at + done);
            crc.update(chunk);
        }
        requireCrc(bandit, part, (int) crc.getValue());
    }

    /** The last position of the journal whose events are in these states. */
    public long position() {
        return position;
    }

    /** When it was made, in milliseconds since 1970. */
    public long time() {
        return time;
    }

    /** Bytes on disk. */
    public long bytes() throws IOException {
        return channel.size();
    }

    /** Whose states there are; 0 is the service's own. */
    public Set<Integer> bandits() {
        return Collections.unmodifiableSet(parts.keySet());
    }

    /**
     * Reads one state.
     *
     * @throws IllegalArgumentException if there is none of this bandit
     * @throws JournalFormatException if it has been damaged since the snapshot was opened
     */
    public byte[] state(int bandit) throws IOException {
        Part part = part(bandit);
        byte[] state = new byte[part.length];
        ByteBuffer read = fill(file, channel, ByteBuffer.wrap(state), part.at);
        requireCrc(bandit, part, RecordFormat.crc(read, 0, part.length));
        return state;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private Part part(int bandit) {
        Part part = parts.get(bandit);
        if (part == null) {
            throw new IllegalArgumentException("the snapshot of position " + position + " has no bandit " + bandit);
        }
        return part;
    }

    private void requireCrc(int bandit, Part part, int crc) throws JournalFormatException {
        if (crc != part.crc) {
            throw damaged(file, part.at, "the checksum of the state of bandit " + bandit + " does not match");
        }
    }

    private static ByteBuffer bytes(Path file, FileChannel channel, long at, int length) throws IOException {
        if (channel.size() - at < length) {
            throw damaged(file, at, "it ends early");
        }
        return fill(file, channel, ByteBuffer.allocate(length), at);
    }

    private static ByteBuffer fill(Path file, FileChannel channel, ByteBuffer into, long at) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, at + into.position()) < 0) {
                throw damaged(file, at, "it ends early");
            }
        }
        return into.flip();
    }

    private static JournalFormatException damaged(Path file, long offset, String reason) {
        return new JournalFormatException(
                0, "snapshot " + file.getFileName() + " is damaged at byte " + offset + ": " + reason);
    }
}
