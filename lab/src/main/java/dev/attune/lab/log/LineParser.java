package dev.attune.lab.log;

import java.io.IOException;

/** Turns the lines of one reading of a log into events, in their order. */
interface LineParser {
    /**
     * Parses a line that is not blank and reports its content to the sink.
     *
     * @throws MalformedLineException if it is not a line of this format
     * @throws IOException if the whole file cannot be read, independent of its other lines
     */
    void parse(String line, EventSink sink) throws MalformedLineException, IOException;

    /** Handles a blank line. */
    default void blank(EventSink sink) {}

    /** Handles the end of the file. */
    default void finish(EventSink sink) throws MalformedLineException, IOException {}

    /** A line that is no event of its format. The message is the same for all lines with the same fault. */
    final class MalformedLineException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedLineException(String why) {
            super(why, null, false, false); // without a stack trace: a damaged file may have millions
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
