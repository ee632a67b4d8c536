package dev.attune.lab.reproduce;

import java.io.IOException;

/** Runs and presents a table or figure. */
@FunctionalInterface
public interface Study {
    /** Runs it and returns the results; figures are written into its folder. */
    Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException;
}
