package dev.attune.lab.log;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.TornTail;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one bandit in a part of a journal. Successive bandits of the same name count as one. If no bandit is named, the journal
 * must have the decisions of one only.
 */
final class SelectedEvents implements Closeable {
    private final JournalReader reader;
    private final Span span;
    private final @Nullable String wanted;
    private final Map<Integer, String> names = new TreeMap<>();
    private final Set<Integer> numbers = new HashSet<>(); // of the bandit that is wanted

    /**
     * A part of a journal.
     *
     * @param from the first position; 0 for the first that is kept
     * @param end the position behind the last one
     */
    record Span(long from, long end) {
        static final Span ALL = new Span(0, Long.MAX_VALUE);
    }

    /**
     * Opens a journal.
     *
     * @param wanted name or number of the bandit; null if there is only one
     */
    SelectedEvents(JournalFolder folder, @Nullable String wanted, Span part) throws IOException {
        this.reader = part.from() == 0 ? JournalReader.openAtStart(folder) : JournalReader.open(folder, part.from());
        this.span = new Span(reader.position(), part.end());
        this.wanted = wanted;
        if (wanted != null && wanted.matches("[0-9]{1,9}")) {
            numbers.add(Integer.parseInt(wanted));
        }
    }

    /**
     * Returns the next event of the bandit; null at the end.
     *
     * @throws IllegalArgumentException if there are several bandits and none is named
     */
    @Nullable
    JournalRecord next() throws IOException {
        for (JournalRecord next = any(); next != null; next = any()) {
            if (isWanted(next.event())) {
                if (wanted == null && numbers.size() > 1) {
                    for (JournalRecord later = any(); later != null; later = any()) {
                        isWanted(later.event()); // to list all of them
                    }
                    throw new IllegalArgumentException(
                            "the journal has several bandits; --bandit chooses one: " + listed());
                }
                return next;
            }
        }
        return null;
    }

    private @Nullable JournalRecord any() throws IOException {
        return reader.position() < span.end() ? reader.next() : null;
    }

    private boolean isWanted(JournalEvent event) {
        int number = event.bandit();
        if (event instanceof JournalEvent.Created created) {
            names.put(number, created.name());
            if (created.name().equals(wanted)) {
                numbers.add(number);
            }
        } else if (event instanceof Decided) {
            names.putIfAbsent(number, "");
            if (wanted == null) {
                numbers.add(number);
            }
        }
        return wanted == null || numbers.contains(number);
    }

    /** Returns the error that the journal has no decision of the bandit. */
    IOException noDecisions() {
        return new IOException("the journal has no decisions"
                + (wanted == null ? "" : " of a bandit called " + wanted)
                + (wanted == null || names.isEmpty() ? "" : "; it has " + listed()));
    }

    private String listed() {
        return names.entrySet().stream()
                .map(entry -> entry.getValue().isEmpty() ? "number " + entry.getKey() : entry.getValue())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Returns the part that has been read. */
    Span span() {
        return new Span(span.from(), reader.position());
    }

    long bytesRead() {
        return reader.bytesRead();
    }

    Optional<TornTail> tornTail() {
        return reader.tornTail();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
