package dev.attune.encode;

import java.util.Arrays;
import java.util.List;

/** The value of a named feature as people have it. */
public sealed interface FeatureValue {
    /** A number. */
    record Numeric(double value) implements FeatureValue {}

    /** One of several kinds, such as a country; kinds never seen before are normal. */
    record Category(String value) implements FeatureValue {}

    /** Yes or no. */
    record Flag(boolean value) implements FeatureValue {}

    /** Several kinds at once, such as tags; one that is listed twice counts twice. */
    record Tags(List<String> values) implements FeatureValue {
        /** Copies the list. */
        public Tags {
            values = List.copyOf(values);
        }
    }

    /** Several numbers under one name, such as an embedding. */
    final class Numbers implements FeatureValue {
        private final double[] values;

        /** Copies the numbers. */
        public Numbers(double... values) {
            this.values = values.clone();
        }

        /** Copies the list. */
        public Numbers(List<Double> values) {
            this.values = values.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** Returns how many there are. */
        public int size() {
            return values.length;
        }

        /** Returns one of them. */
        public double get(int i) {
            return values[i];
        }

        /** Returns a copy of them. */
        public double[] toArray() {
            return values.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbers numbers && Arrays.equals(values, numbers.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }

        @Override
        public String toString() {
            return "Numbers[values=" + Arrays.toString(values) + "]";
        }
    }
}
