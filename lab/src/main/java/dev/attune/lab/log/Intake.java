package dev.attune.lab.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Takes what a parser finds on each line: passes events on, counts everything else, and refuses a file that is of another format. An
 * event whose id came before is counted and not passed on: a retry that was logged twice happened once.
 */
final class Intake {
    /** If none of so many lines belongs to the format, none will. */
    static final int TRIAL_LINES = 20;

    private static final int EXCERPT = 60;

    private final Path file;
    private final LogFormat format;
    private final Consumer<LoggedEvent> events;
    private final RecentIds ids = new RecentIds();
    private final SkipTally tally = new SkipTally();
    private long line;
    private String lineText = "";
    private boolean terminated;
    private boolean recognised;
    private int malformed;
    private String firstMalformed = "";

    Intake(Path file, LogFormat format, Consumer<LoggedEvent> events) {
        this.file = file;
        this.format = format;
        this.events = events;
    }

    /** Lets the parser read a line. */
    void line(long number, String text, boolean ended, LineParser parser) throws IOException {
        line = number;
        terminated = ended;
        if (text.isBlank()) {
            return;
        }
        lineText = text;
        try {
            parser.parse(text, this);
        } catch (MalformedLineException e) {
            malformed(e.why());
        }
    }

    /** Whether the line in hand has a line end; the last one may have been cut off. */
    boolean terminated() {
        return terminated;
    }

    /** A whole event. */
    void event(LoggedEvent event) {
        recognised = true;
        if (!event.id().isEmpty() && !ids.add(event.id())) {
            count(Reason.REPEATED, false);
        } else {
            events.accept(event);
        }
    }

    /** There was an event, but it cannot be used. */
    void lost(String reason) {
        recognised = true;
        count(reason, true);
    }

    /** The line belongs to the format, but there is no event on it. */
    void aside(String reason) {
        recognised = true;
        count(reason, false);
    }

    /** Something is odd about a line, which is taken all the same. */
    void odd(String reason) {
        count(reason, false);
    }

    /** The file itself is damaged here, whatever its format. */
    void damaged(long number, String reason, boolean lost) {
        line = number;
        count(reason, lost);
    }

    /** The end of the file. */
    Skipped done(LineParser parser) throws IOException {
        try {
            parser.finish(this);
        } catch (MalformedLineException e) {
            malformed(e.why());
        }
        if (!recognised) {
            if (malformed == 0) {
                throw new IOException(file + ": there is no event in this file; expected " + format.expected());
            }
            throw refusal();
        }
        return tally.skipped();
    }

    private void malformed(String why) throws IOException {
        count(terminated ? why : Reason.CUT, true);
        if (malformed++ == 0) {
            firstMalformed = "line " + line + ": '" + excerpt(lineText) + "' is no event of this format (" + why + ")";
        }
        if (!recognised && malformed >= TRIAL_LINES) {
            throw refusal();
        }
    }

    /** The complaint that the line in hand shows the whole file to be of another format. */
    IOException refused(String why) {
        return new IOException(
                file + " line " + line + ": '" + excerpt(lineText) + "': " + why + "; expected " + format.expected());
    }

    private IOException refusal() {
        return new IOException(file + " " + firstMalformed + "; expected " + format.expected());
    }

    private void count(String reason, boolean lost) {
        tally.count(reason, "line " + line, lost);
    }

    private static String excerpt(String text) {
        String shown = text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
