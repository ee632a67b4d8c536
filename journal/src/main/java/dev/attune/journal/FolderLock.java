package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write to a data folder, which one process has at a time. All code that changes files needs it. The operating system
 * releases it when the process ends. It is held on a file of the data folder and on one beside the segments, so that deleting the first by hand admits
 * no second process.
 */
public final class FolderLock implements Closeable {
    private static final String FILE = "lock";

    /**
     * Folders that this process has. POSIX gives a lock back as soon as the process closes any handle on the file, so a second
     * attempt within the process must be refused before it opens one.
     */
    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final JournalFolder folder;
    private final Path key;
    private final FileChannel channel;
    private final FileChannel inner;

    private FolderLock(JournalFolder folder, Path key, FileChannel channel, FileChannel inner) {
        this.folder = folder;
        this.key = key;
        this.channel = channel;
        this.inner = inner;
    }

    /**
     * Takes a data folder, which is created if it does not exist, and deletes incomplete files of a crash.
     *
     * @throws FolderInUseException if another process, or another part of this one, has it
     */
    public static FolderLock acquire(Path root) throws IOException {
        JournalFolder folder = new JournalFolder(root);
        if (!Files.isDirectory(root)) {
            OwnerOnly.folder(root);
        }
        OwnerOnly.folder(folder.segmentFolder());
        OwnerOnly.folder(folder.snapshotFolder());
        Path key = root.toRealPath();
        if (!HELD_BY_THIS_PROCESS.add(key)) {
            throw inUse(root);
        }
        try {
            FileChannel channel = lock(root, root);
            FileChannel inner = null;
            try {
                inner = lock(root, folder.segmentFolder());
                JournalFolder.sweep(folder.segmentFolder());
                JournalFolder.sweep(folder.snapshotFolder());
                return new FolderLock(folder, key, channel, inner);
            } catch (IOException | RuntimeException e) {
                channel.close();
                if (inner != null) {
                    inner.close();
                }
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            HELD_BY_THIS_PROCESS.remove(key);
            throw e;
        }
    }

    private static FileChannel lock(Path root, Path in) throws IOException {
        FileChannel channel = OwnerOnly.open(in.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw inUse(root);
        }
        return channel;
    }

    private static FolderInUseException inUse(Path root) {
        return new FolderInUseException(
                "data folder " + root + " is in use by another process; stop that one first, or name another folder");
    }

    /** Returns the locked folder. */
    public JournalFolder folder() {
        return folder;
    }

    void requireHeld() {
        if (!channel.isOpen()) {
            throw new IllegalStateException("the lock on data folder " + folder.root() + " was given back");
        }
    }

    /** Releases the folder. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            channel.close();
            inner.close();
            HELD_BY_THIS_PROCESS.remove(key);
        }
    }
}
