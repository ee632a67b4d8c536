package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.lab.data.Table;
import dev.attune.lab.log.LineParser.MalformedLineException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Receives what a parser finds on each line: passes events on, counts everything else by reason, and rejects a file of another format. An
 * event with the id of an earlier one is counted and not passed on: a retry that was logged twice happened once. Parses the fields that all formats
 * have; an invalid value is counted and taken as unknown, so that the event is not lost.
 */
final class EventSink {
    static final String CUT = "the last line is cut off in the middle";
    static final String REPEATED = "event whose id came before; the first counts";
    static final String DANGLING_REWARD = "reward without its event";
    static final String BAD_PROPENSITY = "propensity outside (0, 1]; taken as unknown";
    static final String BAD_TIME = "time that cannot be read; taken as unknown";
    static final String NOT_FINITE = "feature that is not a finite number; left out";
    static final String NOT_OFFERED = "decision whose chosen arm is not on offer";

    /** A file is rejected if none of its first lines, this many, belongs to the format. */
    static final int TRIAL_LINES = 20;

    /** At least this many ids are remembered. */
    static final int RECENT_IDS = 1_000_000;

    private static final int EXCERPT = 60;

    private static final double SUM_TOLERANCE = 0.01;
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
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter(Locale.ROOT);

    private final Path file;
    private final LogFormat format;
    private final Consumer<LoggedEvent> events;
    private final NameSet.Recent ids = new NameSet.Recent(RECENT_IDS);
    private final Skipped.Counter skipped = new Skipped.Counter();
    private long line;
    private String lineText = "";
    private boolean terminated;
    private boolean recognised;
    private int malformed;
    private String firstMalformed = "";

    EventSink(Path file, LogFormat format, Consumer<LoggedEvent> events) {
        this.file = file;
        this.format = format;
        this.events = events;
    }

    /**
     * Reads the whole file.
     *
     * @param progress receives the number of bytes on disk that have been read
     */
    Skipped read(LineParser parser, LongConsumer progress) throws IOException {
        scan(parser, progress, () -> false);
        return finish(parser);
    }

    /** Reads a file until enough has been seen; the parser keeps what it needs, and the sink passes no event on. */
    static void survey(Path file, LogFormat format, LineParser parser, BooleanSupplier enough) throws IOException {
        EventSink sink = new EventSink(file, format, event -> {});
        sink.scan(parser, bytes -> {}, enough);
        if (!enough.getAsBoolean()) {
            sink.finish(parser);
        }
    }

    private void scan(LineParser parser, LongConsumer progress, BooleanSupplier enough) throws IOException {
        try (LogLines lines = new LogLines(file, this, progress)) {
            while (!enough.getAsBoolean() && lines.next()) {
                line = lines.number();
                terminated = lines.terminated();
                if (lines.text().isBlank()) {
                    parser.blank(this);
                    continue;
                }
                lineText = lines.text();
                try {
                    parser.parse(lineText, this);
                } catch (MalformedLineException e) {
                    malformed(e.why());
                }
            }
        }
    }

    /** Returns whether the current line has a line end; the last one may have been cut off. */
    boolean terminated() {
        return terminated;
    }

    /** Receives a complete event. */
    void event(LoggedEvent event) {
        recognised = true;
        if (!event.id().isEmpty() && !ids.add(event.id())) {
            count(REPEATED, false);
        } else {
            events.accept(event);
        }
    }

    /** Counts an event that cannot be used. */
    void lost(String reason) {
        recognised = true;
        count(reason, true);
    }

    /** Counts a line that belongs to the format but has no event. */
    void notEvent(String reason) {
        recognised = true;
        count(reason, false);
    }

    /** Counts a fault of a line that is accepted. */
    void warn(String reason) {
        count(reason, false);
    }

    /** Counts damage of the file, which a line shows. */
    void damaged(long number, String reason, boolean lost) {
        line = number;
        count(reason, lost);
    }

