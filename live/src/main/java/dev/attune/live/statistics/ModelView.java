package dev.attune.live.statistics;

import dev.attune.api.ModelExplanation;
import dev.attune.engine.NamedCoefficient;
import dev.attune.math.Normal;
import java.util.List;

/**
 * The coefficients of a model, by name.
 *
 * @param coefficients the most prominent of those requested, in this order
 * @param count number of all coefficients
 * @param features number of different features seen
 * @param collisionRate share of features that share a slot of a vector with another; NaN if there are no slots
 * @param prior precision of the model's prior; NaN if unknown
 * @param explanation which model decides, and why
 */
public record ModelView(
        List<Coefficient> coefficients,
        long count,
        long features,
        double collisionRate,
        double prior,
        ModelExplanation explanation) {
    /** Copies the list. */
    public ModelView {
        coefficients = List.copyOf(coefficients);
    }

    /**
     * The coefficient of a named feature.
     *
     * @param feature its name, such as {@code context.country=DE x arm.genre=jazz}
     * @param value estimated effect, in units of reward, or of the score of a generalised linear model
     * @param low lower end of the 95 % interval
     * @param high upper end
     * @param sharedWith number of other known names with the same coefficient because they were hashed to the same slot
     */
    public record Coefficient(String feature, double value, double low, double high, int sharedWith) {
        /** Returns a coefficient of a sparse model, which shares it with no other name. */
        public static Coefficient of(NamedCoefficient named) {
            return of(named.name(), named.mean(), named.deviation(), 0);
        }

        static Coefficient of(String feature, double value, double deviation, int sharedWith) {
            double error = Normal.Z_975 * deviation;
            return new Coefficient(feature, value, value - error, value + error, sharedWith);
        }

        /** Returns its size in units of its uncertainty. */
        double prominence() {
            return value == 0 ? 0 : Math.abs(value) / Math.max(high - low, Double.MIN_NORMAL);
        }
    }
}
