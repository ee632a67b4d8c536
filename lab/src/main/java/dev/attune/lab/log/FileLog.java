package dev.attune.lab.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A log in a file, one event a line. */
final class FileLog implements EventLog {
    /** Makes the parser of one reading. */
    interface ParserSource {
        /** A parser for a reading from the beginning; {@code progress} hears of bytes that must be read for that first. */
        LineParser open(LongConsumer progress) throws IOException;

        /** Whether {@code open} reads much of the file. */
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

    /** Reads only until enough has been seen; the parser keeps what it wants to know. */
    static void scan(Path file, LogFormat format, LineParser parser, LongConsumer progress, BooleanSupplier enough)
            throws IOException {
        Intake intake = new Intake(file, format, event -> {});
        try (LogLines lines = new LogLines(file, intake, progress)) {
            while (!enough.getAsBoolean() && lines.next()) {
                intake.line(lines.number(), lines.text(), lines.terminated(), parser);
            }
        }
        if (!enough.getAsBoolean()) {
            intake.done(parser);
        }
    }

    private Skipped read(LineParser parser, Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        Intake intake = new Intake(file, format, events);
        try (LogLines lines = new LogLines(file, intake, progress)) {
            while (lines.next()) {
                intake.line(lines.number(), lines.text(), lines.terminated(), parser);
            }
        }
        return intake.done(parser);
    }
}
