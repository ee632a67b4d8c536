package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionTest {
    private static final int BINS = 16;
    private static final double CHI_SQUARE_LIMIT = 56.5; // 15 degrees of freedom, exceeded once in a million times

    private static double[][] draw(Region region, int d, int vectors) {
        double[][] x = new double[d][vectors];
        region.fill(x, vectors, new RoundRandom(4, 2));
        return x;
    }

    @Test
    void boxCoordinatesAreUniform() {
        int d = 25;
        double side = 1 / Math.sqrt(d);
        int[] counts = new int[BINS];
        double[][] x = draw(Region.BOX, d, 4001);
        for (double[] coordinate : x) {
            for (double value : coordinate) {
                assertThat(Math.abs(value)).isLessThan(side);
                counts[(int) ((value / side + 1) / 2 * BINS)]++;
            }
        }
        assertThat(chiSquare(counts)).isLessThan(CHI_SQUARE_LIMIT);
    }

    /** Mean and variance within five standard errors, once in a million false. */
    @Test
    void boxCoordinatesHaveMeanZeroAndVarianceOneOverThreeD() {
        int d = 25;
        int n = 4001;
        double variance = 1.0 / (3 * d);
        double sum = 0;
        double squares = 0;
        for (double[] coordinate : draw(Region.BOX, d, n)) {
            for (double value : coordinate) {
                sum += value;
                squares += value * value;
            }
        }
        double numbers = d * n;
        assertThat(sum / numbers).isCloseTo(0, within(5 * Math.sqrt(variance / numbers)));
        // The variance of a squared uniform on (-a, a) is 4 a^4 / 45 = 4/5 of its squared mean.
        assertThat(squares / numbers).isCloseTo(variance, within(5 * variance * Math.sqrt(0.8 / numbers)));
    }

    /** Two coordinates come out of the same 64 bits. Correlations within five standard errors, once in a million false. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 120})
    void neighboursInABoxAreNotCorrelated(int lag) {
        double[] x = draw(Region.BOX, 1, 100_000)[0];
        double products = 0;
        for (int k = lag; k < x.length; k++) {
            products += x[k] * x[k - lag];
        }
        assertThat(products * 3).isCloseTo(0, within(5 * Math.sqrt(x.length - lag)));
    }

    /** In the unit ball of d dimensions the share within radius r is r^d. */
    @Test
    void ballLengthsToThePowerDAreUniform() {
        int d = 6;
        int n = 20_000;
        double[][] x = draw(Region.BALL, d, n);
        int[] counts = new int[BINS];
        for (int k = 0; k < n; k++) {
            double length = Math.sqrt(squaredLength(x, k));
            assertThat(length).isLessThan(1 + 1e-15);
            counts[Math.min(BINS - 1, (int) (Math.pow(length, d) * BINS))]++;
        }
        assertThat(chiSquare(counts)).isLessThan(CHI_SQUARE_LIMIT);
    }

    /** A coordinate has mean 0 and variance 1/(d + 2); fourth moment 3/((d + 2)(d + 4)). Five standard errors. */
    @Test
    void ballDirectionsFavourNoCoordinate() {
        int d = 6;
        int n = 20_000;
        double variance = 1.0 / (d + 2);
        double fourth = 3.0 / ((d + 2) * (d + 4));
        for (double[] coordinate : draw(Region.BALL, d, n)) {
            double sum = 0;
            double squares = 0;
            for (double value : coordinate) {
                sum += value;
                squares += value * value;
            }
            assertThat(sum / n).isCloseTo(0, within(5 * Math.sqrt(variance / n)));
            assertThat(squares / n).isCloseTo(variance, within(5 * Math.sqrt((fourth - variance * variance) / n)));
        }
    }

    @ParameterizedTest
    @EnumSource(Region.class)
    void onlyTheVectorsAskedForAreTouchedAndAllOfThem(Region region) {
        for (int vectors = 1; vectors <= 9; vectors++) {
            double[][] x = new double[3][10];
            region.fill(x, vectors, new RoundRandom(1, vectors));
            for (double[] coordinate : x) {
                for (int k = 0; k < 10; k++) {
                    assertThat(coordinate[k] != 0).isEqualTo(k < vectors);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Region.class)
    void noVectorIsLongerThanOneWhateverTheDimension(Region region) {
        for (int d = 1; d <= 9; d++) {
            double[][] x = draw(region, d, 500);
            for (int k = 0; k < 500; k++) {
                assertThat(squaredLength(x, k)).isLessThanOrEqualTo(1 + 1e-15);
            }
        }
    }

    private static double squaredLength(double[][] x, int k) {
        double squares = 0;
        for (double[] coordinate : x) {
            squares += coordinate[k] * coordinate[k];
        }
        return squares;
    }

    private static double chiSquare(int[] counts) {
        double total = 0;
        for (int count : counts) {
            total += count;
        }
        double expected = total / counts.length;
        double sum = 0;
        for (int count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }
}
