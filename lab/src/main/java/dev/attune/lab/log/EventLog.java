package dev.attune.lab.log;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A log of decisions that can be read from its beginning as often as one likes, in constant memory. */
public interface EventLog {
    /** Bytes on disk, for progress. */
    long bytes() throws IOException;

    /**
     * Reads all events in their order.
     *
     * @param events gets each event that is whole
     * @param progress gets the number of bytes on disk that have been read, now and then
     * @return what was skipped, and why
     * @throws IOException if the file cannot be read or is of another format; the message names the first offending line
     */
    Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException;
}
