package dev.attune.tuner;

import dev.attune.api.RewardRange;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Maps rewards to the [0, 1] that tuners expect; the one place where that happens.
 *
 * <p>A declared range is mapped linearly. An undeclared one is learnt: the smallest and the largest reward so far are the
 * ends, and the reward at hand counts first, so the first reward maps to 1/2 and every later one stays inside. Early
 * rewards were then mapped by a narrower range than late ones; tuners that restart or discount forget them, and a caller
 * who knows the range should declare it.
 */
public final class RewardScale {
    private final boolean declared;
    private double low;
    private double high;

    private RewardScale(boolean declared, double low, double high) {
        this.declared = declared;
        this.low = low;
        this.high = high;
    }

    /** Rewards within a known range. */
    public static RewardScale declared(RewardRange range) {
        return new RewardScale(true, range.low(), range.high());
    }

    /** Rewards of an unknown range. */
    public static RewardScale learnt() {
        return new RewardScale(false, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    /** The reward on the scale from 0 to 1; outside a declared range, the nearer end. */
    public double toUnit(double reward) {
        if (!declared) {
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
        out.writeInt(low <= high ? 1 : 0);
        out.writeDouble(low <= high ? low : 0);
        out.writeDouble(low <= high ? high : 0);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        boolean seen = in.readCount(1) == 1;
        if (declared) {
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
