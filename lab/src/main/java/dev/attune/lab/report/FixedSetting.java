package dev.attune.lab.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The labels of fixed settings of one hyperparameter, such as "explore=0.5". */
public final class FixedSetting {
    /** The hyperparameter that greedy choice sets to zero. */
    static final String EXPLORE = "explore";

    private FixedSetting() {}

    /** Returns the value of a label; NaN if it has something else, such as two hyperparameters at once. */
    public static double value(String label) {
        try {
            return Double.parseDouble(label.substring(label.indexOf('=') + 1).trim());
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** Returns the one hyperparameter of all labels; null if there is none. */
    static @Nullable String commonName(List<String> labels) {
        String common = null;
        for (String label : labels) {
            String name = label.substring(0, Math.max(0, label.indexOf('='))).trim();
            if (name.isEmpty() || Double.isNaN(value(label)) || (common != null && !common.equals(name))) {
                return null;
            }
            common = name;
        }
        return common;
    }
}
