package dev.attune.lab.log;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a journal belong to the bandit that is wanted, told one after the other. Bandits that had the same name one after the
 * other count as one. Where none is named, the journal must have the decisions of one only.
 */
final class BanditChoice {
    private final @Nullable String wanted;
    private final Map<Integer, String> names = new TreeMap<>();
    private final Set<Integer> numbers = new HashSet<>();

    BanditChoice(@Nullable String wanted) {
        this.wanted = wanted;
        if (wanted != null && wanted.matches("[0-9]{1,9}")) {
            numbers.add(Integer.parseInt(wanted));
        }
    }

    /** Whether the event is about the bandit that is wanted. */
    boolean wants(JournalEvent event) {
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

    /** Whether decisions of several bandits have come, and nobody has said which one is wanted. */
    boolean isOpen() {
        return wanted == null && numbers.size() > 1;
    }

    /** The complaint that nobody has said which one is wanted. */
    IllegalArgumentException several() {
        return new IllegalArgumentException("the journal has several bandits; --bandit chooses one: " + list());
    }

    /** The complaint that the journal has no decision of the bandit. */
    IOException none() {
        if (wanted == null) {
            return new IOException("the journal has no decisions");
        }
        return new IOException("the journal has no decisions of a bandit called " + wanted
                + (names.isEmpty() ? "" : "; it has " + list()));
    }

    private String list() {
        return names.entrySet().stream()
                .map(entry -> entry.getValue().isEmpty() ? "number " + entry.getKey() : entry.getValue())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
