package dev.attune.encode;

import dev.attune.encode.FeatureValue.Category;
import dev.attune.encode.FeatureValue.Flag;
import dev.attune.encode.FeatureValue.Numbers;
import dev.attune.encode.FeatureValue.Numeric;
import dev.attune.encode.FeatureValue.Tags;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a vector by name. Encoding itself never makes a name, so this goes the same way a second time, with names; a
 * test holds the two together.
 */
final class TermNames {
    private static final String BETWEEN = " x ";

    private final EncoderDefinition definition;
    private final Expansion ofContext;
    private final Expansion ofArm;
    private final int most;

    TermNames(EncoderDefinition definition, Expansion ofContext, Expansion ofArm, int most) {
        this.most = most;
        this.definition = definition;
        this.ofContext = ofContext;
        this.ofArm = ofArm;
    }

    /** A part by its key. */
    private record Part(String name, long key, double value, long mask) {}

    /**
     * The terms of an arm's vector, also those that happen to be zero.
     *
     * @param id the key of the arm's identity and in which interactions it takes part; none if it has no identity
     */
    List<NamedTerm> of(Features shared, Arm arm, long[] id) {
        List<NamedTerm> terms = new ArrayList<>();
        if (definition.bias()) {
            terms.add(new NamedTerm("bias", 0, 1, 1));
        }
        List<Part> context = parts("context.", ofContext, shared);
        List<Part> own = parts("arm.", ofArm, arm.features());
        if (definition.contextAlone()) {
            context.forEach(part -> add(terms, part));
        }
        if (definition.armAlone()) {
            own.forEach(part -> add(terms, part));
        }
        List<Part> identity = id.length > 0 ? List.of(new Part("id=" + arm.id(), id[0], 1, id[1])) : List.of();
        identity.forEach(part -> add(terms, part));
        pairs(terms, context, own);
        pairs(terms, context, identity);
        pairs(terms, own, identity);
        return terms.size() > most ? terms.subList(0, most) : terms;
    }

    private void pairs(List<NamedTerm> terms, List<Part> left, List<Part> right) {
        for (Part l : left) {
            for (Part r : right) {
                if (terms.size() >= most) {
                    return;
                }
                if ((l.mask & r.mask) != 0) {
                    long key = FeatureHash.pair(l.key, r.key);
                    add(terms, new Part(l.name + BETWEEN + r.name, key, l.value * r.value, 0));
                }
            }
        }
    }

    private void add(List<NamedTerm> terms, Part part) {
        int slot = (definition.bias() ? 1 : 0) + FeatureHash.slot(part.key, definition.hashedSlots());
        terms.add(new NamedTerm(part.name, slot, (int) FeatureHash.signed(part.key, 1), part.value));
    }

    private static List<Part> parts(String place, Expansion keys, Features features) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < features.size(); i++) {
            String feature = features.name(i);
            String name = place + feature;
            FeatureValue value = features.value(i);
            long mask = keys.maskOf(feature);
            if (value instanceof Numeric one) {
                long key = FeatureHash.text(keys.number, feature);
                parts.add(new Part(name, key, keys.scaled(key, one.value(), feature, false), mask));
            } else if (value instanceof Category one) {
                long named = FeatureHash.text(keys.category, feature);
                parts.add(new Part(name + "=" + one.value(), FeatureHash.text(named, one.value()), 1, mask));
            } else if (value instanceof Flag one) {
                parts.add(new Part(name, FeatureHash.text(keys.flag, feature), one.value() ? 1 : -1, mask));
            } else if (value instanceof Tags several) {
                long named = FeatureHash.text(keys.category, feature);
                for (String tag : several.values()) {
                    parts.add(new Part(name + "=" + tag, FeatureHash.text(named, tag), 1, mask));
                }
            } else if (value instanceof Numbers several) {
                long named = FeatureHash.text(keys.numbers, feature);
                for (int p = 0; p < several.size(); p++) {
                    long key = FeatureHash.position(named, p);
                    double scaled = keys.scaled(key, several.get(p), feature, false);
                    parts.add(new Part(name + "[" + p + "]", key, scaled, mask));
                }
            }
        }
        return parts;
    }
}
