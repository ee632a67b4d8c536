package dev.attune.encode;

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
    record Numbers(List<Double> values) implements FeatureValue {
        /** Copies the list. */
        public Numbers {
            values = List.copyOf(values);
        }
    }
}
