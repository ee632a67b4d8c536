package dev.attune.api;

/**
 * One hyperparameter of a policy: its name, the values that are accepted, and where a tuner searches.
 *
 * <p>Two ranges, because they answer different questions. {@code [min, max]} is what the algorithm accepts at all: a
 * setting outside it is an error. {@code [low, high]} is the part that a tuner searches by default; theory and callers
 * may choose values outside it.
 *
 * @param name the word used in code, JSON and on the command line, such as {@code explore}
 * @param symbol the letter in the publication, such as {@code alpha}
 * @param min smallest accepted value
 * @param max largest accepted value
 * @param low lower end of the search box
 * @param high upper end of the search box
 * @param scale how the search box is spread over the unit interval
 * @param preset the value in force unless one is chosen
 */
public record Hyperparameter(
        String name, String symbol, double min, double max, double low, double high, Scale scale, double preset) {

    /** Checks that the ranges nest and the preset is accepted. */
    public Hyperparameter {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a hyperparameter needs a name");
        }
        if (!(Double.isFinite(min) && Double.isFinite(max) && min <= low && low < high && high <= max)) {
            throw new IllegalArgumentException("hyperparameter " + name + ": the ranges must nest, min <= low < high"
                    + " <= max, but are min=" + min + " low=" + low + " high=" + high + " max=" + max);
        }
        if (scale == Scale.LOG && !(low > 0)) {
            throw new IllegalArgumentException(
                    "hyperparameter " + name + ": a log scale needs a positive lower end, not " + low);
        }
        if (!(preset >= min && preset <= max)) {
            throw new IllegalArgumentException("hyperparameter " + name + ": the preset " + preset
                    + " is outside the accepted values [" + min + ", " + max + "]");
        }
    }

    /** The same hyperparameter with another search box. */
    public Hyperparameter searching(double newLow, double newHigh, Scale newScale) {
        return new Hyperparameter(name, symbol, min, max, newLow, newHigh, newScale, preset);
    }

    /** The value at {@code u} in [0, 1] of the search box; the ends are met exactly. */
    public double fromUnit(double u) {
        if (!(u >= 0 && u <= 1)) {
            throw new IllegalArgumentException(
                    "hyperparameter " + name + ": a position in the search box must be in [0, 1], not " + u);
        }
        if (u == 1) {
            return high;
        }
        return Math.min(high, Math.max(low, scale.fromUnit(u, low, high)));
    }

    /** The position of a value in the search box; values outside the box map to the nearer end. */
    public double toUnit(double value) {
        double inside = Math.min(high, Math.max(low, require(value)));
        return Math.min(1, Math.max(0, scale.toUnit(inside, low, high)));
    }

    double require(double value) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(
                    "setting " + name + " = " + value + " is outside the accepted values [" + min + ", " + max + "]");
        }
        return value;
    }

    boolean accepts(Hyperparameter other) {
        return name.equals(other.name) && min <= other.min && other.max <= max;
    }
}
