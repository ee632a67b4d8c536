package dev.attune.lab.log;

import dev.attune.lab.data.Content;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;

/**
 * Reads the lines of a file, plain or gzipped, even if it is damaged. Damage is counted by the sink: compressed data that end early, lines
 * beyond the limit, bytes that are not UTF-8. Memory does not grow with the file.
 */
final class LogLines implements Closeable {
    static final String COMPRESSED_DATA_END = "the file ends in the middle of its compressed data";
    static final String COMPRESSED_DATA_DAMAGED = "the compressed data are damaged; what follows could not be read";
    static final String OVER_LONG = "line longer than 16 MB";
    static final String NOT_UTF8 = "line with bytes that are not UTF-8; they were replaced";

    private static final int MOST_BYTES = 1 << 24;
    private static final int BUFFER = 1 << 16;

    private final SeekableByteChannel onDisk;
    private final InputStream in;
    private final EventSink sink;
    private final LongConsumer progress;
    private final int mostBytes;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private byte[] line = new byte[BUFFER];
    private int length;
    private boolean overLong;
    private boolean damaged;
    private long number;
    private boolean terminated;
    private String text = "";

    /** Opens a file; {@code progress} receives the number of bytes on disk that have been read. */
    LogLines(Path file, EventSink sink, LongConsumer progress) throws IOException {
        this(file, sink, progress, MOST_BYTES);
    }

    /** Opens a file with a limit on the bytes of a line. */
    LogLines(Path file, EventSink sink, LongConsumer progress, int mostBytes) throws IOException {
        this.sink = sink;
        this.progress = progress;
        this.mostBytes = mostBytes;
        onDisk = Files.newByteChannel(file);
        InputStream unzipped;
        try {
            unzipped = Content.unzipped(Channels.newInputStream(onDisk));
        } catch (EOFException e) {
            unzipped = InputStream.nullInputStream(); // not even the header is whole
            broken(COMPRESSED_DATA_END);
        } catch (IOException e) {
            onDisk.close();
            throw new IOException(file + ": this cannot be read (" + e.getMessage() + ")", e);
        }
        in = unzipped;
    }

    /** Moves to the next line; returns false after the last. */
    boolean next() throws IOException {
        length = 0;
        overLong = false;
        terminated = false;
        boolean any = false;
        while (!terminated && fill()) {
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            append(from, at - from);
            if (at < end) {
                at++;
                terminated = true;
            }
        }
        if (!any || (damaged && !terminated)) {
            return false; // an incomplete line before a break in compressed data
        }
        number++;
        if (overLong) {
            sink.damaged(number, OVER_LONG, true);
        }
        text = overLong ? "" : decoded();
        return true;
    }

    /** Returns the line without its end; empty if it was too long. */
    String text() {
        return text;
    }

    /** Returns the number of the line, from 1. */
    long number() {
        return number;
    }

    /** Returns whether the line has a line end. */
    boolean terminated() {
        return terminated;
    }

    private boolean fill() throws IOException {
        if (at < end) {
            return true;
        }
        if (damaged) {
            return false;
        }
        at = 0;
        end = 0;
        try {
            end = Math.max(0, in.read(buffer, 0, buffer.length));
        } catch (EOFException e) {
            broken(COMPRESSED_DATA_END);
        } catch (ZipException e) {
            broken(COMPRESSED_DATA_DAMAGED);
        }
        progress.accept(onDisk.position());
        return end > 0;
    }

    private void broken(String reason) {
        damaged = true;
        sink.damaged(number + 1, reason, true);
    }

    private void append(int from, int many) {
        if (overLong || length + many > mostBytes) {
            overLong = true;
            length = 0;
            return;
        }
        if (length + many > line.length) {
            line = Arrays.copyOf(line, Math.max(2 * line.length, length + many));
        }
        System.arraycopy(buffer, from, line, length, many);
        length += many;
    }

    private String decoded() {
        int to = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String decoded = new String(line, 0, to, StandardCharsets.UTF_8);
        if (decoded.indexOf('\uFFFD') >= 0 && !valid(to)) {
            sink.damaged(number, NOT_UTF8, false);
        }
        return number == 1 && decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    }

    /** Returns whether the bytes of the line are UTF-8; a replacement character may be in the file itself. */
    private boolean valid(int to) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, to));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
        onDisk.close();
    }
}
