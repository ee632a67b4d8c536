package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DiagonalGaussianTest {
    static final Link[] LINKS = LinkTest.LINKS;
    private static final ModeSearch EXACT = new ModeSearch.Exact();

    private static double[] precision(DiagonalGaussian model) {
        return IntStream.range(0, model.dimension())
                .mapToDouble(i -> 1 / model.variance(i))
                .toArray();
    }

    @Test
    void thePriorHasMeanZeroAndPrecisionLambda() {
        DiagonalGaussian model = new DiagonalGaussian(Link.LOGISTIC, 3, 0.25);
        assertThat(model.mean()).containsExactly(0, 0, 0);
        assertThat(precision(model)).containsExactly(0.25, 0.25, 0.25);
        assertThat(model.link()).isSameAs(Link.LOGISTIC);
    }

    @Test
    void withTheIdentityAndOneFeatureItIsTheConjugateUpdate() {
        // Precision 2 plus x^2 = 9; mean x y / 11.
        DiagonalGaussian model = new DiagonalGaussian(Link.IDENTITY, 1, 2);
        model.add(new double[] {3}, 5, EXACT);
        assertThat(model.variance(0)).isEqualTo(1.0 / 11);
        assertThat(model.mean()[0]).isCloseTo(15.0 / 11, within(1e-15));
        model.add(new double[] {1}, -1, EXACT);
        assertThat(model.variance(0)).isEqualTo(1.0 / 12);
        assertThat(model.mean()[0]).isCloseTo(14.0 / 12, within(1e-15));
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void aRewardMovesTheMeanToTheModeAndAddsTheCurvatureThere(Link link) {
        RoundRandom rng = new RoundRandom(1, 0);
        DiagonalGaussian model = new DiagonalGaussian(link, 4, 0.5);
        for (int t = 0; t < 50; t++) {
            double[] x = Oracle.gaussian(rng, 4, 1);
            double[] m = model.mean().clone();
            double[] q = precision(model);
            double[] mode = new double[4];
            EXACT.mode(link, m, q, x, t % 2, mode);
            model.add(x, t % 2, EXACT);
            double slope = link.slopeAt(link.mean(Oracle.dot(mode, x)));
            for (int i = 0; i < 4; i++) {
                assertThat(model.mean()[i]).isCloseTo(mode[i], within(1e-14)); // q is known to the last digit but one
                assertThat(1 / model.variance(i)).isCloseTo(q[i] + x[i] * x[i] * slope, within(1e-13 * q[i] + 1e-13));
            }
        }
    }

    @Test
    void drawsHaveTheInversePrecisionAsVariance() {
        DiagonalGaussian model = new DiagonalGaussian(Link.IDENTITY, 3, 0.5);
        model.add(new double[] {1, 2, 0}, 1, EXACT); // q = 1.5, 4.5, 0.5
        RoundRandom rng = new RoundRandom(2, 0);
        int draws = 100_000;
        double[] sum = new double[3];
        double[] squares = new double[3];
        double cross = 0;
        double[] u = new double[3];
        for (int n = 0; n < draws; n++) {
            RoundRandom.gaussians(rng, u);
            model.shape(u);
            for (int i = 0; i < 3; i++) {
                double z = u[i] * Math.sqrt(1 / model.variance(i));
                sum[i] += z;
                squares[i] += z * z;
            }
            cross += u[0] * u[1] * Math.sqrt(1.5 * 4.5);
        }
        // Seven sums, each standard normal after scaling, at 6 deviations: false-alarm rate 7 * 2e-9.
        for (int i = 0; i < 3; i++) {
            assertThat(Math.abs(sum[i]) / Math.sqrt(draws)).isLessThan(6);
            assertThat(Math.abs(squares[i] - draws) / Math.sqrt(2.0 * draws)).isLessThan(6);
        }
        assertThat(Math.abs(cross) / Math.sqrt(draws)).isLessThan(6);
    }

    @Test
    void aDrawIsTheScaledNormalsInOrder() {
        DiagonalGaussian model = new DiagonalGaussian(Link.IDENTITY, 2, 4);
        double[] u = new double[2];
        RoundRandom.gaussians(new RoundRandom(3, 3), u);
        model.shape(u);
        RoundRandom rng = new RoundRandom(3, 3);
        assertThat(u).containsExactly(rng.nextGaussian() / 2, rng.nextGaussian() / 2);
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void aSeparableStreamKeepsTheMeanFinite(Link link) {
        RoundRandom rng = new RoundRandom(4, 0);
        DiagonalGaussian model = new DiagonalGaussian(link, 2, 1);
        for (int t = 0; t < 100_000; t++) {
            double[] x = Oracle.gaussian(rng, 2, 1);
            model.add(x, x[0] > 0 ? 1 : 0, EXACT);
        }
        assertThat(Oracle.norm(model.mean())).isFinite().isLessThan(100);
        assertThat(model.mean()[0]).isPositive();
        assertThat(Oracle.norm(precision(model))).isFinite();
    }

    @Test
    void aModeThatIsNotFiniteIsRefusedAndNothingChanges() {
        DiagonalGaussian model = new DiagonalGaussian(Link.IDENTITY, 1, 1e-100);
        model.add(new double[] {1e-100}, 1e100, EXACT);
        byte[] before = Oracle.save(model::writeState);
        for (int t = 0; t < 3; t++) {
            try {
                model.add(new double[] {1e100}, t % 2 == 0 ? 1e100 : -1e100, EXACT);
            } catch (ArithmeticException e) {
                assertThat(Oracle.save(model::writeState)).isEqualTo(before);
            }
            before = Oracle.save(model::writeState);
            assertThat(model.mean()[0]).isFinite();
            assertThat(1 / model.variance(0)).isFinite();
        }
    }

    @Test
    void badArgumentsAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DiagonalGaussian(Link.LOGISTIC, 0, 1))
                .withMessageContaining("dimension = 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DiagonalGaussian(Link.LOGISTIC, 1, Double.NaN))
                .withMessageContaining("lambda = NaN");
    }

    @Test
    void aSavedAndRestoredPosteriorGoesOnBitForBit() {
        RoundRandom rng = new RoundRandom(5, 0);
        DiagonalGaussian original = new DiagonalGaussian(Link.LOGISTIC, 3, 0.5);
        for (int t = 0; t < 50; t++) {
            original.add(Oracle.unit(rng, 3), rng.nextInt(2), EXACT);
        }
        DiagonalGaussian copy = new DiagonalGaussian(Link.LOGISTIC, 3, 2);
        Oracle.restore(Oracle.save(original::writeState), copy::writeState, copy::readState);
        for (int t = 0; t < 50; t++) {
            double[] x = Oracle.unit(rng, 3);
            original.add(x, t % 2, EXACT);
            copy.add(x, t % 2, EXACT);
        }
        assertThat(copy.mean()).containsExactly(original.mean());
        assertThat(precision(copy)).containsExactly(precision(original));
        byte[] foreign = Oracle.save(new DiagonalGaussian(Link.POISSON, 3, 1)::writeState);
        assertThatThrownBy(() -> Oracle.restore(foreign, copy::writeState, copy::readState))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContainingAll("poisson", "logistic");
    }
}
