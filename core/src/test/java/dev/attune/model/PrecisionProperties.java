package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class PrecisionProperties {
    @Property(tries = 200, seed = "1")
    void theOrderOfAdditionsDoesNotMatter(
            @ForAll @IntRange(min = 1, max = 9) int d,
            @ForAll @IntRange(min = 0, max = 30) int n,
            @ForAll @DoubleRange(min = 0.01, max = 100) double lambda,
            @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
        RoundRandom rng = new RoundRandom(seed, 0);
        double[][] x = new double[n][];
        double[] w = new double[n];
        for (int s = 0; s < n; s++) {
            x[s] = Oracle.gaussian(rng, d, 1);
            w[s] = 2 * rng.nextDouble();
        }
        Precision forwards = new Precision(d, lambda);
        Precision backwards = new Precision(d, lambda);
        for (int s = 0; s < n; s++) {
            forwards.add(w[s], x[s]);
            backwards.add(w[n - 1 - s], x[n - 1 - s]);
        }
        assertThat(Oracle.relativeError(forwards.inverse(), backwards.inverse()))
                .isLessThan(1e-11);
    }

    @Property(tries = 200, seed = "2")
    void anAdditionNeverWidens(
            @ForAll @IntRange(min = 1, max = 9) int d,
            @ForAll @DoubleRange(min = 0.01, max = 100) double lambda,
            @ForAll @DoubleRange(min = 0, max = 1e6) double w,
            @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
        RoundRandom rng = new RoundRandom(seed, 1);
        Precision precision = new Precision(d, lambda);
        for (int s = 0; s < 5; s++) {
            precision.add(1, Oracle.gaussian(rng, d, 1));
        }
        double[] x = Oracle.gaussian(rng, d, 1);
        double[] probe = Oracle.gaussian(rng, d, 1);
        double widthBefore = Symmetric.quadratic(precision.inverse(), probe);
        double leverage = precision.add(w, x);

        // V has a condition number of up to 1e4 here, which the digits of its inverse pay for.
        assertThat(Symmetric.quadratic(precision.inverse(), probe)).isLessThanOrEqualTo(widthBefore * (1 + 1e-8));
        double after = Symmetric.quadratic(precision.inverse(), x);
        assertThat(after).isCloseTo(leverage / (1 + w * leverage), within(1e-8 * leverage));
    }
}
