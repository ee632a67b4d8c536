package dev.attune.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * What an axis has to show.
 *
 * @param low lower end
 * @param high upper end
 */
record Extent(double low, double high) {
    /** How far a wide band may stick out beyond the means, as a multiple of them: few repetitions make bands immense. */
    private static final double TALLEST_BAND = 1.6;

    private static final double HEADROOM = 1.15;
    private static final double LEAST_ROOM = 0.05; // in proportion to the values

    /** From zero: all means, and the bands unless they are very wide, with some room. */
    static Extent fromZero(List<Band> bands) {
        double lowestMean = Math.min(0, points(bands, Band::mean).min().orElse(0));
        double highestMean = Math.max(0, points(bands, Band::mean).max().orElse(0));
        double low = points(bands, Band::low).min().orElse(0);
        double high = points(bands, Band::high).max().orElse(0);
        return new Extent(
                HEADROOM * Math.min(lowestMean, Math.max(low, TALLEST_BAND * lowestMean)),
                HEADROOM * Math.max(highestMean, Math.min(high, TALLEST_BAND * highestMean)));
    }

    /** As close as possible: all means, and the bands unless they are very wide, with some room. */
    static Extent close(List<Band> bands) {
        double lowestMean = points(bands, Band::mean).min().orElse(0);
        double highestMean = points(bands, Band::mean).max().orElse(0);
        double low = points(bands, Band::low).min().orElse(0);
        double high = points(bands, Band::high).max().orElse(0);
        double size = Math.max(Math.abs(lowestMean), Math.abs(highestMean));
        double most = Math.max(highestMean - lowestMean, LEAST_ROOM * size);
        double room = (HEADROOM - 1) * most;
        return new Extent(Math.max(low, lowestMean - most) - room, Math.min(high, highestMean + most) + room);
    }

    /** Every known point of one part of some bands. */
    static DoubleStream points(List<Band> bands, Function<Band, double[]> part) {
        return bands.stream()
                .flatMapToDouble(band -> Arrays.stream(part.apply(band)))
                .filter(Double::isFinite);
    }

    Extent and(Extent other) {
        return new Extent(Math.min(low, other.low), Math.max(high, other.high));
    }

    double length() {
        return high - low;
    }

    /** The same; some length where there is none, which no axis could have. */
    Extent notEmpty() {
        return length() > 0 ? this : new Extent(low, high + 1);
    }

    boolean contains(double value) {
        return value >= low && value <= high;
    }
}
