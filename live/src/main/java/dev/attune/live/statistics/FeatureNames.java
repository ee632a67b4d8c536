package dev.attune.live.statistics;

import dev.attune.api.Posterior;
import dev.attune.encode.NamedTerm;
import dev.attune.engine.DefinedBandit;
import dev.attune.live.statistics.ModelView.Coefficient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Names of the terms of vectors, for coefficients by name: the {@value #CAPACITY} most frequent ones. A new one takes the place of the
 * rarest, and its count.
 *
 * <p>A. Metwally, D. Agrawal, A. El Abbadi: Efficient computation of frequent and top-k elements in data streams. ICDT 2005.
 */
final class FeatureNames {
    static final int CAPACITY = 500;
    private static final int LONGEST = 300;

    /** A name; of one arm, if each arm has a model of its own. */
    private record Key(String arm, String name) {}

    private static final class Entry {
        final Key key;
        final int slot;
        final int sign;
        long count;

        Entry(Key key, int slot, int sign, long count) {
            this.key = key;
            this.slot = slot;
            this.sign = sign;
            this.count = count;
        }

        private Entry transfer(SavedFields saved) {
            Key named = new Key(saved.text(key.arm), saved.text(key.name));
            Entry entry = new Entry(named, saved.whole(slot, Integer.MAX_VALUE), saved.whole(sign), saved.count(count));
            saved.require(Math.abs(entry.sign) == 1, "a feature with sign " + entry.sign);
            return entry;
        }
    }

    private final Map<Key, Entry> known = new HashMap<>();
    private final List<Entry> entries =
            new ArrayList<>(); // in the order of their coming, for the same state after the same events

    /**
     * Adds the terms of a vector.
     *
     * @param arm whose model it is for; empty if one model is for all
     */
    void see(String arm, List<NamedTerm> terms) {
        for (NamedTerm term : terms) {
            Key key = new Key(shortened(arm), shortened(term.name()));
            Entry entry = known.get(key);
            if (entry != null) {
                entry.count++;
            } else if (entries.size() < CAPACITY) {
                enter(entries.size(), new Entry(key, term.slot(), term.sign(), 1));
            } else {
                int rarest = rarest();
                known.remove(entries.get(rarest).key);
                enter(rarest, new Entry(key, term.slot(), term.sign(), entries.get(rarest).count + 1));
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "\u2026";
    }

    private void enter(int place, Entry entry) {
        known.put(entry.key, entry);
        if (place == entries.size()) {
            entries.add(entry);
        } else {
            entries.set(place, entry);
        }
    }

    private int rarest() {
        int rarest = 0;
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i).count < entries.get(rarest).count) {
                rarest = i;
            }
        }
        return rarest;
    }

    /**
     * Returns the most prominent coefficients, by size in units of their uncertainty.
     *
     * @param search part of their names, ignoring case
     */
    List<Coefficient> coefficients(DefinedBandit bandit, String search, int most) {
        Map<Key, Integer> inSlot = new HashMap<>();
        for (Entry entry : entries) {
            inSlot.merge(slotOf(entry), 1, Integer::sum);
        }
        Map<String, Optional<Beliefs>> byArm = new HashMap<>();
        String wanted = search.toLowerCase(Locale.ROOT);
        List<Coefficient> all = new ArrayList<>();
        for (Entry entry : entries) {
            if (!name(entry).toLowerCase(Locale.ROOT).contains(wanted)) {
                continue;
            }
            byArm.computeIfAbsent(entry.key.arm, arm -> bandit.beliefs(arm).map(Beliefs::of))
                    .filter(beliefs -> entry.slot < beliefs.of.dimension())
                    .ifPresent(beliefs ->
                            all.add(coefficient(entry, beliefs, inSlot.getOrDefault(slotOf(entry), 1) - 1)));
        }
        all.sort(Comparator.comparingDouble(Coefficient::prominence).reversed().thenComparing(Coefficient::feature));
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    private static String name(Entry entry) {
        return entry.key.arm.isEmpty() ? entry.key.name : entry.key.arm + ": " + entry.key.name;
    }

    private static Key slotOf(Entry entry) {
        return new Key(entry.key.arm, Integer.toString(entry.slot));
    }

    /** A posterior with its noise, which takes time to compute. */
    private record Beliefs(Posterior of, double noise) {
        static Beliefs of(Posterior posterior) {
            return new Beliefs(posterior, posterior.noise());
        }
    }

    private static Coefficient coefficient(Entry entry, Beliefs beliefs, int others) {
        double value = entry.sign * beliefs.of.mean()[entry.slot];
        double deviation = beliefs.noise * Math.sqrt(Math.max(0, beliefs.of.variance(entry.slot)));
        return Coefficient.of(name(entry), value, deviation, others);
    }

    void transfer(SavedFields saved) {
        saved.list(entries, CAPACITY, () -> new Entry(new Key("", ""), 0, 1, 0), entry -> entry.transfer(saved));
        entries.forEach(entry -> known.put(entry.key, entry));
        saved.require(known.size() == entries.size(), "one feature twice");
    }
}
