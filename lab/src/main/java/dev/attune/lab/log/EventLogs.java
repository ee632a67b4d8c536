package dev.attune.lab.log;

import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Path;

/** Opens logs of all formats. */
public final class EventLogs {
    private EventLogs() {}

    /**
     * The log in a file, plain or gzipped.
     *
     * @param columns what is what in a {@link LogFormat#CSV} file; the other formats do not ask
     * @throws IOException if there is no such file
     */
    public static EventLog open(Path file, LogFormat format, CsvColumns columns) throws IOException {
        Content.requireFile(file);
        return new FileLog(
                file,
                format,
                switch (format) {
                    case DSJSON -> progress -> new DsjsonParser();
                    case OPENBANDIT -> new OpenBanditSource(file);
                    case CSV -> new CsvSource(file, columns);
                    case R6A, R6B -> progress -> new VisitParser(format);
                });
    }
}
