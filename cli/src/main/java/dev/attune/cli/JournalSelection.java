package dev.attune.cli;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.TornTail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select events of a journal. */
final class JournalSelection {
    /** Receives one event. */
    @FunctionalInterface
    interface Sink {
        void accept(JournalRecord record) throws IOException;
    }

    @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
    private Path folder;

    @Option(
            names = "--from",
            paramLabel = "POSITION",
            description = "First position (default: the oldest that is kept).")
    private @Nullable Long from;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of events.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--bandit", paramLabel = "BANDIT", description = "Only events of this bandit, by name or number.")
    private @Nullable String bandit;

    /** Reads the selected events in order, and returns the torn tail that a crash has left, if any. */
    Optional<TornTail> read(Sink sink) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit " + limit + " must not be negative");
        }
        JournalFolder data = JournalFolder.existing(folder);
        int number = bandit == null ? -1 : number(data, bandit);
        try (JournalReader reader = from == null ? JournalReader.openAtStart(data) : JournalReader.open(data, from)) {
            long left = limit;
            JournalRecord next = left == 0 ? null : reader.next();
            while (next != null) {
                if (bandit == null || next.event().bandit() == number) {
                    sink.accept(next);
                    left--;
                }
                next = left == 0 ? null : reader.next();
            }
            return reader.tornTail();
        }
    }

    private static int number(JournalFolder data, String bandit) throws IOException {
        if (bandit.matches("[0-9]{1,9}")) {
            return Integer.parseInt(bandit);
        }
        try (JournalReader reader = JournalReader.openAtStart(data)) {
            for (JournalRecord next = reader.next(); next != null; next = reader.next()) {
                if (next.event() instanceof JournalEvent.Created created
                        && created.name().equals(bandit)) {
                    return created.bandit();
                }
            }
        }
        throw new IllegalArgumentException(
                "the events that are kept do not name a bandit '" + bandit + "'; give its number");
    }
}
