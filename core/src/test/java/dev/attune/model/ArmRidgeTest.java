package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.math.Cholesky;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ArmRidgeTest {
    private static final double[] PRIOR = {.3, 3, 30};

    private record Saved(ArmRidge model) implements Checkpointed {
        @Override
        public String stateName() {
            return "model";
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

    private static byte[] bytes(ArmRidge model) {
        return Checkpoint.write(new Saved(model));
    }

    private static ActionSet round(SplittableRandom random, int terms) {
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, 1);
        for (int i = 1; i < terms; i++) {
            context.add(100 + i, random.nextDouble(-1, 1), 1);
        }
        Terms own = new Terms();
        own.add(7, 1, 1);
        own.add(8, 1, 1);
        return ActionSet.crossed(context, own, new int[] {1, 2}, 2);
    }

    /** theta and B by inverting the sum of squares; rewards are whole powers of two at first, so that their unit is 1. */
    @Test
    void isBayesianRegressionOnTheDifferencesFromTheCentre() {
        SplittableRandom random = new SplittableRandom(1);
        int terms = 12;
        ArmRidge model = new ArmRidge();
        RewardCentre centre = new RewardCentre();
        double[][][] V = new double[3][terms][terms];
        double[][] b = new double[3][terms];
        double norm = 0;
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < terms; i++) {
                V[c][i][i] = 1 / PRIOR[c];
            }
        }
        int arms = 0;
        for (int t = 0; t < 20_000; t++) {
            ActionSet arms2 = round(random, terms);
            double[] x = new double[terms];
            for (int i = 0; i < terms; i++) {
                x[i] = arms2.context().value(i);
            }
            if (norm == 0) {
                for (double v : x) {
                    norm += v * v;
                }
                norm = Math.sqrt(norm);
            }
            double y = t == 0 ? 1 : x[1] - .5 * x[2] + random.nextDouble(-1, 1);
            if (t % 3 == 2) { // the other arm must not matter
                model.add(arms2.features(1), 5);
                centre.learn(5);
                arms = 2;
                continue;
            }
            double offset = centre.centre(arms);
            for (int c = 0; c < 3; c++) {
                for (int i = 0; i < terms; i++) {
                    for (int j = 0; j < terms; j++) {
                        V[c][i][j] += x[i] * x[j] / norm / norm;
                    }
                    b[c][i] += x[i] / norm * (y - offset);
                }
            }
            model.add(arms2.features(0), y);
            centre.learn(y);
            arms = Math.max(1, arms);
        }
        for (int c = 0; c < 3; c++) {
            ActionSet next = round(random, terms);
            ScoredRound out = new ScoredRound();
            out.resize(2, 0);
            model.meansAndWidths(next, c, out);
            Cholesky factor = new Cholesky(terms);
            factor.factor(V[c]);
            double[] theta = b[c].clone();
            factor.solve(theta);
            double[] x = new double[terms];
            double mean = centre.centre(arms);
            for (int i = 0; i < terms; i++) {
                x[i] = next.context().value(i) / norm;
                mean += theta[i] * x[i];
            }
            factor.solveLower(x);
            double w = 0;
            for (double v : x) {
                w += v * v;
            }
            assertThat(out.mean()[0]).isCloseTo(mean, within(1e-6));
            assertThat(out.width()[0]).isCloseTo(Math.sqrt(w / terms), within(1e-8));
            assertThat(model.score(next.features(0), c)).isCloseTo(mean, within(1e-6));
        }
    }

    @Test
    void columnsGrowAndStateIsReadBack() {
        SplittableRandom random = new SplittableRandom(2);
        ArmRidge model = new ArmRidge();
        for (int t = 0; t < 300; t++) {
            model.add(round(random, 2 + t / 5).features(t % 2), random.nextDouble());
            if (t % 50 == 0) {
                ArmRidge copy = new ArmRidge();
                Checkpoint.read(bytes(model), new Saved(copy));
                assertThat(bytes(copy)).isEqualTo(bytes(model));
                model = copy;
            }
        }
        assertThat(model.usable()).isTrue();
        ArmRidge straight = new ArmRidge();
        SplittableRandom again = new SplittableRandom(2);
        for (int t = 0; t < 300; t++) {
            straight.add(round(again, 2 + t / 5).features(t % 2), again.nextDouble());
        }
        assertThat(bytes(straight)).isEqualTo(bytes(model));
    }

    @Test
    void endsWhenTheContextIsTooWideOrAnArmHasFeatures() {
        SplittableRandom random = new SplittableRandom(3);
        ArmRidge wide = new ArmRidge();
        wide.add(round(random, 64).features(0), 1);
        assertThat(wide.usable()).isTrue();
        wide.add(round(random, 65).features(0), 1);
        assertThat(wide.usable()).isFalse();
        assertThat(bytes(wide).length).isLessThan(100);
        ArmRidge pair = new ArmRidge();
        pair.add(new double[] {1, 2, 0, 1, 1, 0, 2, 1, 0, 3, 1}, 1);
        assertThat(pair.usable()).isFalse();
        ArmRidge huge = new ArmRidge();
        huge.add(new double[] {1, 1, 0, 1, 1, 0, 2, 1}, 1);
        huge.add(new double[] {1, 1, 0, 1, 1e9, 0, 2, 1}, 1);
        assertThat(huge.usable()).isFalse();
    }
}
