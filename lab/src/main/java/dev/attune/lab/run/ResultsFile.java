package dev.attune.lab.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * results.jsonl: one line for each finished cell, appended as they finish. A run that was killed while writing leaves an incomplete
 * line at the end, which the next run removes.
 */
final class ResultsFile implements Closeable {
    private final FileChannel out;

    private ResultsFile(FileChannel out) {
        this.out = out;
    }

    /** Opens a file for appending; creates it if it does not exist. */
    static ResultsFile append(Path file) throws IOException {
        cutTornLine(file);
        return new ResultsFile(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    private static void cutTornLine(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long end = bytes.length();
            while (end > 0) {
                bytes.seek(end - 1);
                if (bytes.read() == '\n') {
                    break;
                }
                end--;
            }
            bytes.setLength(end);
        }
    }

    /** Reads all complete lines by the key of their cell; a later line replaces an earlier one. Empty without a file. */
    static Map<String, CellResult> read(Path file) throws IOException {
        Map<String, CellResult> results = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return results;
        }
        try (Stream<String> lines = Files.lines(file)) {
            int number = 0;
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                String line = each.next();
                number++;
                try {
                    CellResult result = CellResult.parse(line);
                    results.put(result.key(), result);
                } catch (IllegalArgumentException e) {
                    if (each.hasNext()) {
                        throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
                    } // else incomplete
                }
            }
        }
        return results;
    }

    /** Appends a line of a result, for any thread. */
    synchronized void add(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
