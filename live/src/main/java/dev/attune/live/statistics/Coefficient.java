package dev.attune.live.statistics;

import dev.attune.engine.NamedCoefficient;
import dev.attune.math.Normal;

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
        double error = Normal.Z_975 * named.deviation();
        return new Coefficient(named.name(), named.mean(), named.mean() - error, named.mean() + error, 0);
    }

    /** Returns its size in units of its uncertainty. */
    double prominence() {
        return value == 0 ? 0 : Math.abs(value) / Math.max(high - low, Double.MIN_NORMAL);
    }
}
