package dev.attune.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * A curve with its 95 % confidence band, pointwise; low and high are the mean itself for a single repetition.
 *
 * @param mean over repetitions
 * @param low lower end
 * @param high upper end
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Band(double[] mean, double[] low, double[] high) {
    /** How far a wide band may extend beyond the means on an axis, as a multiple of them: few repetitions make bands immense. */
    private static final double TALLEST_BAND = 1.6;

    private static final double HEADROOM = 1.15;
    private static final double LEAST_ROOM = 0.05; // in proportion to the values

    /** Returns the band of one curve for each repetition, all of the same length. A point that is unknown in some is of the others. */
    static Band of(List<double[]> curves) {
        int length = curves.isEmpty() ? 0 : curves.get(0).length;
        Band band = new Band(new double[length], new double[length], new double[length]);
        for (int i = 0; i < length; i++) {
            int at = i;
            SampleMean point = SampleMean.of(curves.stream()
                    .mapToDouble(curve -> curve[at])
                    .filter(value -> !Double.isNaN(value))
                    .toArray());
            boolean single = Double.isNaN(point.low());
            band.mean[i] = point.mean();
            band.low[i] = single ? point.mean() : point.low();
            band.high[i] = single ? point.mean() : point.high();
        }
        return band;
    }

    /** Returns the range of an axis from zero: all means, and the bands unless they are very wide, with some room. */
    static Interval rangeFromZero(List<Band> bands) {
        double lowestMean = Math.min(0, points(bands, Band::mean).min().orElse(0));
        double highestMean = Math.max(0, points(bands, Band::mean).max().orElse(0));
        double low = points(bands, Band::low).min().orElse(0);
        double high = points(bands, Band::high).max().orElse(0);
        return new Interval(
                HEADROOM * Math.min(lowestMean, Math.max(low, TALLEST_BAND * lowestMean)),
                HEADROOM * Math.max(highestMean, Math.min(high, TALLEST_BAND * highestMean)));
    }

    /** Returns the narrowest range of an axis: all means, and the bands unless they are very wide, with some room. */
    static Interval closeRange(List<Band> bands) {
        double lowestMean = points(bands, Band::mean).min().orElse(0);
        double highestMean = points(bands, Band::mean).max().orElse(0);
        double low = points(bands, Band::low).min().orElse(0);
        double high = points(bands, Band::high).max().orElse(0);
        double size = Math.max(Math.abs(lowestMean), Math.abs(highestMean));
        double most = Math.max(highestMean - lowestMean, LEAST_ROOM * size);
        double room = (HEADROOM - 1) * most;
        return new Interval(Math.max(low, lowestMean - most) - room, Math.min(high, highestMean + most) + room);
    }

    /** Returns every known point of one part of some bands. */
    static DoubleStream points(List<Band> bands, Function<Band, double[]> part) {
        return bands.stream()
                .flatMapToDouble(band -> Arrays.stream(part.apply(band)))
                .filter(Double::isFinite);
    }
}
