package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Forgetting;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;

class FadingTest {
    private static final int D = 3;
    private static final int MEMORY = 640; // fades every 11 rewards

    private static double[] features(long t) {
        double[] x = new double[D];
        RoundRandom.gaussians(new RoundRandom(1, t), x);
        return x;
    }

    private static double reward(long t) {
        return new RoundRandom(2, t).nextGaussian() + 1;
    }

    /** The definition: every reward counts (1 - 1/N)^age, with ages rounded to steps. */
    private static double[] byDefinition(int rewards, double lambda) {
        double[][] v = new double[D][D];
        double[] b = new double[D];
        for (int t = 0; t < rewards; t++) {
            int age = ((rewards - 1) / 11 - t / 11) * 11;
            double weight = Math.pow(1 - 1.0 / MEMORY, age);
            double[] x = features(t);
            for (int i = 0; i < D; i++) {
                b[i] += weight * x[i] * reward(t);
                for (int j = 0; j < D; j++) {
                    v[i][j] += weight * x[i] * x[j];
                }
            }
        }
        for (int i = 0; i < D; i++) {
            v[i][i] += lambda;
        }
        return Oracle.solve(v, b);
    }

    @Test
    void rewardsCountLessAsTheyAge() {
        RidgeModel model = new RidgeModel(D, 0.5, Forgetting.memory(MEMORY));
        for (int t = 0; t < 2000; t++) {
            model.add(features(t), reward(t));
            if (t % 97 == 0 || t == 1999) {
                assertThat(model.mean()).containsExactly(byDefinition(t + 1, 0.5), within(1e-10));
            }
        }
        assertThat(model.weight()).isBetween(0.95 * MEMORY, MEMORY + 11.0);
        assertThat(model.noise()).isBetween(0.9, 1.6);
    }

    @Test
    void allBlocksFadeWithTheRewardsOfAny() {
        BlockRidge model = new BlockRidge(1, 1, Forgetting.memory(100));
        for (int t = 0; t < 50; t++) {
            model.add(new double[] {0, 1}, 1);
        }
        double known = model.block(0).covariance()[0][0];
        for (int t = 0; t < 500; t++) {
            model.add(new double[] {1, 1}, 1);
        }
        assertThat(known).isLessThan(0.03);
        assertThat(model.block(0).covariance()[0][0]).isGreaterThan(0.7).isLessThan(1);
        assertThat(model.block(1).covariance()[0][0]).isBetween(0.009, 0.011);
    }

    @Test
    void aSavedModelGoesOnBitForBit() {
        RidgeModel ridge = new RidgeModel(D, 0.5, Forgetting.memory(50));
        RidgeModel sameRidge = new RidgeModel(D, 0.5, Forgetting.memory(50));
        BlockRidge blocks = new BlockRidge(D - 1, 0.5, Forgetting.memory(200));
        BlockRidge sameBlocks = new BlockRidge(D - 1, 0.5, Forgetting.memory(200));
        for (int t = 0; t < 700; t++) {
            if (t == 333) {
                Oracle.restore(Oracle.save(ridge::writeState), sameRidge::writeState, sameRidge::readState);
                Oracle.restore(Oracle.save(blocks::writeState), sameBlocks::writeState, sameBlocks::readState);
            }
            for (RidgeModel model : t < 333 ? new RidgeModel[] {ridge} : new RidgeModel[] {ridge, sameRidge}) {
                model.add(features(t), reward(t));
            }
            for (BlockRidge model : t < 333 ? new BlockRidge[] {blocks} : new BlockRidge[] {blocks, sameBlocks}) {
                double[] x = features(t);
                x[0] = t % 3;
                model.add(x, reward(t));
            }
        }
        assertThat(Oracle.save(sameRidge::writeState)).isEqualTo(Oracle.save(ridge::writeState));
        assertThat(Oracle.save(sameBlocks::writeState)).isEqualTo(Oracle.save(blocks::writeState));
        assertThat(sameBlocks.noise()).isEqualTo(blocks.noise());
    }

    /** Features so large that lambda is lost in the rounding of their sum. */
    @Test
    void aPriorThatIsLostInRoundingDoesNotMakeItFail() {
        RidgeModel model = new RidgeModel(2, 1e-9, Forgetting.memory(20));
        for (int t = 0; t < 500; t++) {
            model.add(new double[] {1e6, 1e6}, 1e6);
        }
        assertThat(model.mean()[0] + model.mean()[1]).isCloseTo(1, within(1e-6));
        assertThat(model.noise()).isFinite();
    }
}
