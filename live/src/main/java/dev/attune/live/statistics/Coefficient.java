package dev.attune.live.statistics;

/**
 * What a model believes about one named thing.
 *
 * @param feature its name, such as {@code context.country=DE x arm.genre=jazz}
 * @param value estimated effect, in units of reward, or of the score of a generalised linear model
 * @param low lower end of the 95 % interval
 * @param high upper end
 * @param sharedWith how many other known names have the same coefficient because they were hashed to the same slot
 */
public record Coefficient(String feature, double value, double low, double high, int sharedWith) {
    /** Size in units of its uncertainty. */
    double prominence() {
        return value == 0 ? 0 : Math.abs(value) / Math.max(high - low, Double.MIN_NORMAL);
    }
}
