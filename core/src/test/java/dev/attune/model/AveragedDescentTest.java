package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AveragedDescentTest {
    private static final int D = 3;
    private static final int TAU = 4;
    private static final long SEED = 5;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Observed(double[] x, double y) {}

    private static List<Observed> observed(int n) {
        SplittableRandom random = new SplittableRandom(9);
        List<Observed> all = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            double[] x = {1, random.nextDouble(-1, 1), random.nextDouble(-1, 1)};
            all.add(new Observed(x, random.nextDouble() < .3 + .4 * x[1] ? 1 : 0));
        }
        return all;
    }

    private static double[] minus(double[] a, double[] b, double factor) {
        double[] c = a.clone();
        for (int i = 0; i < c.length; i++) {
            c[i] -= factor * b[i];
        }
        return c;
    }

    private static double length(double[] a) {
        double squares = 0;
        for (double one : a) {
            squares += one * one;
        }
        return Math.sqrt(squares);
    }

    /** With a small step nothing is projected; with a large one every step ends on the ball. */
    @ParameterizedTest
    @ValueSource(doubles = {.3, 50})
    void doesWhatThePublicationSays(double step) {
        List<Observed> all = observed(42);
        AveragedDescent model = new AveragedDescent(Link.LOGISTIC, D, TAU, 1, SEED);
        GlmModel first = new GlmModel(Link.LOGISTIC, D, 1);
        double[] theta0 = new double[D];
        double[] theta = new double[D];
        double[] sum = new double[D];
        int projected = 0;
        for (int t = 0; t < all.size(); t++) {
            Observed one = all.get(t);
            model.add(one.x, one.y, step);
            if (t < TAU) {
                first.add(one.x, one.y);
            }
            int j = (t + 1) / TAU;
            if ((t + 1) % TAU == 0) {
                if (j == 1) {
                    theta0 = first.mean().clone();
                    theta = theta0;
                } else {
                    double[] gradient = new double[D];
                    for (Observed past : all.subList(t + 1 - TAU, t + 1)) {
                        double eta = past.x[0] * theta[0] + past.x[1] * theta[1] + past.x[2] * theta[2];
                        gradient = minus(gradient, past.x, past.y - 1 / (1 + Math.exp(-eta)));
                    }
                    theta = minus(theta, gradient, step / j);
                    double far = length(minus(theta, theta0, 1));
                    if (far > 2) {
                        theta = minus(theta0, minus(theta0, theta, 1), 2 / far);
                        projected++;
                    }
                }
                sum = minus(sum, theta, -1);
            }
            assertThat(model.starting()).isEqualTo(j == 0);
            assertThat(model.count()).isEqualTo(t + 1);
            for (int i = 0; i < D && j > 0; i++) {
                assertThat(model.mean()[i]).isCloseTo(sum[i] / j, Offset.offset(1e-9));
                assertThat(model.variance(i)).isEqualTo(2.0 / j);
                assertThat(model.covariance()[i][i]).isEqualTo(2.0 / j);
                assertThat(model.covariance()[i][(i + 1) % D]).isZero();
                double[] z = new double[D];
                RoundRandom.gaussians(new RoundRandom(SEED, j), z);
                assertThat(model.direction()[i]).isCloseTo(Math.sqrt(2.0 / j) * z[i], Offset.offset(1e-12));
            }
        }
        assertThat(projected > 0).isEqualTo(step > 1);
        assertThat(model.batchLength()).isEqualTo(TAU);
        assertThat(model.link()).isEqualTo(Link.LOGISTIC);
        assertThat(model.dimension()).isEqualTo(D);
        assertThat(model.noise()).isEqualTo(1);
        assertThat(model.weight(new double[D])).isEqualTo(1);
    }

    private record Saved(AveragedDescent model) implements Checkpointed {
        @Override
        public String stateName() {
            return "descent";
        }

        @Override
        public void writeState(StateWriter out) {
            model.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            model.readState(in);
        }
    }

    @Test
    void continuesFromItsStateInTheMiddleOfABatch() {
        List<Observed> all = observed(30);
        for (int saved : new int[] {2, 7, 15}) {
            AveragedDescent model = new AveragedDescent(Link.LOGISTIC, D, TAU, 1, SEED);
            AveragedDescent copy = new AveragedDescent(Link.LOGISTIC, D, TAU, 1, SEED);
            for (int t = 0; t < all.size(); t++) {
                if (t == saved) {
                    Checkpoint.read(Checkpoint.write(new Saved(model)), new Saved(copy));
                    assertThat(copy.starting() || copy.direction()[1] == model.direction()[1])
                            .isTrue();
                }
                model.add(all.get(t).x, all.get(t).y, .5);
                if (t >= saved) {
                    copy.add(all.get(t).x, all.get(t).y, .5);
                }
            }
            assertThat(Checkpoint.write(new Saved(copy))).isEqualTo(Checkpoint.write(new Saved(model)));
            assertThat(copy.mean()).isEqualTo(model.mean());
        }
    }

    @Test
    void rejectsAStateOfOtherBatches() {
        byte[] other = Checkpoint.write(new Saved(new AveragedDescent(Link.LOGISTIC, D, TAU, 1, SEED + 1)));
        Saved model = new Saved(new AveragedDescent(Link.LOGISTIC, D, TAU, 1, SEED));
        assertThatThrownBy(() -> Checkpoint.read(other, model))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("of 4 drawn with seed 6");
    }
}
