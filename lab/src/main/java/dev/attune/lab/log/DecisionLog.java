package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A log of decisions that can be read from its beginning any number of times, in constant memory. */
public interface DecisionLog {
    /** Returns the size on disk in bytes, for progress. */
    long bytes() throws IOException;

    /**
     * Reads all events in their order.
     *
     * @param events receives each complete event
     * @param progress receives the number of bytes on disk that have been read, at intervals
     * @return what was skipped, and why
     * @throws IOException if the file cannot be read or is of another format; the message names the first offending line
     */
    Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException;

    /**
     * Opens a file, plain or gzipped, or the data folder of a service.
     *
     * @param columns the columns of a {@link LogFormat#CSV} file; not used by the other formats
     * @throws IOException if there is no such file or folder
     */
    static DecisionLog open(Path file, LogFormat format, CsvColumns columns) throws IOException {
        return format.open(file, columns);
    }

    /**
     * Opens the decisions of one bandit in the journal of a service.
     *
     * @param folder the data folder
     * @param bandit its name or its number; null if there is only one
     * @throws IOException if there is no journal in the folder
     */
    static DecisionLog journal(Path folder, @Nullable String bandit) throws IOException {
        return new JournalLog(JournalFolder.existing(folder), bandit);
    }
}
