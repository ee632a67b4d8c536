package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.model.BlockRidge;
import dev.attune.model.LinearModel;
import dev.attune.model.RidgeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that gets more coefficients, against one that had them from the start and saw zeros in their place. */
class ValueOfInformationGrowthTest {
    private static final int ARMS = 3;

    /** One model with its tuner, on the first features of common rounds. */
    private static final class Side {
        final boolean perArm;
        final LinearModel model;
        final IntConsumer growth;
        final ValueOfInformation tuner;
        final ScoredRound round = new ScoredRound();
        int p;

        Side(boolean perArm, int p) {
            this.perArm = perArm;
            this.p = p;
            if (perArm) {
                BlockRidge blocks = new BlockRidge(p);
                model = blocks;
                growth = blocks::resize;
            } else {
                RidgeModel ridge = new RidgeModel(p);
                model = ridge;
                growth = ridge::resize;
            }
            tuner = ValueOfInformation.ofShape(perArm, p);
        }

        double[] arm(int t, int k, int features) {
            RoundRandom rng = new RoundRandom(t, k);
            double[] x = new double[perArm ? 1 + p : p];
            int first = perArm ? 1 : 0;
            if (perArm) {
                x[0] = k;
            }
            for (int i = 0; i < features; i++) {
                x[first + i] = rng.nextGaussian();
            }
            return x;
        }

        void choose(int t, int features) {
            double[][] arms = new double[ARMS][];
            for (int k = 0; k < ARMS; k++) {
                arms[k] = arm(t, k, features);
            }
            ActionSet set = ActionSet.ofRows(arms);
            model.meansAndWidths(set, round);
            tuner.choose(set, round, model, new RoundRandom(t, 99));
        }

        double[] decide(int t, int features) {
            return tuner.decided(arm(t, t % ARMS, features), model);
        }

        void reward(int t, int features, double[] memo) {
            double[] x = arm(t, t % ARMS, features);
            double y = x[x.length - p] + 0.3 * new RoundRandom(t, 77).nextGaussian();
            model.add(x, y);
            tuner.rewarded(x, memo, y, model);
        }

        void resize(int newP) {
            p = newP;
            growth.accept(newP);
            tuner.resize(newP);
        }
    }

    @ParameterizedTest
    @CsvSource({"false,2,3,0", "false,2,3,1", "false,2,3,3", "false,60,70,2", "true,2,3,2", "true,12,18,2"})
    void theGrownTunerValuesArmsAsOneThatHadTheCoefficientsFromTheStart(boolean perArm, int p, int later, int pending) {
        Side grown = new Side(perArm, p);
        Side whole = new Side(perArm, later);
        List<Side> both = List.of(grown, whole);
        int t = 0;
        for (; t < 60; t++) {
            for (Side side : both) {
                side.choose(t, p);
                side.reward(t, p, side.decide(t, p));
            }
        }
        List<double[]> memos = new ArrayList<>();
        for (int i = 0; i < pending; i++, t++) {
            for (Side side : both) {
                side.choose(t, p);
                memos.add(side.decide(t, p));
            }
        }
        grown.resize(later);
        assertThat(grown.tuner.dimension()).isEqualTo(later);

        for (Side side : both) {
            side.choose(t, later);
        }
        for (int k = 0; k < ARMS; k++) {
            double[] x = grown.arm(t, k, later);
            double expected = whole.tuner.value(x, whole.model);
            assertThat(expected).isPositive();
            if (p != 12) { // wide blocks draw their worlds in another way
                assertThat(grown.tuner.value(x, grown.model)).isCloseTo(expected, within(0.02 * expected));
            }
            assertThat(grown.tuner.bonuses(grown.round)[k])
                    .isCloseTo(whole.tuner.bonuses(whole.round)[k], within(1e-6));
        }
        for (int i = 0; i < pending; i++) {
            int decided = t - pending + i;
            for (Side side : both) {
                double[] x = side.arm(decided, decided % ARMS, p);
                side.tuner.expired(x, memos.get(2 * i + (side == grown ? 0 : 1)), side.model);
            }
        }
        t++;
        for (Side side : both) {
            side.choose(t, later);
        }
        for (int k = 0; k < ARMS; k++) {
            assertThat(grown.tuner.bonuses(grown.round)[k])
                    .isCloseTo(whole.tuner.bonuses(whole.round)[k], within(1e-6));
        }
    }

    /**
     * A tuner that takes the lead late values arms by the losses of the one before it, not by the few that it
     * imagines first.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatGreedyChoiceLosesPassesOnWithTheLead(boolean perArm) {
        Side early = new Side(perArm, 3);
        Side late = new Side(perArm, 3);
        for (int t = 0; t < 2000; t++) {
            early.choose(t, 3);
            for (Side side : List.of(early, late)) {
                side.reward(t, 3, side.decide(t, 3));
            }
        }
        ValueOfInformation.Losses before = early.tuner.losses();
        assertThat(late.tuner.losses().mean()).isZero();
        late.tuner.takeOver(before);
        late.choose(2000, 3);
        assertThat(late.tuner.losses().weight()).isCloseTo(1, within(1e-6));
        assertThat(late.tuner.losses().mean()).isBetween(.9 * before.mean(), 1.1 * before.mean());
        double[] x = late.arm(2001, 1, 3);
        assertThat(late.tuner.value(x, late.model)).isBetween(0.0, 3 * early.tuner.value(x, early.model));
        late.tuner.takeOver(new ValueOfInformation.Losses(0, 1)); // nothing is lost: nothing is worth knowing
        late.choose(2001, 3);
        assertThat(late.tuner.losses().mean()).isLessThan(.1 * before.mean());
    }
}
