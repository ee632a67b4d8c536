package dev.attune.lab.data;

import java.util.Locale;
import java.util.Set;

/** What the text in a cell of a table means. */
public final class Cells {
    private static final Set<String> MISSING = Set.of("", "?", "na", "nan");

    private Cells() {}

    /** Whether the cell says that the value is not known. */
    public static boolean missing(String cell) {
        return cell.length() <= 3 && MISSING.contains(cell.toLowerCase(Locale.ROOT));
    }

    /** The number in the cell, or NaN; what Java alone takes for a number, such as 1d or 0x1p3, is a word here. */
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
