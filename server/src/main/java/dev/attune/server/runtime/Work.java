package dev.attune.server.runtime;

import java.io.IOException;

/** Something to be done by the writer of a bandit. */
@FunctionalInterface
interface Work<T> {
    T perform(Turn turn) throws IOException;
}
