package dev.attune.api;

/**
 * Reads the memo of a past suggestion, number by number, and rejects what the tuner cannot have written. Every message names the number and
 * its value. A tuner reads the whole memo before it changes its state.
 */
public final class MemoReader {
    private final double[] memo;
    private int at;

    MemoReader(double[] memo) {
        this.memo = memo;
    }

    /**
     * Reads a whole number in [0, limit).
     *
     * @throws IllegalArgumentException if the number is another
     */
    public int index(String name, int limit) {
        double value = memo[at++];
        if (!(value >= 0 && value < limit && value == (int) value)) {
            throw new IllegalArgumentException("the memo of the suggestion has " + name + " = " + value
                    + ", which is not one of the " + limit + " that this tuner knows");
        }
        return (int) value;
    }

    /**
     * Reads a whole number in [low, high].
     *
     * @throws IllegalArgumentException if the number is another
     */
    public long whole(String name, long low, long high) {
        double value = memo[at++];
        if (!(value >= low && value <= high && value == (long) value)) {
            throw invalid(name, value, "in [" + low + ", " + high + "]");
        }
        return (long) value;
    }

    /**
     * Reads a probability in (0, 1].
     *
     * @throws IllegalArgumentException if the number is outside
     */
    public double probability() {
        double value = memo[at++];
        if (!(value > 0 && value <= 1)) {
            throw invalid("probability", value, "in (0, 1]");
        }
        return value;
    }

    /**
     * Reads a number in [0, 1].
     *
     * @throws IllegalArgumentException if the number is outside
     */
    public double share(String name) {
        double value = memo[at++];
        if (!(value >= 0 && value <= 1)) {
            throw invalid(name, value, "in [0, 1]");
        }
        return value;
    }

    /**
     * Reads any number that can be squared and summed without overflow.
     *
     * @throws IllegalArgumentException if the number is NaN or larger than {@link Require#LIMIT} in size
     */
    public double finite(String name) {
        double value = memo[at++];
        if (!(Math.abs(value) <= Require.LIMIT)) {
            throw invalid(name, value, "a finite number");
        }
        return value;
    }

    private static IllegalArgumentException invalid(String name, double value, String expected) {
        return new IllegalArgumentException(
                "the memo of the suggestion has " + name + " = " + value + ", which is not " + expected);
    }
}
