package dev.attune.lab.report;

import java.util.List;

/**
 * A curve with its 95 % confidence band, pointwise; low and high are the mean itself for a single repetition.
 *
 * @param mean over repetitions
 * @param low lower end
 * @param high upper end
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Band(double[] mean, double[] low, double[] high) {
    /** From one curve for each repetition, all of the same length. A point that some do not know is of those that do. */
    static Band of(List<double[]> curves) {
        int length = curves.isEmpty() ? 0 : curves.get(0).length;
        Band band = new Band(new double[length], new double[length], new double[length]);
        for (int i = 0; i < length; i++) {
            int point = i;
            Estimate estimate = Estimate.of(curves.stream()
                    .mapToDouble(curve -> curve[point])
                    .filter(value -> !Double.isNaN(value))
                    .toArray());
            boolean single = Double.isNaN(estimate.low());
            band.mean[i] = estimate.mean();
            band.low[i] = single ? estimate.mean() : estimate.low();
            band.high[i] = single ? estimate.mean() : estimate.high();
        }
        return band;
    }
}
