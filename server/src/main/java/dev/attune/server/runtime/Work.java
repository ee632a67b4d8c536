package dev.attune.server.runtime;

import java.io.IOException;

/** Work that is done in a turn of a bandit. */
@FunctionalInterface
interface Work<T> {
    T perform(Turn turn) throws IOException;
}
