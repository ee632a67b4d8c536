package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.TornTail;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Goes through the events of one bandit in a part of a journal. */
final class JournalCursor implements Closeable {
    private final JournalReader reader;
    private final BanditChoice choice;
    private final JournalSpan span;

    JournalCursor(JournalFolder folder, @Nullable String bandit, JournalSpan part) throws IOException {
        this.reader = part.from() == 0 ? JournalReader.openAtStart(folder) : JournalReader.open(folder, part.from());
        this.choice = new BanditChoice(bandit);
        this.span = new JournalSpan(reader.position(), part.end());
    }

    /**
     * The next event of the bandit; null at the end.
     *
     * @throws IllegalArgumentException if there are several bandits and none was chosen
     */
    @Nullable
    JournalRecord next() throws IOException {
        for (JournalRecord next = any(); next != null; next = any()) {
            if (choice.wants(next.event())) {
                if (choice.isOpen()) {
                    for (JournalRecord later = any(); later != null; later = any()) {
                        choice.wants(later.event()); // to name them all
                    }
                    throw choice.several();
                }
                return next;
            }
        }
        return null;
    }

    private @Nullable JournalRecord any() throws IOException {
        return reader.position() < span.end() ? reader.next() : null;
    }

    /** What has been gone through. */
    JournalSpan span() {
        return new JournalSpan(span.from(), reader.position());
    }

    long bytesRead() {
        return reader.bytesRead();
    }

    Optional<TornTail> tornTail() {
        return reader.tornTail();
    }

    /** The complaint that there was no decision. */
    IOException none() {
        return choice.none();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
