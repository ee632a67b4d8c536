package dev.attune.model;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * What a linear sparse model assumes of an unknown arm: the mean of all rewards so far, and at first more.
 *
 * <pre>
 *   unit     the first reward that is not zero, rounded down to a power of two ;  rewards are kept in this unit
 *   centre   mean + .3 h / (h + n) standard deviations of the n rewards so far ;  h = 25 for each term of arms that was rewarded
 * </pre>
 *
 * <p>Coefficients explain differences from the centre. As the policy learns, the mean approaches what good arms pay, so that new arms and new
 * features are tried, and arms that are known to pay less are not. The optimism of the first rounds makes sure that all arms are tried. The
 * constants are measured (docs/algorithms/sparse-ts.md).
 */
final class RewardCentre {
    private static final double OPTIMISM = .3;
    private static final double ROUNDS_OF_ARM = 25;
    private static final double LARGEST = 1e15;
    private static final double MOST_DEVIATIONS = 6;

    private static final double LOG_RARE = StrictMath.log(1e-4);

    private double unit; // 0 until a reward is not zero
    private long count;
    private double mean; // in units
    private double spread; // sum of squared differences from the mean, in units

    /** Returns a reward in units; 0 as long as all rewards were zero. */
    double scaled(double y) {
        double inUnits = unit == 0 ? 0 : y / unit;
        return Math.max(-LARGEST, Math.min(LARGEST, inUnits));
    }

    /** Sets the unit by the first reward that is not zero. */
    void setUnit(double y) {
        if (unit == 0 && y != 0) {
            unit = Math.scalb(1.0, Math.getExponent(y));
        }
    }

    /** Learns a reward, in units. */
    void learn(double scaled) {
        count++;
        double before = scaled - mean;
        mean += before / count;
        spread += before * (scaled - mean);
    }

    /**
     * Returns the centre, in units.
     *
     * @param arms terms of arms that were rewarded
     */
    double centre(int arms) {
        if (count == 0) {
            return 0;
        }
        double early = ROUNDS_OF_ARM * arms / (ROUNDS_OF_ARM * arms + count);
        return mean + OPTIMISM * early * Math.sqrt(spread / count);
    }

    /**
     * Returns the predictive log-likelihood of a reward by a linear model, up to a constant; 0 as long as all rewards were equal. The variance of the
     * noise has the variance of the rewards as one observation, so that two rewards which a model happens to predict well do not make it certain, and
     * errors beyond {@value #MOST_DEVIATIONS} deviations count as that many.
     *
     * @param error of the prediction, in units
     * @param squares sum of e^2 / (1 + w) over the rewards so far
     * @param w variance of the prediction, in units of the noise
     */
    double logLikelihood(double error, double squares, double w) {
        if (!(spread > 0)) {
            return 0;
        }
        double variance = (spread / count + squares) / (1 + count) * (1 + w);
        return -.5 * (StrictMath.log(variance) + Math.min(MOST_DEVIATIONS * MOST_DEVIATIONS, error * error / variance));
    }

    /** Returns the logarithm of the mean reward, for rewards that are not negative; that of one reward in ten thousand as long as all are zero. */
    double logMean() {
        return mean > 0 ? StrictMath.log(mean) : count == 0 ? 0 : LOG_RARE;
    }

    double unit() {
        return unit;
    }

    long count() {
        return count;
    }

    void write(StateWriter out) {
        out.writeDouble(unit);
        out.writeLong(count);
        out.writeDouble(mean);
        out.writeDouble(spread);
    }

    void read(StateReader in) {
        unit = in.readDouble();
        count = in.readTally();
        mean = in.readDouble();
        spread = in.readDouble();
        if (unit < 0 || spread < 0) {
            throw new StateFormatException("the saved model has a negative scale of rewards");
        }
    }
}
