package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.TunablePrior;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Sets the prior precision lambda of a model by the evidence of its own rewards, so that nobody has to.
 *
 * <pre>
 *   lambda0 = mean |x|^2 of the arms on offer         a typical arm's signal as large as the noise
 *   before the first reward: lambda = lambda0
 *   at n = 8, then whenever n has grown by 30 %:
 *     lambda = argmax over l = 0.01 lambda0 1.585^i of  log evidence(l) - (ln(l/lambda0)/2.5)^2 / 2
 *     with l at most max(lambda0, min(3 leastKnown, 100 lambda0))
 * </pre>
 *
 * <p>The upper bound matters: a prior stronger than the data in the least known direction would bury an arm that was
 * never tried. Scaling features or rewards scales everything here along, so decisions do not depend on units.
 *
 * <p>Cost: O(K d) a round for the first 50,000 arms, O(d^3) per candidate value at rare, geometrically spaced rounds.
 */
public final class EvidencePrior {
    private static final int FIRST_AT = 8;
    private static final double GROWTH = 1.3;
    private static final double LOWEST = 0.01;
    private static final double RATIO = 1.585; // fifth of a decade
    private static final double HIGHEST = 100;
    private static final double TIMES_LEAST_KNOWN = 3;
    private static final double SPREAD = 2.5; // standard deviation of ln lambda around ln lambda0
    private static final long ENOUGH_ARMS = 50_000;
    private static final double EXTREME = 1e98; // lambda0 is kept within [1/EXTREME, EXTREME], so that V stays finite

    private double squares; // sum of |x|^2 over the arms seen
    private long seen;
    private long nextAt = FIRST_AT;

    /** Takes note of the arms on offer; sets the prior of a model that has learnt nothing yet. */
    public void offered(ActionSet arms, TunablePrior model) {
        if (seen < ENOUGH_ARMS) {
            for (double[] feature : arms.byFeature()) {
                squares += Symmetric.dot(feature, feature, arms.arms());
            }
            seen += arms.arms();
        }
        if (model.count() == 0 && squares > 0 && model.lambda() != typical()) {
            model.lambda(typical());
        }
    }

    /** To be called after the model has learnt a reward. */
    public void rewarded(TunablePrior model) {
        if (model.count() * GROWTH + 1 < nextAt / GROWTH) {
            nextAt = FIRST_AT; // the model has forgotten: begin again
        }
        if (model.count() < nextAt || !model.hasScale() || !(squares > 0)) {
            return;
        }
        nextAt = (long) (GROWTH * model.count()) + 1;
        double lambda = mostEvident(model);
        if (lambda != model.lambda()) {
            model.lambda(lambda);
        }
    }

    private double mostEvident(TunablePrior model) {
        double lambda0 = typical();
        double limit = Math.max(lambda0, Math.min(TIMES_LEAST_KNOWN * model.leastKnown(), HIGHEST * lambda0));
        double best = model.lambda(); // stays where rounding leaves no evidence
        double most = Double.NEGATIVE_INFINITY;
        for (double l = LOWEST * lambda0; l <= limit; l *= RATIO) {
            double deviations = StrictMath.log(l / lambda0) / SPREAD;
            double evidence = model.logEvidence(l) - 0.5 * deviations * deviations;
            if (evidence > most) {
                most = evidence;
                best = l;
            }
        }
        return best;
    }

    private double typical() {
        return Math.min(EXTREME, Math.max(1 / EXTREME, squares / seen));
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeDouble(squares);
        out.writeLong(seen);
        out.writeLong(nextAt);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        squares = in.readDouble();
        seen = in.readTally();
        nextAt = in.readTally();
    }
}
