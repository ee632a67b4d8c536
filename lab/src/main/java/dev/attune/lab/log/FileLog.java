package dev.attune.lab.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A log in a file, one event a line: the reading loop that all formats share. */
final class FileLog implements DecisionLog {
    /** Creates the parser of one reading. */
    interface ParserSource {
        /**
         * Returns a parser for a reading from the beginning.
         *
         * @param progress receives the bytes that must be read for that first
         */
        LineParser open(LongConsumer progress) throws IOException;

        /** Returns whether {@code open} reads much of the file. */
        default boolean surveys() {
            return false;
        }
    }

    private final Path file;
    private final LogFormat format;
    private final ParserSource parsers;

    FileLog(Path file, LogFormat format, ParserSource parsers) {
        this.file = file;
        this.format = format;
        this.parsers = parsers;
    }

    @Override
    public long bytes() throws IOException {
        return Files.size(file);
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        if (!parsers.surveys()) {
            return read(parsers.open(progress), events, progress);
        }
        // Two passes: each is half of the way.
        LineParser parser = parsers.open(bytes -> progress.accept(bytes / 2));
        long half = bytes() / 2;
        return read(parser, events, bytes -> progress.accept(half + bytes / 2));
    }

    private Skipped read(LineParser parser, Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        EventSink sink = new EventSink(file, format, events);
        scan(file, sink, parser, progress, () -> false);
        return sink.finish(parser);
    }

    /** Reads until enough has been seen; the parser keeps what it needs. */
    static void scan(Path file, LogFormat format, LineParser parser, LongConsumer progress, BooleanSupplier enough)
            throws IOException {
        EventSink sink = new EventSink(file, format, event -> {});
        scan(file, sink, parser, progress, enough);
        if (!enough.getAsBoolean()) {
            sink.finish(parser);
        }
    }

    private static void scan(
            Path file, EventSink sink, LineParser parser, LongConsumer progress, BooleanSupplier enough)
            throws IOException {
        try (LogLines lines = new LogLines(file, sink, progress)) {
            while (!enough.getAsBoolean() && lines.next()) {
                sink.line(lines.number(), lines.text(), lines.terminated(), parser);
            }
        }
    }
}
