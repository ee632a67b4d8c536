package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;

class PrecisionProperties {
    @Cases(200)
    void theOrderOfAdditionsDoesNotMatter(Draw draw) {
        int d = draw.between(1, 9);
        int n = draw.between(0, 30);
        double lambda = draw.between(0.01, 100);
        RoundRandom rng = new RoundRandom(draw.seed(), 0);
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

    @Cases(200)
    void anAdditionNeverWidens(Draw draw) {
        int d = draw.between(1, 9);
        double lambda = draw.between(0.01, 100);
        double w = draw.between(0, 1e6);
        RoundRandom rng = new RoundRandom(draw.seed(), 1);
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
