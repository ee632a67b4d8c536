package dev.attune.live.statistics;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.attune.math.Normal;
import java.util.function.DoubleUnaryOperator;

/**
 * A number with its 95 % interval. All are NaN if unknown.
 *
 * @param value the estimate
 * @param low lower end
 * @param high upper end
 * @param reference what the number is a difference to; empty if it is not a difference
 */
public record IntervalEstimate(
        double value,
        double low,
        double high,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String reference) {
    static final IntervalEstimate UNKNOWN = around(Double.NaN, Double.NaN);

    static IntervalEstimate around(double value, double error) {
        return new IntervalEstimate(value, value - Normal.Z_975 * error, value + Normal.Z_975 * error, "");
    }

    /** Returns the same number as a difference to the reward of a random arm. */
    IntervalEstimate overRandom() {
        return new IntervalEstimate(value, low, high, "a random arm");
    }

    /** Returns a number that grows with this one. */
    IntervalEstimate map(DoubleUnaryOperator increasing) {
        return new IntervalEstimate(
                increasing.applyAsDouble(value), increasing.applyAsDouble(low), increasing.applyAsDouble(high), "");
    }
}
