package dev.attune.model;

import dev.attune.api.Forgetting;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * The clock of a fixed memory of N rewards: a reward counts (1 - 1/N)^age. Models fade in steps of N/64 rewards, so that a reward of age a counts
 * for what it would at the start of its step, and factorising again costs little:
 *
 * <pre>
 *   step = N/64, but at least d/4, which bounds the cost of a reward by O(d^2), and at most N/4
 *   every step rewards, before the next is learnt:  S, b, sum y^2, n  times  (1 - 1/N)^step ;  V = lambda I + S
 * </pre>
 */
final class Fading {
    private static final int STEPS = 64;

    private final int step; // 0 if nothing fades
    private final double factor;
    private int rewards; // since the last step

    /** Creates the clock of a model with this many coefficients. */
    Fading(Forgetting forgetting, int width) {
        long memory = forgetting.memory();
        long most = Math.max(1, memory / 4);
        this.step = memory == 0
                ? 0
                : (int) Math.min(Integer.MAX_VALUE, Math.min(most, Math.max(memory / STEPS + 1, width / 4)));
        this.factor = memory == 0 ? 1 : StrictMath.exp(step * StrictMath.log1p(-1.0 / memory));
    }

    /** Returns whether anything fades. */
    boolean fades() {
        return step > 0;
    }

    /** Counts a reward; returns the factor that what was learnt before is to be multiplied by, which is 1 between steps. */
    double next() {
        if (step == 0 || ++rewards <= step) {
            return 1;
        }
        rewards = 1;
        return factor;
    }

    void writeState(StateWriter out) {
        out.writeInt(rewards);
    }

    void readState(StateReader in) {
        rewards = in.readCount(step);
    }
}
