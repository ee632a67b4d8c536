package dev.attune.lab.data;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes files that are there whole or not at all. */
final class AtomicFile {
    /** Fills a file. */
    @FunctionalInterface
    interface Writing {
        void to(Path file) throws IOException;
    }

    private AtomicFile() {}

    /** Writes beside the target first, then puts the new file in its place. Makes folders where needed. */
    static void write(Path target, Writing writing) throws IOException {
        Path folder = Files.createDirectories(target.toAbsolutePath().getParent());
        // Not Files.createTempFile, whose files only the user may read: the folder may be shared.
        Path temporary = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            writing.to(temporary);
            try {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
