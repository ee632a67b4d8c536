package dev.attune.tuner;

import dev.attune.api.RewardRange;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Maps rewards to the scale that a tuner learns on; the one place where that happens.
 *
 * <p>A declared range is mapped linearly to [0, 1]. An undeclared one is learnt: the smallest and the largest reward so far
 * are the ends, and the reward at hand counts first, so the first reward maps to 1/2 and every later one stays inside. Early
 * rewards were then mapped by a narrower range than late ones; tuners that restart or discount forget them, and a caller
 * who knows the range should declare it. A tuner of raw rewards has no scale: they stay as they are.
 */
public final class RewardScale {
    private enum Kind {
        DECLARED,
        LEARNT,
        NONE
    }

    private final Kind kind;
    private double low;
    private double high;

    private RewardScale(Kind kind, double low, double high) {
        this.kind = kind;
        this.low = low;
        this.high = high;
    }

    /** Returns a scale for rewards within a known range. */
    public static RewardScale declared(RewardRange range) {
        return new RewardScale(Kind.DECLARED, range.low(), range.high());
    }

    /** Returns a scale for rewards of an unknown range. */
    public static RewardScale learnt() {
        return new RewardScale(Kind.LEARNT, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    /** Returns a scale that leaves rewards as they are; it has no state. */
    public static RewardScale none() {
        return new RewardScale(Kind.NONE, 0, 0);
    }

    /**
     * Returns the reward on the scale from 0 to 1, outside a declared range the nearer end; the reward itself if there is
     * no scale.
     */
    public double toUnit(double reward) {
        if (kind == Kind.NONE) {
            return reward;
        }
        if (kind == Kind.LEARNT) {
            low = Math.min(low, reward);
            high = Math.max(high, reward);
        }
        if (high == low) {
            return 0.5;
        }
        return Math.min(1, Math.max(0, (reward - low) / (high - low)));
    }

    /** Writes what was learnt. */
    public void writeState(StateWriter out) {
        if (kind == Kind.NONE) {
            return;
        }
        out.writeInt(low <= high ? 1 : 0);
        out.writeDouble(low <= high ? low : 0);
        out.writeDouble(low <= high ? high : 0);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        if (kind == Kind.NONE) {
            return;
        }
        boolean seen = in.readCount(1) == 1;
        if (kind == Kind.DECLARED) {
            in.expect("smallest reward", low);
            in.expect("largest reward", high);
            return;
        }
        double savedLow = in.readDouble();
        double savedHigh = in.readDouble();
        low = seen ? savedLow : Double.POSITIVE_INFINITY;
        high = seen ? savedHigh : Double.NEGATIVE_INFINITY;
    }
}
