package dev.attune.lab.report;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fixed setting of one hyperparameter, as its label says: "explore=0.5".
 *
 * @param name of the hyperparameter
 * @param value of it
 */
record FixedSetting(String name, double value) {
    /** The hyperparameter that greedy choice sets to zero. */
    static final String EXPLORE = "explore";

    /** Reads a label; null if it says something else, such as two hyperparameters at once. */
    static @Nullable FixedSetting parse(String label) {
        int equals = label.indexOf('=');
        if (equals < 1) {
            return null;
        }
        try {
            String value = label.substring(equals + 1).trim();
            return new FixedSetting(label.substring(0, equals).trim(), Double.parseDouble(value));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the value of a label that has one. */
    static double value(String label) {
        return Objects.requireNonNull(parse(label)).value;
    }

    /** Returns the one hyperparameter of all labels; null if there is none. */
    static @Nullable String commonName(List<String> labels) {
        String common = null;
        for (String label : labels) {
            FixedSetting setting = parse(label);
            if (setting == null || (common != null && !common.equals(setting.name))) {
                return null;
            }
            common = setting.name;
        }
        return common;
    }
}
