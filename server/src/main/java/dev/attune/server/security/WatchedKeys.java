package dev.attune.server.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The keys of a file, read again every time it is asked to, so that keys can be added or removed without a restart. A key is valid as long as its line is
 * there: an empty file, one that cannot be read and none at all withdraw all keys, and an invalid line withdraws its key only.
 */
public final class WatchedKeys {
    private static final String NO_DESCRIPTORS = "Too many open files";

    private final Path file;
    private final Consumer<String> warnings;
    private volatile KeyRing ring;
    private String content; // only the thread that calls refresh

    private WatchedKeys(Path file, Consumer<String> warnings) throws IOException {
        this.file = file;
        this.warnings = warnings;
        this.content = read();
        List<String> errors = new ArrayList<>();
        this.ring = KeyFile.parse(file, content, errors);
        if (!errors.isEmpty()) {
            throw new IOException(errors.get(0));
        }
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

    /** Reads the file again; if it has changed, its keys are valid from now on, with new rates. */
    public synchronized void refresh() {
        List<String> errors = new ArrayList<>();
        String now = "";
        try {
            now = read();
        } catch (NoSuchFileException e) {
            errors.add("the key file " + file + " does not exist");
        } catch (IOException | RuntimeException e) {
            if (String.valueOf(e.getMessage()).contains(NO_DESCRIPTORS)) {
                return; // says nothing about the file, which is read again in a second
            }
            errors.add("the key file cannot be read: " + e.getMessage());
        }
        if (now.equals(content)) {
            return;
        }
        content = now;
        ring = KeyFile.parse(file, now, errors);
        if (!errors.isEmpty()) {
            warnings.accept(
                    "the key file has changed; " + ring.size() + " keys are valid: " + String.join("; ", errors));
        }
    }

    private String read() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
