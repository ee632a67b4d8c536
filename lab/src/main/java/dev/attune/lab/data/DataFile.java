package dev.attune.lab.data;

import java.io.IOException;
import java.util.List;

/**
 * One file of a data set, as it is kept: uncompressed.
 *
 * @param name what it is called
 * @param parts the files it is put together from where it does not come whole; none otherwise
 * @param algorithm of the checksum
 * @param checksum of the uncompressed content, in hex
 * @param exact whether another checksum is an error; else it is worth a warning
 * @param check validates the content
 */
public record DataFile(String name, List<String> parts, String algorithm, String checksum, boolean exact, Check check) {
    /** Validates the content of a file. */
    @FunctionalInterface
    public interface Check {
        /** Throws if the content is invalid; the message says why. */
        void check(Content content) throws IOException;
    }

    /**
     * Checks the content.
     *
     * @return a warning, or nothing
     * @throws IOException if this is another file, or a damaged one
     */
    String verify(Content content) throws IOException {
        String found = content.checksum(algorithm);
        boolean same = found.equals(checksum);
        if (!same && exact) {
            throw new IOException(content.name() + " is not the published " + name + ", or it is damaged: its "
                    + algorithm + " checksum is " + found + ", not " + checksum);
        }
        check.check(content);
        return same
                ? ""
                : content.name() + " has the right form, but differs from the file that Attune was tested with (its "
                        + algorithm + " checksum is " + found + ", not " + checksum + ")";
    }
}
