package dev.attune.encode;

import dev.attune.api.Terms;
import dev.attune.encode.FeatureValue.Category;
import dev.attune.encode.FeatureValue.Flag;
import dev.attune.encode.FeatureValue.Numbers;
import dev.attune.encode.FeatureValue.Numeric;
import dev.attune.encode.FeatureValue.Tags;
import dev.attune.encode.Interaction.Place;
import dev.attune.encode.Interaction.Side;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The features of one place, context or arm, as keys and values:
 *
 * <pre>
 *   number    one key, standardised if the definition says so; for sparse arms, divided by its size, see Vocabulary
 *   numbers   one key for each position, each like a number
 *   category  one key for each name and value, 1
 *   tags      the same key for each tag as for a category, 1; as many as it is listed
 *   flag      one key, 1 or -1: a missing flag is neither
 * </pre>
 */
final class Expansion {
    /** Numbers above it are refused: a product of two, summed over all there are, must stay below the limit of an arm's. */
    static final double LARGEST = 1e40;

    private final String kindOfFeature;
    private final String placeName;
    final long number;
    final long category;
    final long flag;
    final long numbers;
    private final boolean standardise;
    private final NumberScales scales;
    private final Optional<Vocabulary> words; // in place of the scales, for sparse arms
    private final long maskOfAll; // of the interactions in which every feature of the place takes part
    private final Map<String, Long> masks = new HashMap<>(); // of those in which a feature takes part by its name

    Expansion(EncoderDefinition definition, Place place, NumberScales scales, Optional<Vocabulary> words) {
        kindOfFeature = place == Place.CONTEXT ? "context feature " : "arm feature ";
        placeName = place == Place.CONTEXT ? "context." : "arm.";
        number = FeatureHash.root(definition.hashSeed(), place.code, 1);
        category = FeatureHash.root(definition.hashSeed(), place.code, 2);
        flag = FeatureHash.root(definition.hashSeed(), place.code, 3);
        numbers = FeatureHash.root(definition.hashSeed(), place.code, 4);
        standardise = definition.standardise();
        this.scales = scales;
        this.words = words;
        maskOfAll = mask(definition.interactions(), new Side(place, ""));
        for (Interaction interaction : definition.interactions()) {
            for (Side side : List.of(interaction.left(), interaction.right())) {
                if (side.place() == place && !side.name().isEmpty()) {
                    masks.put(side.name(), mask(definition.interactions(), side));
                }
            }
        }
    }

    /** Bit j is set if the j-th interaction has this side. */
    static long mask(List<Interaction> interactions, Side side) {
        long mask = 0;
        for (int j = 0; j < interactions.size(); j++) {
            Interaction interaction = interactions.get(j);
            if (interaction.left().equals(side) || interaction.right().equals(side)) {
                mask |= 1L << j;
            }
        }
        return mask;
    }

    /**
     * Adds the keys and values of features.
     *
     * @param learning whether the numbers are to be learnt at the end of the round
     * @throws IllegalArgumentException if a number is too large or there are too many names of numbers
     */
    void expand(Features features, boolean learning, Terms out) {
        for (int i = 0; i < features.size(); i++) {
            String name = features.name(i);
            FeatureValue value = features.value(i);
            long mask = maskOf(name);
            if (value instanceof Numeric one) {
                addNumber(FeatureHash.text(number, name), one.value(), name, -1, mask, learning, out);
            } else if (value instanceof Category one) {
                long key = FeatureHash.text(FeatureHash.text(category, name), one.value());
                note(key, name, one.value(), learning);
                out.add(key, 1, mask);
            } else if (value instanceof Flag one) {
                long key = FeatureHash.text(flag, name);
                note(key, name, "", learning);
                out.add(key, one.value() ? 1 : -1, mask);
            } else if (value instanceof Tags several) {
                long named = FeatureHash.text(category, name);
                int first = out.size();
                for (String tag : several.values()) {
                    long key = FeatureHash.text(named, tag);
                    note(key, name, tag, learning);
                    out.add(key, 1, mask);
                }
                if (words.isPresent()) {
                    out.merge(first); // slots add up by themselves
                }
            } else if (value instanceof Numbers several) {
                long named = FeatureHash.text(numbers, name);
                for (int p = 0; p < several.size(); p++) {
                    addNumber(FeatureHash.position(named, p), several.get(p), name, p, mask, learning, out);
                }
            }
        }
    }

    private void note(long key, String name, String value, boolean learning) {
        if (learning && words.isPresent()) {
            words.get().note(key, placeName, name, value);
        }
    }

    private void addNumber(long key, double v, String name, int position, long mask, boolean learning, Terms out) {
        out.add(key, scaled(key, v, name, learning), mask);
        if (words.isPresent() && standardise) {
            double deviation = words.get().deviation(key, v);
            if (deviation != 0) {
                note(FeatureHash.deviation(key), name + " minus mean", "", learning);
                out.add(FeatureHash.deviation(key), deviation, mask);
            }
            if (learning) {
                words.get().hear(key, v, placeName, name, position);
            }
        }
    }

    double scaled(long key, double v, String name, boolean learning) {
        if (Math.abs(v) > LARGEST) {
            throw new IllegalArgumentException(
                    kindOfFeature + name + " = " + v + " must be a number of size at most " + LARGEST);
        }
        if (!standardise) {
            return v;
        }
        if (words.isPresent()) {
            return words.get().scaled(key, v);
        }
        return learning ? scales.hear(key, v, kindOfFeature, name) : scales.standardise(key, v);
    }

    long maskOf(String name) {
        Long named = masks.isEmpty() ? null : masks.get(name);
        return named == null ? maskOfAll : maskOfAll | named;
    }
}
