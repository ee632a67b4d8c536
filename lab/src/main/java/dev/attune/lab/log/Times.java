package dev.attune.lab.log;

import dev.attune.lab.data.Cells;
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

/**
 * Times as logs write them: ISO 8601 with T or a blank between date and time, with or without a zone (then it is UTC), or a number
 * of seconds or, from 100,000,000,000 on, milliseconds since 1970.
 */
final class Times {
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

    private Times() {}

    /** Milliseconds since 1970; {@link LoggedEvent#NO_TIME} if this is no time. */
    static long millis(String text) {
        double number = Cells.number(text);
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
            TemporalAccessor time = ISO.parseBest(iso, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            return instant(time).toEpochMilli();
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
