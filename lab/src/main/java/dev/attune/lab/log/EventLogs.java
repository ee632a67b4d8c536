package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens logs of all formats. */
public final class EventLogs {
    private EventLogs() {}

    /**
     * The log in a file, plain or gzipped, or in the data folder of a service.
     *
     * @param columns what is what in a {@link LogFormat#CSV} file; the other formats do not ask
     * @throws IOException if there is no such file or folder
     */
    public static EventLog open(Path file, LogFormat format, CsvColumns columns) throws IOException {
        if (format == LogFormat.JOURNAL) {
            return journal(file, null);
        }
        Content.requireFile(file);
        return new FileLog(
                file,
                format,
                switch (format) {
                    case DSJSON -> progress -> new DsjsonParser();
                    case OPENBANDIT -> new OpenBanditSource(file);
                    case CSV -> new CsvSource(file, columns);
                    case R6A, R6B -> progress -> new VisitParser(format);
                    case JOURNAL -> throw new IllegalStateException("a journal is no file of lines");
                });
    }

    /**
     * The decisions of one bandit in the journal of a service.
     *
     * @param folder the data folder
     * @param bandit its name or its number; null if there is only one
     * @throws IOException if there is no journal in the folder
     */
    public static EventLog journal(Path folder, @Nullable String bandit) throws IOException {
        return new JournalLog(JournalFolder.existing(folder), bandit);
    }
}
