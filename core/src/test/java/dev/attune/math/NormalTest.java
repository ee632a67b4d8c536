package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against values computed with 60 digits. */
class NormalTest {
    private static final double[][] CDF = {
        {-20.0, 2.7536241186062337e-89},
        {-10.0, 7.619853024160525e-24},
        {-6.0, 9.86587645037698e-10},
        {-5.0, 2.866515718791939e-07},
        {-4.0, 3.1671241833119924e-05},
        {-3.5, 0.00023262907903552504},
        {-3.0000001, 0.0013498975884453205},
        {-3.0, 0.0013498980316300946},
        {-2.9999999, 0.0013498984748150015},
        {-2.5, 0.006209665325776135},
        {-2.0, 0.02275013194817921},
        {-1.5, 0.06680720126885807},
        {-1.0, 0.15865525393145705},
        {-0.5, 0.3085375387259869},
        {-0.1, 0.460172162722971},
        {-1e-08, 0.4999999960105772},
        {0.0, 0.5},
        {1e-08, 0.5000000039894228},
        {0.1, 0.539827837277029},
        {0.25, 0.5987063256829237},
        {0.5, 0.6914624612740131},
        {0.75, 0.7733726476231318},
        {1.0, 0.8413447460685429},
        {1.25, 0.8943502263331448},
        {1.5, 0.9331927987311419},
        {1.96, 0.9750021048517795},
        {2.0, 0.9772498680518208},
        {2.5, 0.9937903346742238},
        {2.9999999, 0.998650101525185},
        {3.0, 0.9986501019683699},
        {3.0000001, 0.9986501024115547},
        {3.5, 0.9997673709209645},
        {4.0, 0.9999683287581669},
        {5.0, 0.9999997133484281},
        {6.0, 0.9999999990134123},
        {8.0, 0.9999999999999993},
        {10.0, 1.0},
    };

    private static final double INF = Double.POSITIVE_INFINITY;

    private static final double[][] FOLDED = {
        {0, INF, 1},
        {0, 1, 0.6826894921370859},
        {1, 2, 0.2718102439665557},
        {2.5, 3.5, 0.01195407249348122},
        {3, INF, 0.002699796063260189},
        {3.5, 4, 0.00040191567440481024},
        {5, 6, 5.713299684683125e-07},
        {8, 9, 1.243966397173166e-15},
        {10, INF, 1.523970604832105e-23},
        {0.5, 0.5, 0},
    };

    @Test
    void distributionFunctionIsRightToFourteenDecimals() {
        for (double[] row : CDF) {
            assertThat(Normal.cdf(row[0])).as("cdf(%s)", row[0]).isCloseTo(row[1], within(1e-15));
        }
    }

    @Test
    void lowerTailIsRightToThirteenDigits() {
        for (double[] row : CDF) {
            assertThat(Normal.cdf(row[0])).as("cdf(%s)", row[0]).isCloseTo(row[1], within(1e-13 * row[1]));
        }
    }

    @Test
    void endsAreMet() {
        assertThat(Normal.cdf(INF)).isEqualTo(1);
        assertThat(Normal.cdf(-INF)).isEqualTo(0);
        assertThat(Normal.cdf(-40)).isBetween(0.0, 1e-300);
    }

    @Test
    void neverFallsAcrossTheSeamBetweenSeriesAndFraction() {
        for (double seam : new double[] {-3, 3}) {
            double before = Normal.cdf(seam - 1e-4);
            for (int i = -100; i <= 100; i++) {
                double value = Normal.cdf(seam + i * 1e-6);
                assertThat(value).isGreaterThanOrEqualTo(before);
                before = value;
            }
        }
    }

    @Test
    void notANumberStaysOne() {
        assertThat(Normal.cdf(Double.NaN)).isNaN();
        assertThat(Normal.foldedMass(Double.NaN, 1)).isNaN();
        assertThat(Normal.foldedMass(0, Double.NaN)).isNaN();
    }

    @Test
    void foldedMassIsRightToThirteenDigits() {
        for (double[] row : FOLDED) {
            assertThat(Normal.foldedMass(row[0], row[1]))
                    .as("mass of [%s, %s)", row[0], row[1])
                    .isCloseTo(row[2], within(1e-13 * row[2]));
        }
    }

    @Test
    void foldedMassesOfAPartitionAddUpToOne() {
        RoundRandom rng = new RoundRandom(7, 0);
        for (int trial = 0; trial < 1000; trial++) {
            double sum = 0;
            double from = 0;
            for (int i = 0; i < 6; i++) {
                double to = from + rng.nextDouble() * 1.5;
                sum += Normal.foldedMass(from, to);
                from = to;
            }
            sum += Normal.foldedMass(from, INF);
            assertThat(sum).isCloseTo(1, within(1e-14));
        }
    }

    @Test
    void quantilesInvertTheDistribution() {
        assertThat(Normal.quantile(0.5)).isCloseTo(0, within(1e-11));
        assertThat(Normal.quantile(0.975)).isCloseTo(Normal.Z_975, within(1e-11));
        for (double p : new double[] {0.6, 0.9, 0.995, 0.999_99}) {
            assertThat(Normal.cdf(Normal.quantile(p))).isCloseTo(p, within(1e-12));
        }
    }
}
