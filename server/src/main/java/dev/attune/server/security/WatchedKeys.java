package dev.attune.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The keys of a file, read again when it changes, so that a key can be added or taken away without a restart. A new file that makes no
 * sense is told, and the keys before it stay good.
 */
public final class WatchedKeys {
    private final Path file;
    private final Consumer<String> warnings;
    private volatile KeyRing ring;
    private Object stamp; // only the thread that calls refresh

    private WatchedKeys(Path file, Consumer<String> warnings) throws IOException {
        this.file = file;
        this.warnings = warnings;
        this.stamp = stamp();
        this.ring = KeyFile.read(file);
    }

    /**
     * Reads the file for the first time.
     *
     * @throws IOException if it makes no sense
     */
    public static WatchedKeys of(Path file, Consumer<String> warnings) throws IOException {
        return new WatchedKeys(file, warnings);
    }

    /** The key with this secret. */
    public Optional<ApiKey> find(String secret) {
        return ring.find(secret);
    }

    /** How many keys there are. */
    public int size() {
        return ring.size();
    }

    /** Looks whether the file has changed, and reads it again if so. Rates begin anew then. */
    public synchronized void refresh() {
        try {
            Object now = stamp();
            if (!now.equals(stamp)) {
                stamp = now;
                ring = KeyFile.read(file);
            }
        } catch (IOException | RuntimeException e) {
            String told =
                    "the key file has changed and cannot be read, so the keys before stay good: " + e.getMessage();
            if (!told.equals(stamp)) {
                stamp = told; // so that it is told once, and read again when it changes
                warnings.accept(told);
            }
        }
    }

    private Object stamp() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.lastModifiedTime() + "/" + attributes.size() + "/" + attributes.fileKey();
    }
}