    /** Ends the reading of the file. */
    Skipped finish(LineParser parser) throws IOException {
        try {
            parser.finish(this);
        } catch (MalformedLineException e) {
            malformed(e.why());
        }
        if (!recognised) {
            if (malformed == 0) {
                throw new IOException(file + ": there is no event in this file; expected " + format.expected());
            }
            throw rejection();
        }
        return skipped.skipped();
    }

    private void malformed(String why) throws IOException {
        count(terminated ? why : CUT, true);
        if (malformed++ == 0) {
            firstMalformed = "line " + line + ": '" + excerpt(lineText) + "' is no event of this format (" + why + ")";
        }
        if (!recognised && malformed >= TRIAL_LINES) {
            throw rejection();
        }
    }

    /** Returns the error that the current line shows the whole file to be of another format. */
    IOException rejected(String why) {
        return new IOException(
                file + " line " + line + ": '" + excerpt(lineText) + "': " + why + "; expected " + format.expected());
    }

    private IOException rejection() {
        return new IOException(file + " " + firstMalformed + "; expected " + format.expected());
    }

    private void count(String reason, boolean lost) {
        skipped.count(reason, "line " + line, lost);
    }

    /** Returns the beginning of a line, for messages. */
    static String excerpt(String text) {
        String shown = text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the id of an action, with its number if another action of the event has the id, and adds it to the ids in use. */
    String unusedId(String id, int place, Set<String> inUse) {
        String unused = id;
        while (!inUse.add(unused)) {
            warn("action whose id another action of the event has; numbered");
            unused += "#" + (place + 1);
        }
        return unused;
    }

    /** Returns a probability in (0, 1]; NaN if unknown. */
    double propensity(double value) {
        if (value > 0 && value <= 1) {
            return value;
        }
        if (!Double.isNaN(value)) {
            warn(BAD_PROPENSITY);
        }
        return Double.NaN;
    }

    /**
     * Returns the probabilities of the arms under other policies, by name. If one of them is invalid, the event is lost, and the result lacks it.
     *
     * @param policies probabilities by arm
     */
    Map<String, double[]> policies(Map<String, Map<String, Double>> policies, List<Arm> arms) {
        Map<String, double[]> given = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, Double>> policy : policies.entrySet()) {
            double[] probabilities = new double[arms.size()];
            double sum = 0;
            int found = 0;
            for (int k = 0; k < probabilities.length; k++) {
                Double probability = policy.getValue().get(arms.get(k).id());
                if (probability != null) {
                    found++;
                    probabilities[k] = probability;
                    sum += probability;
                }
            }
            boolean valid = Arrays.stream(probabilities).allMatch(p -> p >= 0) && Math.abs(sum - 1) <= SUM_TOLERANCE;
            if (found < policy.getValue().size() || !valid) {
                lost("choice of policy '" + policy.getKey() + "' that "
                        + (found < policy.getValue().size()
                                ? "is not on offer"
                                : "has no probabilities that add up to 1"));
                return given;
            }
            given.put(policy.getKey(), probabilities);
        }
        return given;
    }

    /** Returns the probability in a cell of a table, in (0, 1]; NaN if unknown. */
    double propensity(String cell) {
        double value = Table.numberIn(cell);
        if (Double.isNaN(value) && !Table.isMissing(cell)) {
            warn(BAD_PROPENSITY);
        }
        return propensity(value);
    }

    /**
     * Returns a time in milliseconds since 1970; {@link LoggedEvent#NO_TIME} if unknown.
     *
     * @param text ISO 8601 with T or a blank between date and time, in UTC if it has no zone; or a number of seconds or, from
     *     100,000,000,000 on, of milliseconds since 1970
     */
    long time(String text) {
        if (Table.isMissing(text)) {
            return LoggedEvent.NO_TIME;
        }
        long millis = millis(text);
        if (millis == LoggedEvent.NO_TIME) {
            warn(BAD_TIME);
        }
        return millis;
    }

    private static long millis(String text) {
        double number = Table.numberIn(text);
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
            return ISO.parse(iso, Instant::from).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return LoggedEvent.NO_TIME;
        }
    }
}
