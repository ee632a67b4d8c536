package dev.attune.lab.evaluate;

/**
 * From low to high, both ends included.
 *
 * @param low the lower end; NaN where there is none
 * @param high the upper end; NaN where there is none
 */
public record Interval(double low, double high) {
    /** Nothing is known. */
    static final Interval NONE = new Interval(Double.NaN, Double.NaN);

    /** How long it is. */
    public double length() {
        return high - low;
    }

    /** Whether a number lies in it. */
    public boolean contains(double value) {
        return value >= low && value <= high;
    }

    /** Everything between zero and a factor in [0, most] times a number in this interval. */
    Interval timesUpTo(double most) {
        return new Interval(Math.min(0, most * low), Math.max(0, most * high));
    }

    Interval plus(Interval other) {
        return new Interval(low + other.low, high + other.high);
    }

    /** The differences of two numbers in it. */
    Interval differences() {
        return new Interval(-length(), length());
    }
}
