package dev.attune.live;

import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;

/** Counts the values of features. */
public final class FeatureCount {
    private FeatureCount() {}

    /** Returns how many values a set of features has, each entry of a list counted. */
    public static long of(Features features) {
        long count = 0;
        for (FeatureValue value : features.values().values()) {
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
}
