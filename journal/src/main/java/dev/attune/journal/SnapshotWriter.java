package dev.attune.journal;

import dev.attune.journal.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes one snapshot, state by state. It counts only once {@link #commit} has returned; closed without it, it was never there.
 * For one thread.
 *
 * <pre>{@code
 * try (SnapshotWriter snapshot = store.begin(position, now)) {
 *     snapshot.add(1, Checkpoint.write(bandit));
 *     snapshot.commit();
 * }
 * }</pre>
 */
public final class SnapshotWriter implements Closeable {
    private static final long PIECE = 1 << 20; // bytes that wait for the disk at most, but for a larger state

    private final SnapshotStore store;
    private final Disk disk;
    private final long position;
    private final Path temporary;
    private final DiskFile file;
    private final Set<Integer> bandits = new HashSet<>();
    private long at;
    private long forced;
    private boolean closed;

    SnapshotWriter(SnapshotStore store, Disk disk, long position, long time) throws IOException {
        this.store = store;
        this.disk = disk;
        this.position = position;
        this.temporary = store.folder().snapshotFolder().resolve("next" + JournalFolder.TEMPORARY_SUFFIX);
        Files.deleteIfExists(temporary);
        this.file = disk.open(temporary);
        ByteBuffer header = ByteBuffer.allocate(SnapshotFile.HEADER);
        header.putInt(SnapshotFile.MAGIC)
                .putInt(SnapshotFile.FORMAT)
                .putLong(position)
                .putLong(time);
        header.putInt(RecordFormat.crc(header, 0, header.position())).flip();
        write(header);
    }

    /**
     * Adds a state.
     *
     * @param bandit its number; 0 for what belongs to the service as a whole
     * @throws IllegalArgumentException if it was added before
     */
    public void add(int bandit, byte[] state) throws IOException {
        if (bandit < 0 || !bandits.add(bandit)) {
            throw new IllegalArgumentException(
                    "bandit " + bandit + " cannot be added to the snapshot, or a second time");
        }
        ByteBuffer bytes = ByteBuffer.wrap(state);
        write(partHeader(bandit, state.length, RecordFormat.crc(bytes, 0, state.length)));
        write(bytes);
    }

    /** Makes the snapshot durable and lets it count; older ones but the last are deleted. */
    public void commit() throws IOException {
        if (closed) {
            throw new IllegalStateException("the snapshot is closed");
        }
        write(partHeader(SnapshotFile.END, bandits.size(), 0));
        file.force();
        close();
        disk.replace(temporary, store.folder().snapshot(position));
        disk.forceFolder(store.folder().snapshotFolder());
        store.prune();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            file.close();
        }
    }

    private static ByteBuffer partHeader(int bandit, int length, int crc) {
        ByteBuffer header = ByteBuffer.allocate(SnapshotFile.PART_HEADER);
        header.putInt(bandit).putInt(length).putInt(crc);
        return header.putInt(RecordFormat.crc(header, 0, header.position())).flip();
    }

    private void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        file.writeFully(bytes, at);
        at += length;
        if (at - forced >= PIECE) { // one fsync of it all would keep commits of the journal waiting at the disk
            file.force();
            forced = at;
        }
    }
}
