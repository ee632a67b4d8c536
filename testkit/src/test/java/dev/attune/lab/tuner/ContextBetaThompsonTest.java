package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import dev.attune.tuner.BetaCounts;
import dev.attune.tuner.Few;
import org.junit.jupiter.api.Test;

class ContextBetaThompsonTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new ContextBetaThompson(Few.of(space), 3);
    }

    @Test
    void contextIsTheMeanOverTheArms() {
        ContextBetaThompson tuner = new ContextBetaThompson(Few.six(), 2);
        ActionSet arms = ActionSet.ofRows(new double[] {1, -2}, new double[] {4, 0}, new double[] {1, 5});
        double[] memo = tuner.suggest(1, arms, new RoundRandom(1, 1)).memo();
        assertThat(memo).hasSize(4);
        assertThat(memo[2]).isEqualTo(2);
        assertThat(memo[3]).isEqualTo(1);
    }

    @Test
    void armsAreNeededAndMustHaveTheRightNumberOfFeatures() {
        ContextBetaThompson tuner = new ContextBetaThompson(Few.six(), 2);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> tuner.suggest(1, new RoundRandom(1, 1)))
                .withMessageContaining("arms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.suggest(1, ActionSet.ofRows(new double[] {1}), new RoundRandom(1, 1)))
                .withMessageContaining("1 features");
    }

    /** Counts (S, F): below (9, 3), (3, 9), above (2, 8), (8, 2); the ratio worked out with a pocket calculator. */
    @Test
    void ratioOfASplitByHand() {
        BetaCounts below = counts(8, 2, 2, 8);
        BetaCounts above = counts(1, 7, 7, 1);
        double difference = (0.75 - 0.25) - (0.2 - 0.8);
        double variance = 2 * (0.75 * 0.25 / 13) + 2 * (0.2 * 0.8 / 11);
        assertThat(ContextBetaThompson.Tree.ratio(below, above))
                .isCloseTo(difference / Math.sqrt(variance), within(1e-12));
        assertThat(ContextBetaThompson.Tree.ratio(below, below)).isZero();
    }

    private static BetaCounts counts(int s0, int f0, int s1, int f1) {
        BetaCounts counts = new BetaCounts(2);
        add(counts, 0, true, s0);
        add(counts, 0, false, f0);
        add(counts, 1, true, s1);
        add(counts, 1, false, f1);
        return counts;
    }

    private static void add(BetaCounts counts, int i, boolean success, int times) {
        for (int k = 0; k < times; k++) {
            counts.add(i, success);
        }
    }

    /** Candidate 1 pays 0.8 where the second feature is negative, candidate 5 where it is positive; else 0.3. */
    @Test
    void findsADifferentCandidateForEachSideOfAFeature() {
        ContextBetaThompson tuner = new ContextBetaThompson(Few.six(), 3);
        int right = 0;
        for (int t = 1; t <= 6000; t++) {
            RoundRandom rng = new RoundRandom(12, t);
            ActionSet arms = oneArm(rng);
            Suggestion suggestion = tuner.suggest(t, arms, rng);
            double best = arms.features(0)[1] < 0 ? 1 : 5;
            boolean hit = suggestion.setting().get(0) == best;
            right += t > 5000 && hit ? 1 : 0;
            tuner.observe(suggestion, rng.nextDouble() < (hit ? 0.8 : 0.3) ? 1 : 0);
        }
        assertThat(tuner.leaves()).isBetween(2, 8);
        assertThat(right / 1000.0).isGreaterThan(0.85);
    }

    /**
     * A feature that changes what every candidate pays, and not which is best, is no reason to split: in ten runs at most
     * one tree grows.
     */
    @Test
    void doesNotSplitWhereTheBestCandidateStaysTheSame() {
        int grown = 0;
        for (int run = 0; run < 10; run++) {
            ContextBetaThompson tuner = new ContextBetaThompson(Few.six(), 3);
            for (int t = 1; t <= 3000; t++) {
                RoundRandom rng = new RoundRandom(100 + run, t);
                ActionSet arms = oneArm(rng);
                Suggestion suggestion = tuner.suggest(t, arms, rng);
                double mean = 0.4 + 0.02 * suggestion.setting().get(0) + (arms.features(0)[1] < 0 ? 0.2 : -0.2);
                tuner.observe(suggestion, rng.nextDouble() < mean ? 1 : 0);
            }
            grown += tuner.leaves() > 1 ? 1 : 0;
        }
        assertThat(grown).isLessThanOrEqualTo(1);
    }

    /** Sixteen cells with their own best candidate would need a deeper tree; it stops at eight leaves. */
    @Test
    void neverHasMoreThanEightLeaves() {
        ContextBetaThompson.Tree tree = new ContextBetaThompson.Tree(16, 4);
        for (int t = 1; t <= 60_000; t++) {
            RoundRandom rng = new RoundRandom(13, t);
            double[] z = new double[4];
            int cell = 0;
            for (int j = 0; j < 4; j++) {
                z[j] = rng.nextDouble() - 0.5;
                cell = 2 * cell + (z[j] < 0 ? 0 : 1);
            }
            int candidate = rng.nextDouble() < 0.5 ? cell : rng.nextInt(16);
            tree.add(z, candidate, rng.nextDouble() < (candidate == cell ? 0.9 : 0.1));
        }
        assertThat(tree.leaves()).isEqualTo(8);
    }

    /** A saved tree with splits reads back as it was. */
    @Test
    void grownTreeSurvivesACheckpoint() {
        ContextBetaThompson tuner = grown();
        assertThat(tuner.leaves()).isGreaterThan(1);
        ContextBetaThompson restored = new ContextBetaThompson(Few.six(), 3);
        Stories.restore(Stories.state(tuner), restored);
        assertThat(restored.leaves()).isEqualTo(tuner.leaves());
        assertThat(Stories.state(restored)).isEqualTo(Stories.state(tuner));
        for (int t = 3001; t <= 3300; t++) {
            ActionSet arms = shiftedArm(new RoundRandom(14, t));
            Suggestion suggestion = tuner.suggest(t, arms, new RoundRandom(15, t));
            assertSame(restored.suggest(t, arms, new RoundRandom(15, t)), suggestion);
            tuner.observe(suggestion, 0.5);
            restored.observe(suggestion, 0.5);
        }
        assertThat(Stories.state(restored)).isEqualTo(Stories.state(tuner));
    }

    private static ContextBetaThompson grown() {
        ContextBetaThompson tuner = new ContextBetaThompson(Few.six(), 3);
        for (int t = 1; t <= 3000; t++) {
            RoundRandom rng = new RoundRandom(14, t);
            ActionSet arms = shiftedArm(rng);
            Suggestion suggestion = tuner.suggest(t, arms, rng);
            double best = arms.features(0)[0] < 7 ? 1 : 5;
            tuner.observe(suggestion, suggestion.setting().get(0) == best ? 1 : 0);
        }
        return tuner;
    }

    /** Features around 7, so that a threshold cannot be zero by chance. */
    private static ActionSet shiftedArm(RoundRandom rng) {
        return ActionSet.ofRows(new double[] {6.5 + rng.nextDouble(), 6.5 + rng.nextDouble(), 6.5 + rng.nextDouble()});
    }

    private static ActionSet oneArm(RoundRandom rng) {
        return ActionSet.ofRows(new double[] {rng.nextDouble() - 0.5, rng.nextDouble() - 0.5, rng.nextDouble() - 0.5});
    }
}
