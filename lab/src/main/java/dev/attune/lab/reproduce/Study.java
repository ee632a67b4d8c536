package dev.attune.lab.reproduce;

import java.io.IOException;

/** How a table or figure is run and shown. */
@FunctionalInterface
public interface Study {
    /** Runs it and says what it came to; figures are written into its folder. */
    Findings run(Reproduction reproduction, Workshop workshop) throws IOException, InterruptedException;
}
