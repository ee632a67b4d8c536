package dev.attune.lab.report;

/**
 * A closed interval of numbers.
 *
 * @param low the lower end; NaN if there is none
 * @param high the upper end; NaN if there is none
 */
public record Interval(double low, double high) {
    /** No interval. */
    public static final Interval NONE = new Interval(Double.NaN, Double.NaN);

    /** Returns the length. */
    public double length() {
        return high - low;
    }

    /** Returns whether a number lies in the interval. */
    public boolean contains(double value) {
        return value >= low && value <= high;
    }

    /** Returns the smallest interval that contains both. */
    public Interval and(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }
}
