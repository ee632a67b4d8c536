package dev.attune.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The keys of a file, read again when it changes, so that keys can be added or removed without a restart. If the new file is invalid, a warning is
 * given and the previous keys remain valid.
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
     * @throws IOException if it is invalid
     */
    public static WatchedKeys of(Path file, Consumer<String> warnings) throws IOException {
        return new WatchedKeys(file, warnings);
    }

    /** Returns the key with this secret. */
    public Optional<ApiKey> find(String secret) {
        return ring.find(secret);
    }

    /** Returns the number of keys. */
    public int size() {
        return ring.size();
    }

    /** Reads the file again if it has changed; rates are reset then. */
    public synchronized void refresh() {
        try {
            Object now = stamp();
            if (!now.equals(stamp)) {
                stamp = now;
                ring = KeyFile.read(file);
            }
        } catch (IOException | RuntimeException e) {
            String warning =
                    "the key file has changed and cannot be read, so the previous keys remain valid: " + e.getMessage();
            if (!warning.equals(stamp)) {
                stamp = warning; // so that it is reported once, and read again when it changes
                warnings.accept(warning);
            }
        }
    }

    private Object stamp() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.lastModifiedTime() + "/" + attributes.size() + "/" + attributes.fileKey();
    }
}
