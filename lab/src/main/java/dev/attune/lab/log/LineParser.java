package dev.attune.lab.log;

import java.io.IOException;

/** Turns the lines of one reading of a log into events, in their order. */
interface LineParser {
    /**
     * Reads a line that is not blank and tells the intake what is on it.
     *
     * @throws MalformedLineException if it is not a line of this format
     * @throws IOException if the whole file cannot be read, whatever its other lines say
     */
    void parse(String line, Intake intake) throws MalformedLineException, IOException;

    /** There are no more lines. */
    default void finish(Intake intake) throws MalformedLineException, IOException {}
}
