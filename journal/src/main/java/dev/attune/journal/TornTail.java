package dev.attune.journal;

import java.nio.file.Path;

/**
 * Bytes at the end of a journal that a crash left half written. Nobody was told that they are safe.
 *
 * @param file the last segment
 * @param offset where its last whole record ends
 * @param position of the first record that is not whole
 * @param bytes how many there are from there to the last one that is not zero
 */
public record TornTail(Path file, long offset, long position, long bytes) {
    /** For people. */
    public String message() {
        return "a torn tail of " + bytes + " bytes behind position " + (position - 1) + " (" + file.getFileName()
                + ", byte " + offset + "), as a crash leaves it; none of it was acknowledged";
    }
}
