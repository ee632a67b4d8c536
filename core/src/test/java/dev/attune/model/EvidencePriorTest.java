package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.TunablePrior;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class EvidencePriorTest {
    /** A model with scripted evidence that records the calls. */
    private static final class Stub implements TunablePrior {
        long count;
        boolean hasScale = true;
        double lambda = 1;
        double leastKnown;
        DoubleUnaryOperator evidence = l -> 0;
        final List<Double> asked = new ArrayList<>();
        final List<Double> set = new ArrayList<>();

        @Override
        public long count() {
            return count;
        }

        @Override
        public boolean hasScale() {
            return hasScale;
        }

        @Override
        public double lambda() {
            return lambda;
        }

        @Override
        public void lambda(double newLambda) {
            lambda = newLambda;
            set.add(newLambda);
        }

        @Override
        public double logEvidence(double l) {
            asked.add(l);
            return evidence.applyAsDouble(l);
        }

        @Override
        public double leastKnown(ActionSet arms) {
            return leastKnown;
        }
    }

    private static ActionSet arms(double... lengths) {
        double[][] rows = new double[lengths.length][];
        for (int k = 0; k < lengths.length; k++) {
            rows[k] = new double[] {0.6 * lengths[k], -0.8 * lengths[k]};
        }
        return ActionSet.ofRows(rows);
    }

    /** A prior that has seen arms of one length. */
    private static EvidencePrior typical(double lambda0, Stub model) {
        EvidencePrior prior = new EvidencePrior();
        prior.offered(arms(Math.sqrt(lambda0)), model);
        return prior;
    }

    @Test
    void beforeTheFirstRewardLambdaIsTheMeanSquareOfTheArmsOnOffer() {
        Stub model = new Stub();
        EvidencePrior prior = new EvidencePrior();
        prior.offered(arms(1, 3), model);
        assertThat(model.lambda).isCloseTo(5, within(1e-12)); // (1 + 9) / 2
        prior.offered(arms(4), model);
        assertThat(model.lambda).isCloseTo(26 / 3.0, within(1e-12));
        model.count = 1;
        prior.offered(arms(10, 10), model);
        assertThat(model.lambda).isCloseTo(26 / 3.0, within(1e-12));
    }

    @Test
    void armsOfZerosSayNothing() {
        Stub model = new Stub();
        EvidencePrior prior = new EvidencePrior();
        prior.offered(arms(0, 0), model);
        model.count = 100;
        prior.rewarded(model);
        assertThat(model.set).isEmpty();
        assertThat(model.asked).isEmpty();
    }

    @Test
    void theTypicalArmIsSettledAfterTwoHundredThousand() {
        Stub model = new Stub();
        EvidencePrior prior = new EvidencePrior();
        double[] ones = new double[1000];
        java.util.Arrays.fill(ones, 1);
        ActionSet thousand = arms(ones);
        for (int i = 0; i < 200; i++) {
            prior.offered(thousand, model);
        }
        prior.offered(arms(1000), model);
        assertThat(model.lambda).isCloseTo(1, within(1e-12));
    }

    /** 8, then floor(1.3 n) + 1: 11, 15, 20, 27, 36, 47, 62, 81. */
    @Test
    void looksAgainWhenTheRewardsHaveGrownByThirtyPercent() {
        Stub model = new Stub();
        EvidencePrior prior = typical(1, model);
        List<Long> looked = new ArrayList<>();
        for (model.count = 1; model.count <= 90; model.count++) {
            model.asked.clear();
            prior.rewarded(model);
            if (!model.asked.isEmpty()) {
                looked.add(model.count);
            }
        }
        assertThat(looked).containsExactly(8L, 11L, 15L, 20L, 27L, 36L, 47L, 62L, 81L);
    }

    @Test
    void waitsForAScale() {
        Stub model = new Stub();
        EvidencePrior prior = typical(1, model);
        model.hasScale = false;
        model.count = 50;
        prior.rewarded(model);
        assertThat(model.asked).isEmpty();
        model.hasScale = true;
        prior.rewarded(model);
        assertThat(model.asked).isNotEmpty();
    }

    /** One look in ten per cent more rewards: the arms of an earlier offer speak for a batch that comes at once. */
    @Test
    void remembersTheLeastKnownArmOfTheLastLookWhenRewardsComeInBatches() {
        Stub model = new Stub();
        EvidencePrior prior = typical(4, model);
        model.evidence = l -> 1000 * l; // the larger the better
        model.count = 100;
        model.leastKnown = 20;
        prior.offered(arms(2), model);
        model.count = 105;
        model.leastKnown = 1e6;
        prior.offered(arms(2), model); // too early to look again
        model.count = 200;
        prior.rewarded(model);
        assertThat(model.lambda).isBetween(60 / 1.6, 60.0);
    }

    @Test
    void beginsAgainWhenTheModelHasForgotten() {
        Stub model = new Stub();
        EvidencePrior prior = typical(1, model);
        model.count = 5000;
        prior.rewarded(model);
        model.asked.clear();
        model.count = 40;
        prior.rewarded(model);
        assertThat(model.asked).isNotEmpty();
    }

    @Test
    void asksAtEqualFactorsFromAHundredthOfTheTypicalValue() {
        Stub model = new Stub();
        EvidencePrior prior = typical(4, model);
        model.count = 8;
        model.leastKnown = 1e9;
        prior.offered(arms(2), model);
        prior.rewarded(model);
        assertThat(model.asked.get(0)).isCloseTo(0.04, within(1e-12));
        for (int i = 1; i < model.asked.size(); i++) {
            assertThat(model.asked.get(i) / model.asked.get(i - 1)).isCloseTo(1.585, within(1e-9));
        }
        assertThat(model.asked.get(model.asked.size() - 1)).isBetween(400 / 1.585, 400.0); // 100 lambda0 at most
    }

    @Test
    void aPriorNeverOutweighsThreeTimesTheLeastKnownArm() {
        for (double leastKnown : new double[] {0, 0.2, 5, 20, 1e4}) {
            Stub model = new Stub();
            EvidencePrior prior = typical(4, model);
            model.count = 8;
            model.leastKnown = leastKnown;
            prior.offered(arms(2), model);
            model.evidence = l -> 1000 * l; // the larger the better
            prior.rewarded(model);
            double limit = Math.max(4, Math.min(3 * leastKnown, 400));
            assertThat(model.lambda).as("least known %s", leastKnown).isBetween(limit / 1.6, limit);
        }
    }

    private static double grid(double lambda0, int i) {
        return 0.01 * lambda0 * StrictMath.pow(1.585, i);
    }

    private static double score(Stub model, double lambda0, double l) {
        double z = StrictMath.log(l / lambda0) / 2.5;
        return model.evidence.applyAsDouble(l) - z * z / 2;
    }

    @Test
    void choosesTheWeakestPriorThatABruteForceSearchFindsWithinOneOfTheBest() {
        RoundRandom rng = new RoundRandom(11, 0);
        for (int trial = 0; trial < 200; trial++) {
            Stub model = new Stub();
            double lambda0 = StrictMath.exp(3 * rng.nextGaussian());
            EvidencePrior prior = typical(lambda0, model);
            model.count = 8L + rng.nextInt(1000);
            model.leastKnown = lambda0 * StrictMath.exp(3 * rng.nextGaussian());
            prior.offered(arms(Math.sqrt(lambda0)), model);
            double centre = rng.nextGaussian() * 2;
            double sharpness = StrictMath.exp(2 * rng.nextGaussian());
            model.evidence = l -> -sharpness * Math.abs(StrictMath.log(l / lambda0) - centre);
            prior.rewarded(model);

            double limit = Math.max(lambda0, Math.min(3 * model.leastKnown, 100 * lambda0));
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < 21 && grid(lambda0, i) <= limit; i++) {
                most = Math.max(most, score(model, lambda0, grid(lambda0, i)));
            }
            int first = 0;
            while (score(model, lambda0, grid(lambda0, first)) < most - 1) {
                first++;
            }
            double best = grid(lambda0, first);
            assertThat(model.lambda).as("trial %d", trial).isCloseTo(best, within(1e-9 * best));
        }
    }

    /** Strong signal in every direction: a weak prior. Nothing but noise: a strong one, as far as the bound allows. */
    @Test
    void aLinearModelGetsAWeakPriorForSignalAndAStrongOneForNoise() {
        RoundRandom rng = new RoundRandom(12, 0);
        double[] lambda = new double[2];
        for (int noise = 0; noise < 2; noise++) {
            RidgeModel model = new RidgeModel(3, 1);
            EvidencePrior prior = new EvidencePrior();
            for (int t = 0; t < 300; t++) {
                double[] x = new double[3];
                RoundRandom.gaussians(rng, x);
                prior.offered(ActionSet.ofRows(x), model);
                model.add(x, noise == 1 ? rng.nextGaussian() : 5 * (x[0] - x[1] + x[2]) + 0.1 * rng.nextGaussian());
                prior.rewarded(model);
            }
            lambda[noise] = model.lambda();
        }
        assertThat(lambda[0]).isLessThan(0.3);
        assertThat(lambda[1]).isGreaterThan(6);
    }

    @Test
    void featuresOfAnySizeAreNoReasonToFail() {
        for (double size : new double[] {1e-160, 1e-150, 1e-60, 1e60, 1e100}) {
            RidgeModel model = new RidgeModel(2, 1);
            EvidencePrior prior = new EvidencePrior();
            RoundRandom rng = new RoundRandom(13, 0);
            for (int t = 0; t < 100; t++) {
                double[] x = {size * (rng.nextDouble() - 0.5), size * (rng.nextDouble() - 0.5)};
                prior.offered(ActionSet.ofRows(x), model);
                model.add(x, rng.nextGaussian());
                prior.rewarded(model);
                assertThat(model.noise()).as("size %s", size).isFinite();
                assertThat(model.covariance()[0][0]).as("size %s", size).isFinite();
            }
        }
    }

    /** The typical arm is settled, then features of another size come: the evidence drowns in rounding. */
    @Test
    void whereTheEvidenceCannotBeComputedThePriorStays() {
        RidgeModel model = new RidgeModel(2, 1);
        EvidencePrior prior = new EvidencePrior();
        double[] ones = new double[200_000];
        java.util.Arrays.fill(ones, 1);
        prior.offered(arms(ones), model);
        for (int t = 0; t < 200; t++) {
            model.add(new double[] {1e9, 1e9 * (t % 2 == 0 ? 1 : 1 + 1e-9)}, 1);
            prior.rewarded(model);
        }
        assertThat(model.lambda()).isPositive();
        assertThat(model.noise()).isFinite();
    }

    /** No arm limits the prior if all arms on offer are zero; the saved state must not contain that infinity. */
    @Test
    void armsOfZerosLeaveAStateThatCanBeRead() {
        Stub model = new Stub();
        model.leastKnown = Double.POSITIVE_INFINITY;
        EvidencePrior prior = typical(1, model);
        byte[] saved = Checkpoint.seal("prior", prior::writeState);

        EvidencePrior read = new EvidencePrior();
        Checkpoint.open(saved, "prior", in -> {
            read.readState(in);
            return read;
        });

        assertThat(Checkpoint.seal("prior", read::writeState)).isEqualTo(saved);
    }
}
