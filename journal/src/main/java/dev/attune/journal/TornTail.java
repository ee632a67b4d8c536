package dev.attune.journal;

import java.nio.file.Path;

/**
 * Bytes at the end of a journal that a crash left incomplete. They were never acknowledged as durable.
 *
 * @param file the last segment
 * @param offset where its last whole record ends
 * @param position of the first record that is not whole
 * @param bytes number of bytes from there to the last one that is not zero
 */
public record TornTail(Path file, long offset, long position, long bytes) {
    /** Returns a readable description. */
    public String message() {
        return "a torn tail of " + bytes + " bytes behind position " + (position - 1) + " (" + file.getFileName()
                + ", byte " + offset + "), as a crash leaves it; none of it was acknowledged";
    }
}
