package dev.attune.lab.log;

import dev.attune.lab.data.Content;
import dev.attune.lab.data.Visit;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads click logs from beginning to end, one file after the other, in constant memory. Lines that cannot be used are passed
 * over and counted. For one thread.
 */
public final class VisitReader implements Closeable {
    /**
     * What was read. Every line is an event or was lost.
     *
     * @param lines number of lines
     * @param skipped what was skipped, or kept although it is unusual
     */
    public record Counts(long lines, Skipped skipped) {
        /** Returns the number of lines that were used. */
        public long events() {
            return lines - skipped.lost();
        }
    }

    private final List<Path> files;
    private final @Nullable MessageDigest digest;
    private final Skipped.Counter skipped = new Skipped.Counter();
    private long lines;
    private final Visit visit = new Visit();
    private int nextFile;
    private long line;
    private @Nullable BufferedReader reader;

    /** Creates a reader of these files in this order; plain or gzipped. */
    public VisitReader(List<Path> files) {
        this(files, null);
    }

    private VisitReader(List<Path> files, @Nullable MessageDigest digest) {
        this.files = List.copyOf(files);
        this.digest = digest;
    }

    /** Creates a reader that also computes the fingerprint. */
    static VisitReader fingerprinting(List<Path> files) {
        return new VisitReader(files, Content.digest("SHA-256"));
    }

    /** Returns the next usable line, valid until the next call; null after the last. */
    public @Nullable Visit next() throws IOException {
        for (String text = nextLine(); text != null; text = nextLine()) {
            lines++;
            if (!visit.read(text)) {
                skip("lines that cannot be read", true);
            } else if (visit.shownPlace() < 0) {
                skip("lines whose shown article is not among those listed", true);
            } else {
                if (visit.userUnknown()) {
                    skip("lines with a user of whom only the constant is known; kept", false);
                }
                return visit;
            }
        }
        return null;
    }

    private @Nullable String nextLine() throws IOException {
        while (true) {
            if (reader == null) {
                if (nextFile == files.size()) {
                    return null;
                }
                InputStream bytes = Content.open(files.get(nextFile));
                reader = new BufferedReader(
                        new InputStreamReader(
                                digest == null ? bytes : new DigestInputStream(bytes, digest),
                                StandardCharsets.ISO_8859_1),
                        1 << 16);
                nextFile++;
                line = 0;
            }
            line++;
            try {
                String text = reader.readLine();
                if (text != null) {
                    return text;
                }
            } catch (EOFException | ZipException e) {
                throw new IOException(
                        where() + ": the compressed file is damaged or cut short (" + e.getMessage() + ")", e);
            }
            close();
        }
    }

    /** Returns file and line of the last line read. */
    private String where() {
        return files.get(nextFile - 1).getFileName() + " line " + line;
    }

    /** Counts a reason at the last line read; {@code lost} if the line is not used. */
    void skip(String reason, boolean lost) {
        skipped.count(reason, where(), lost);
    }

    /** Counts what was found after the last line. */
    void skip(String reason, long many, boolean lost) {
        skipped.add(reason, many, lost);
    }

    /** Returns what was read and skipped so far. */
    Counts counts() {
        return new Counts(lines, skipped.skipped());
    }

    /** Returns the SHA-256 of all uncompressed bytes, once the end has been reached; empty unless it is computed. */
    String fingerprint() {
        return digest == null ? "" : HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
