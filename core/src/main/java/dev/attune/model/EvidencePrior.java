package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.TunablePrior;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Sets the prior precision lambda of a model by the evidence of its own rewards.
 *
 * <pre>
 *   lambda0 = mean |x|^2 of the arms on offer         a typical arm's signal as large as the noise
 *   before the first reward: lambda = lambda0
 *   at n = 8, then whenever n has grown by 30 %:
 *     over l = 0.01 lambda0 1.585^i: score(l) = log evidence(l) - (ln(l/lambda0)/2.5)^2 / 2
 *     lambda = the least l whose score is within 1 of the best one
 *     with l at most max(lambda0, min(3 leastKnown, 100 lambda0)), leastKnown of the arms then on offer
 *   where the constant has a prior precision w lambda of its own: the same for w, w/3 and 3 w, less (ln(w)/1.7)^2 / 2,
 *     w from 1/100 to 100, lambda0 - 1 + 1/w in place of lambda0 ;  the w with the best score
 * </pre>
 *
 * <p>A model for each arm {@linkplain TunablePrior#weighsConstant weighs its constant}: arms may differ in their level alone, or in nothing but the effects of
 * the context. One precision for both would make the bandit explore differences that there are none.
 *
 * <p>The upper bound matters: a prior stronger than the data about the least known arm would bury an arm that was never
 * tried. It is about arms, not about directions: with many features some direction is always unknown, and a bound by it
 * would leave the prior far too weak. For the same reason the least of nearly equally evident values is taken: too weak
 * a prior costs a little exploration, too strong a one a good arm. Scaling features or rewards scales everything here
 * along, so decisions do not depend on units.
 *
 * <p>Cost: O(K d) a round for the first 50,000 arms; O(K d^2), and O(d^3) per candidate value, at rare, geometrically
 * spaced rounds.
 */
public final class EvidencePrior {
    private static final int FIRST_AT = 8;
    private static final double GROWTH = 1.3;
    private static final double LOOK_GROWTH = 1.1; // more often than judged: rewards may come in batches
    private static final double LOWEST = 0.01;
    private static final double RATIO = 1.585; // fifth of a decade
    private static final int GRID = 21; // values from LOWEST to HIGHEST
    private static final double LEEWAY = 1; // of the log evidence
    private static final double HIGHEST = 100;
    private static final double TIMES_LEAST_KNOWN = 3;
    private static final double SPREAD = 2.5; // standard deviation of ln lambda around ln lambda0
    private static final double WEIGHT_RATIO = 3;
    private static final double HIGHEST_WEIGHT = 100;
    private static final double WEIGHT_SPREAD = 1.7; // standard deviation of ln w around 0
    private static final long ENOUGH_ARMS = 50_000;
    private static final double EXTREME = 1e98; // lambda0 is kept within [1/EXTREME, EXTREME], so that V stays finite

    private final long enoughArms;
    private double squares; // sum of |x|^2 over the arms seen
    private long seen;
    private long nextAt = FIRST_AT;
    private double leastKnown; // of the arms on offer when it was last looked at
    private long nextLook;

    /** Creates the prior of a model that scores the arms of every round. */
    public EvidencePrior() {
        this(ENOUGH_ARMS);
    }

    /** Creates the prior of a model that the arms are not made ready for in every round: fewer are looked at. */
    public EvidencePrior(long enoughArms) {
        this.enoughArms = enoughArms;
    }

    /** Returns whether {@link #offered} would change anything. */
    public boolean looksAtArms(TunablePrior model) {
        return seen < enoughArms || model.count() >= nextLook;
    }

    /** Records the arms on offer; sets the prior of a model that has learnt nothing yet. */
    public void offered(ActionSet arms, TunablePrior model) {
        if (seen < enoughArms) {
            double[][] features = arms.byFeature();
            for (int i = model.firstFeature(); i < features.length; i++) {
                squares += Symmetric.dot(features[i], features[i], arms.arms());
            }
            seen += arms.arms();
        }
        if (model.count() >= nextLook) {
            leastKnown = Math.min(Double.MAX_VALUE, model.leastKnown(arms)); // no limit if all arms are zero
            nextLook = afterLook(model.count());
        }
        setUnlearnt(model);
    }

    private static long afterLook(long count) {
        return (long) (LOOK_GROWTH * count) + 1;
    }

    private void setUnlearnt(TunablePrior model) {
        if (model.count() == 0 && squares > 0 && model.lambda() != typical()) {
            model.lambda(typical());
        }
    }

    /** Sets the prior again if it is due; called after the model has learnt a reward. */
    public void rewarded(TunablePrior model) {
        if (model.count() * GROWTH + 1 < nextAt / GROWTH) {
            nextAt = FIRST_AT; // the model has forgotten: begin again
            nextLook = 0;
            leastKnown = 0;
        }
        if (model.count() < nextAt || !model.hasScale() || !(squares > 0)) {
            return;
        }
        nextAt = (long) (GROWTH * model.count()) + 1;
        Choice now = new Choice(model.lambda(), model.constantWeight(), Double.NEGATIVE_INFINITY);
        Choice best = now;
        for (double weight : weights(model)) {
            Choice evident = evident(model, weight);
            if (evident.score > best.score) {
                best = evident;
            }
        }
        if (best.weight != now.weight) {
            model.prior(best.lambda, best.weight);
        } else if (best.lambda != now.lambda) {
            model.lambda(best.lambda);
        }
    }

    /** A prior: lambda, the weight of the constant, and the score of the best lambda with this weight. */
    private record Choice(double lambda, double weight, double score) {}

    /** Returns the weights of the constant that are compared: the present one and, where it may differ, its neighbours. */
    private static double[] weights(TunablePrior model) {
        double now = model.constantWeight();
        return model.weighsConstant()
                ? new double[] {
                    now, Math.max(1 / HIGHEST_WEIGHT, now / WEIGHT_RATIO), Math.min(HIGHEST_WEIGHT, now * WEIGHT_RATIO)
                }
                : new double[] {now};
    }

    private Choice evident(TunablePrior model, double weight) {
        double lambda0 = weight == 1 ? typical() : typical() - 1 + 1 / weight;
        double limit = Math.max(lambda0, Math.min(TIMES_LEAST_KNOWN * leastKnown, HIGHEST * lambda0));
        double ofWeight = StrictMath.log(weight) / WEIGHT_SPREAD;
        double[] scores = new double[GRID];
        int values = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (double l = LOWEST * lambda0; l <= limit; l *= RATIO) {
            double deviations = StrictMath.log(l / lambda0) / SPREAD;
            double evidence = model.weighsConstant() ? model.logEvidence(l, weight) : model.logEvidence(l);
            scores[values] = evidence - 0.5 * deviations * deviations - 0.5 * ofWeight * ofWeight;
            most = Math.max(most, scores[values]);
            values++;
        }
        double l = LOWEST * lambda0;
        for (int i = 0; scores[i] < most - LEEWAY; i++) {
            l *= RATIO;
        }
        return new Choice(l, weight, most); // minus infinity if rounding leaves no evidence
    }

    private double typical() {
        return Math.min(EXTREME, Math.max(1 / EXTREME, squares / seen));
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeDouble(squares);
        out.writeLong(seen);
        out.writeLong(nextAt);
        out.writeDouble(leastKnown);
        out.writeLong(nextLook);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        squares = in.readDouble();
        seen = in.readTally();
        nextAt = in.readTally();
        leastKnown = in.readDouble();
        nextLook = in.readTally();
    }
}
