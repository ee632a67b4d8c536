package dev.attune.lab.data;

import java.util.Locale;
import java.util.Set;

/** Interprets the text in a cell of a table. */
public final class TableCells {
    private static final Set<String> MISSING = Set.of("", "?", "na", "nan");

    private TableCells() {}

    /** Returns whether the cell marks a missing value. */
    public static boolean missing(String cell) {
        return cell.length() <= 3 && MISSING.contains(cell.toLowerCase(Locale.ROOT));
    }

    /** Returns the number in the cell, or NaN. Java literals such as 1d or 0x1p3 are not numbers. */
    public static double number(String cell) {
        if (cell.isEmpty() || !endsLikeNumber(cell.charAt(cell.length() - 1)) || cell.indexOf('x') >= 0) {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(cell);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static boolean endsLikeNumber(char last) {
        return (last >= '0' && last <= '9') || last == '.';
    }
}
