package dev.attune.encode;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named features of a context or of an arm, in the order in which they were given. What exists has been checked: names are
 * not empty and appear once, numbers are finite.
 *
 * <pre>{@code
 * Features visitor = Features.builder().number("age", 31).category("country", "DE").flag("returning", true).build();
 * }</pre>
 */
public final class Features {
    /** No features at all. */
    public static final Features NONE = new Features(Map.of());

    private final Map<String, FeatureValue> values;
    private final String[]
            names; // sorted, so that sums over features do not depend on the order in which they were given
    private final FeatureValue[] byName;

    private Features(Map<String, FeatureValue> values) {
        this.values = values;
        this.names = values.keySet().toArray(new String[0]);
        this.byName = new FeatureValue[names.length];
        if (names.length > 1) {
            Arrays.sort(names);
        }
        for (int i = 0; i < names.length; i++) {
            byName[i] = values.get(names[i]);
        }
    }

    /** Begins with no features. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns features from alternating names and values: a {@link Number} is a number, a {@link CharSequence} or an enum constant a category, a
     * {@link Boolean} a flag, a collection of numbers several numbers, and any other collection of such values tags.
     *
     * <pre>{@code
     * Features.of("country", "DE", "age", 31, "returning", true, "topics", List.of("sport", "news"))
     * }</pre>
     *
     * @throws IllegalArgumentException naming the feature if a value is null, not finite, or of another type
     */
    public static Features of(Object... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "names and values must alternate, but there are " + namesAndValues.length);
        }
        Builder builder = builder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (!(namesAndValues[i] instanceof String name)) {
                throw new IllegalArgumentException(
                        "position " + i + " must be the name of a feature, not " + namesAndValues[i]);
            }
            builder.value(name, namesAndValues[i + 1]);
        }
        return builder.build();
    }

    /** The values by name, in the order in which they were given; cannot be changed. */
    public Map<String, FeatureValue> values() {
        return values;
    }

    /** Returns how many values there are, with every entry of a list counted. */
    public long valueCount() {
        long count = 0;
        for (FeatureValue value : byName) {
            if (value instanceof FeatureValue.Tags tags) {
                count += tags.values().size();
            } else if (value instanceof FeatureValue.Numbers numbers) {
                count += numbers.size();
            } else {
                count++;
            }
        }
        return count;
    }

    int size() {
        return names.length;
    }

    /** The i-th name in alphabetical order. */
    String name(int i) {
        return names[i];
    }

    /** The value of the i-th name in alphabetical order. */
    FeatureValue value(int i) {
        return byName[i];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Features features && values.equals(features.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    /** Gathers features one by one; every complaint names the feature. */
    public static final class Builder {
        private Map<String, FeatureValue> values = new LinkedHashMap<>(4);
        private boolean built; // the values belong to features

        private Builder() {}

        /** A number, which must be finite. */
        public Builder number(String name, double value) {
            return put(name, new FeatureValue.Numeric(finite(name, value)));
        }

        /** One of several kinds. */
        public Builder category(String name, String value) {
            requireValue(name, value);
            return put(name, new FeatureValue.Category(value));
        }

        /** Yes or no. */
        public Builder flag(String name, boolean value) {
            return put(name, new FeatureValue.Flag(value));
        }

        /** Several kinds at once. */
        public Builder tags(String name, List<String> values) {
            requireValues(name, values);
            return put(name, new FeatureValue.Tags(values));
        }

        /** Several numbers under one name, which must all be finite. */
        public Builder numbers(String name, List<Double> values) {
            requireValues(name, values);
            return numbers(name, new FeatureValue.Numbers(values));
        }

        /** Several numbers under one name, which must all be finite. */
        public Builder numbers(String name, FeatureValue.Numbers values) {
            requireValue(name, values);
            for (int i = 0; i < values.size(); i++) {
                finite(name, values.get(i));
            }
            return put(name, values);
        }

        private void value(String name, Object value) {
            if (value instanceof Number number) {
                number(name, number.doubleValue());
            } else if (value instanceof Boolean flag) {
                flag(name, flag);
            } else if (value instanceof CharSequence || value instanceof Enum<?>) {
                category(name, value.toString());
            } else if (value instanceof Collection<?> several) {
                severalValues(name, several);
            } else {
                throw new IllegalArgumentException(
                        "feature " + name + " is "
                                + (value == null
                                        ? "null"
                                        : "of " + value.getClass().getName())
                                + "; a value is a number, text, an enum constant, a boolean, or a collection of numbers or texts");
            }
        }

        private void severalValues(String name, Collection<?> several) {
            if (!several.isEmpty() && several.stream().allMatch(Number.class::isInstance)) {
                numbers(
                        name,
                        several.stream()
                                .map(one -> ((Number) one).doubleValue())
                                .toList());
            } else if (several.stream().allMatch(one -> one instanceof CharSequence || one instanceof Enum<?>)) {
                tags(name, several.stream().map(Object::toString).toList());
            } else {
                throw new IllegalArgumentException(
                        "feature " + name + " has values that are neither all numbers nor all texts");
            }
        }

        /** The features so far. */
        public Features build() {
            built = true;
            return new Features(Collections.unmodifiableMap(values));
        }

        private static void requireValue(String name, Object value) {
            if (value == null) {
                throw new IllegalArgumentException("feature " + name + " is null; leave out a feature without a value");
            }
        }

        private static void requireValues(String name, List<?> values) {
            requireValue(name, values);
            for (Object value : values) {
                requireValue(name, value);
            }
        }

        private static double finite(String name, double value) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("feature " + name + " is " + value + ", not a finite number");
            }
            return value;
        }

        private Builder put(String name, FeatureValue value) {
            if (name == null || name.isEmpty()) {
                throw new IllegalArgumentException("a feature has an empty name");
            }
            if (built) {
                values = new LinkedHashMap<>(values);
                built = false;
            }
            if (values.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException("feature " + name + " is given twice");
            }
            return this;
        }
    }
}
