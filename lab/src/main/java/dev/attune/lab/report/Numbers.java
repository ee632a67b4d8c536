package dev.attune.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Numbers as text, the same in every country. */
public final class Numbers {
    private static final int SIGNIFICANT = 6;

    private Numbers() {}

    /** Returns a number for files: six significant digits, never fewer than the whole part; empty if unknown. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal exact = new BigDecimal(value);
        int whole = exact.precision() - exact.scale();
        BigDecimal rounded = exact.round(new MathContext(Math.max(SIGNIFICANT, whole), RoundingMode.HALF_EVEN));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Returns a number for JSON; null if unknown. */
    public static @Nullable Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Returns a number for readers: with fixed decimals, thousands separated; "-" if unknown. */
    public static String fixed(double value, int decimals) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + decimals + "f", value) : "-";
    }

    /** Returns the same with its sign, unless all digits are zero. */
    public static String signed(double value, int decimals) {
        String size = fixed(Math.abs(value), decimals);
        boolean zero = size.chars().noneMatch(digit -> digit >= '1' && digit <= '9');
        return zero ? size : (value < 0 ? "-" : "+") + size;
    }

    /** Returns a number for labels: three significant digits, never fewer than the whole part; very large and small ones as 1.2e-7. */
    public static String brief(double value) {
        double size = Math.abs(value);
        if (Double.isFinite(value) && size > 0 && (size >= 1e9 || size < 1e-4)) {
            return String.format(Locale.ROOT, "%.1e", value)
                    .replaceFirst("e([+-])0?", "e$1")
                    .replace("e+", "e");
        }
        return fixed(value, decimals(size, 3));
    }

    /** Returns how many decimals show a number of digits; none for zero and for NaN. */
    static int decimals(double value, int digits) {
        return value > 0 && Double.isFinite(value) ? Math.max(0, digits - 1 - exponent(value)) : 0;
    }

    /** Returns the power of ten just below a positive number. */
    static int exponent(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(SIGNIFICANT));
        return rounded.precision() - rounded.scale() - 1;
    }

    /** "1 repetition", "20 repetitions", "18 to 20 repetitions". */
    public static String repetitions(IntStream counts) {
        var range = counts.summaryStatistics();
        String most = Numbers.fixed(range.getMax(), 0) + (range.getMax() == 1 ? " repetition" : " repetitions");
        return range.getMin() == range.getMax() ? most : Numbers.fixed(range.getMin(), 0) + " to " + most;
    }
}
