package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Automatic;
import dev.attune.tuner.LeaderExploration;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class CandidateBankTest {
    private static final int ARMS = 4;

    /** A bandit on vectors of a position and two numbers, with a bank of all candidates. */
    private static final class World {
        final Automatic policy;
        final SelfTuningBandit bandit;
        final RoundRandom rng = new RoundRandom(7, 0);
        double[][] arms = new double[ARMS][2];

        World(int seed) {
            policy = new Automatic(2, Forgetting.DETECTED);
            bandit = SelfTuningBandit.of(
                    policy, LeaderExploration.of(policy.posterior()), Options.DEFAULT.withSeed(seed));
        }

        void freshArms() {
            for (double[] arm : arms) {
                arm[0] = rng.nextGaussian();
                arm[1] = rng.nextGaussian();
            }
        }

        /** Plays rounds; returns the share of those in which the best arm was chosen, in the last half. */
        double play(int rounds, boolean fresh, IntToDoubleFunction mean) {
            int right = 0;
            for (int t = 0; t < rounds; t++) {
                if (fresh || t == 0) {
                    freshArms();
                }
                Pull pull = bandit.decide(ActionSet.ofRows(arms));
                int best = 0;
                for (int k = 1; k < ARMS; k++) {
                    best = mean.applyAsDouble(k) > mean.applyAsDouble(best) ? k : best;
                }
                right += 2 * t >= rounds && pull.arm() == best ? 1 : 0;
                bandit.reward(pull, mean.applyAsDouble(pull.arm()) + .3 * rng.nextGaussian());
            }
            return 2.0 * right / rounds;
        }

        String leader() {
            return policy.model().candidateName(policy.model().leader());
        }
    }

    @Test
    void aLinearWorldIsLedByTheLinearModel() {
        World world = new World(1);
        assertThat(world.play(1500, true, k -> world.arms[k][0] - .5 * world.arms[k][1]))
                .isGreaterThan(.9);
        assertThat(world.leader()).isEqualTo("linear");
    }

    @Test
    void productsOfFeaturesAreLedBySquaresAndPairs() {
        World world = new World(2);
        assertThat(world.play(1500, true, k -> world.arms[k][0] * world.arms[k][1]))
                .isGreaterThan(.9);
        assertThat(world.leader()).isEqualTo("linear, with squares and pairs");
    }

    @Test
    void armsThatDoNotRecurHaveNoMeansOfTheirOwn() {
        World world = new World(3);
        world.play(1500, true, k -> world.arms[k][0]);
        assertThat(world.policy.model().rejected(0)).isEqualTo("most arms do not recur");
        World fixed = new World(3);
        fixed.play(1500, false, k -> .3 * k);
        assertThat(fixed.policy.model().rejected(0)).isEmpty();
    }

    @Test
    void aChangeOfTheWorldIsFoundOnce() {
        World world = new World(4);
        world.play(1500, true, k -> world.arms[k][0]);
        assertThat(world.policy.model().changes()).isZero();
        assertThat(world.play(1500, true, k -> -world.arms[k][0])).isGreaterThan(.9);
        assertThat(world.policy.model().changes()).isBetween(1L, 3L); // each of three candidates may see it
        assertThat(world.policy.model().lastChange()).isBetween(1500L, 1800L);
    }

    @Test
    void aMeanOfEachArmNeverLeadsWhereNoArmRecurs() {
        for (int seed = 1; seed <= 20; seed++) {
            World world = new World(seed);
            for (int t = 0; t < 60; t++) {
                world.play(1, true, k -> .1 * world.arms[k][0]);
                assertThat(world.leader()).isNotEqualTo("mean of each arm");
            }
        }
    }

    @Test
    void aNewArmStartsFromWhatOthersHaveTaught() {
        BlockRidge population = BlockRidge.ofPopulation(2, Forgetting.NONE);
        BlockRidge alone = new BlockRidge(2);
        RoundRandom rng = new RoundRandom(5, 0);
        for (int t = 0; t < 400; t++) {
            double z = rng.nextGaussian();
            double[] x = {1 + t % 8, 1, z};
            double y = 3 + 2 * z + .1 * (t % 8) + .2 * rng.nextGaussian();
            population.add(x, y);
            alone.add(x, y);
        }
        double[] unknown = {77, 1, 1};
        assertThat(population.score(unknown)).isBetween(4.5, 6.0); // 3 + 2, a little less for the coefficient
        assertThat(alone.score(unknown)).isZero();
        assertThat(population.score(new double[] {3, 1, 1})).isBetween(4.9, 5.5);
    }

    @Test
    void aModelThatGetsMoreCoefficientsKeepsWhatItKnows() {
        RidgeModel model = RidgeModel.centred(2, Forgetting.NONE);
        RoundRandom rng = new RoundRandom(6, 0);
        for (int t = 0; t < 200; t++) {
            double z = rng.nextGaussian();
            model.add(new double[] {1, z}, 10 + z + .1 * rng.nextGaussian());
        }
        double before = model.score(new double[] {1, 2});
        double width = model.variance(new double[] {1, 2});
        model.resize(3);
        assertThat(model.score(new double[] {1, 2, 0})).isCloseTo(before, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(model.variance(new double[] {1, 2, 0})).isCloseTo(width, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(model.variance(new double[] {1, 2, 1})).isGreaterThan(width + .5);
    }
}
