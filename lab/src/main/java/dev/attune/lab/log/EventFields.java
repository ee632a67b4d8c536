package dev.attune.lab.log;

import dev.attune.lab.data.TableCells;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Parses the fields that events of all formats have. An invalid value is counted and taken as unknown, so that the event is not lost. */
final class EventFields {
    private static final double FIRST_MILLIS = 1e11; // as seconds, the year 5138
    private static final double MOST_MILLIS = 1e16;

    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private EventFields() {}

    /** Returns a probability in (0, 1]; NaN if unknown. */
    static double propensity(double value, EventSink sink) {
        if (value > 0 && value <= 1) {
            return value;
        }
        if (!Double.isNaN(value)) {
            sink.warn(Reason.BAD_PROPENSITY);
        }
        return Double.NaN;
    }

    /** Returns the probability in a cell of a table, in (0, 1]; NaN if unknown. */
    static double propensity(String cell, EventSink sink) {
        double value = TableCells.number(cell);
        if (Double.isNaN(value) && !TableCells.missing(cell)) {
            sink.warn(Reason.BAD_PROPENSITY);
        }
        return propensity(value, sink);
    }

    /**
     * Returns a time in milliseconds since 1970; {@link LoggedEvent#NO_TIME} if unknown.
     *
     * @param text ISO 8601 with T or a blank between date and time, in UTC if it has no zone; or a number of seconds or, from
     *     100,000,000,000 on, of milliseconds since 1970
     */
    static long time(String text, EventSink sink) {
        if (TableCells.missing(text)) {
            return LoggedEvent.NO_TIME;
        }
        long millis = millis(text);
        if (millis == LoggedEvent.NO_TIME) {
            sink.warn(Reason.BAD_TIME);
        }
        return millis;
    }

    private static long millis(String text) {
        double number = TableCells.number(text);
        if (!Double.isNaN(number)) {
            double millis = Math.abs(number) < FIRST_MILLIS ? 1000 * number : number;
            return Math.abs(millis) <= MOST_MILLIS ? Math.round(millis) : LoggedEvent.NO_TIME;
        }
        if (text.length() < 10) {
            return LoggedEvent.NO_TIME;
        }
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.substring(0, 10) + 'T' + text.substring(11) : text;
        try {
            return instant(ISO.parseBest(iso, OffsetDateTime::from, LocalDateTime::from, LocalDate::from))
                    .toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return LoggedEvent.NO_TIME;
        }
    }

    private static Instant instant(TemporalAccessor time) {
        if (time instanceof OffsetDateTime zoned) {
            return zoned.toInstant();
        }
        if (time instanceof LocalDateTime local) {
            return local.toInstant(ZoneOffset.UTC);
        }
        return LocalDate.from(time).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
