package dev.attune.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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
        return ofPoints(IntStream.range(0, length)
                .mapToObj(i -> SampleMean.of(curves.stream()
                        .mapToDouble(curve -> curve[i])
                        .filter(value -> !Double.isNaN(value))
                        .toArray()))
                .toList());
    }

    /** Returns the band of points with their intervals. */
    static Band ofPoints(List<SampleMean> points) {
        return new Band(
                points.stream().mapToDouble(SampleMean::mean).toArray(),
                points.stream()
                        .mapToDouble(point -> Double.isNaN(point.low()) ? point.mean() : point.low())
                        .toArray(),
                points.stream()
                        .mapToDouble(point -> Double.isNaN(point.high()) ? point.mean() : point.high())
                        .toArray());
    }

    /** Returns a curve without a band around it. */
    static Band exactly(double... values) {
        return new Band(values, values, values);
    }

    /** Returns the band with the mean and both ends changed. */
    Band map(UnaryOperator<double[]> change) {
        return new Band(change.apply(mean), change.apply(low), change.apply(high));
    }

    /** Returns the range of an axis from zero: all means, and the bands unless they are very wide, with some room. */
    static Interval rangeFromZero(List<Band> bands) {
        Interval means = range(bands, Band::mean, Band::mean).and(new Interval(0, 0));
        Interval ends = range(bands, Band::low, Band::high);
        return new Interval(
                HEADROOM * Math.min(means.low(), Math.max(ends.low(), TALLEST_BAND * means.low())),
                HEADROOM * Math.max(means.high(), Math.min(ends.high(), TALLEST_BAND * means.high())));
    }

    /** Returns the narrowest range of an axis: all means, and the bands unless they are very wide, with some room. */
    static Interval closeRange(List<Band> bands) {
        Interval means = range(bands, Band::mean, Band::mean);
        Interval ends = range(bands, Band::low, Band::high);
        double size = Math.max(Math.abs(means.low()), Math.abs(means.high()));
        double most = Math.max(means.length(), LEAST_ROOM * size);
        double room = (HEADROOM - 1) * most;
        return new Interval(
                Math.max(ends.low(), means.low() - most) - room, Math.min(ends.high(), means.high() + most) + room);
    }

    /** Returns the least known point of one part of some bands and the largest of another; zero if none is known. */
    static Interval range(List<Band> bands, Function<Band, double[]> lower, Function<Band, double[]> upper) {
        return new Interval(
                points(bands, lower).min().orElse(0), points(bands, upper).max().orElse(0));
    }

    private static DoubleStream points(List<Band> bands, Function<Band, double[]> part) {
        return bands.stream()
                .flatMapToDouble(band -> Arrays.stream(part.apply(band)))
                .filter(Double::isFinite);
    }
}
