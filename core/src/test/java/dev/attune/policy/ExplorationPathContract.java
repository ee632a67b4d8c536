package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What every policy with a linear index promises beyond {@link PolicyContract}. */
abstract class ExplorationPathContract extends PolicyContract {
    private static final double[] RATES = {0, 0.1, 0.7, 1, 3, 5, 1000};
    private static final String SEED = "8271";

    @Override
    abstract ExplorationPath create(int dimension, double lambda);

    /** Whether the bonus is a width, never negative, rather than a share of a draw. */
    abstract boolean optimistic();

    /** Whether the index of arm c x is homogeneous in c; not so where a link is applied to the mean. */
    boolean linearMean() {
        return true;
    }

    private ExplorationPath experienced(int d) {
        ExplorationPath policy = create(d, 0.7);
        Worlds.play(policy, 1, 80, policy.space().preset()); // beyond the longest warm-up
        return policy;
    }

    private static Setting exploring(ExplorationPath policy, double rate) {
        double[] values = policy.space().preset().toArray();
        values[0] = rate;
        return policy.space().setting(values);
    }

    private static double[] indices(ScoredRound round, double rate) {
        return IntStream.range(0, round.arms())
                .mapToDouble(k -> round.mean()[k] + rate * round.bonus()[k])
                .toArray();
    }

    @Test
    void selectTakesTheLargestMeanPlusExploreTimesBonus() {
        for (int d : new int[] {1, 2, 5}) {
            ExplorationPath policy = experienced(d);
            for (long t = 1; t <= 50; t++) {
                ActionSet arms = Worlds.changingArms(t, d);
                for (double rate : RATES) {
                    ScoredRound round = new ScoredRound();
                    policy.score(arms, Worlds.choice(t), round);
                    double[] index = indices(round, rate);
                    double best = Arrays.stream(index).max().orElseThrow();
                    int chosen = policy.select(arms, exploring(policy, rate), Worlds.choice(t));
                    assertThat(index[chosen])
                            .as("index of the chosen arm at rate %s", rate)
                            .isCloseTo(best, within(1e-12 * Math.abs(best)));
                }
            }
        }
    }

    @Test
    void scoringLeavesTheStateAloneAndIgnoresWhatTheRoundHeldBefore() {
        ExplorationPath policy = experienced(3);
        byte[] before = Worlds.state(policy);
        ScoredRound reused = new ScoredRound();
        policy.score(Worlds.arms(Worlds.choice(77), 3, 40), Worlds.choice(78), reused);
        for (long t = 1; t <= 20; t++) {
            ActionSet arms = Worlds.changingArms(t, 3);
            ScoredRound fresh = new ScoredRound();
            policy.score(arms, Worlds.choice(t), fresh);
            policy.score(arms, Worlds.choice(t), reused);
            policy.score(arms, Worlds.choice(t), policy.round());
            for (double rate : RATES) {
                assertThat(indices(reused, rate)).isEqualTo(indices(fresh, rate));
                assertThat(indices(policy.round(), rate)).isEqualTo(indices(fresh, rate));
            }
        }
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }

    @Test
    void meansDoNotDependOnTheGenerator() {
        ExplorationPath policy = experienced(3);
        ActionSet arms = Worlds.arms(Worlds.choice(3), 3, 6);
        ScoredRound one = new ScoredRound();
        ScoredRound two = new ScoredRound();
        policy.score(arms, Worlds.choice(4), one);
        policy.score(arms, Worlds.choice(5), two);
        assertThat(indices(one, 0)).isEqualTo(indices(two, 0));
    }

    @Test
    void moreExplorationNeverLowersAnArmsUpperBound() {
        ExplorationPath policy = experienced(4);
        if (optimistic()) {
            for (long t = 1; t <= 50; t++) {
                ScoredRound round = new ScoredRound();
                policy.score(Worlds.changingArms(t, 4), Worlds.none(), round);
                assertThat(Arrays.stream(round.bonus(), 0, round.arms()).min().orElseThrow())
                        .isPositive();
            }
        }
    }

    @Property(tries = 60, seed = SEED)
    void permutingTheArmsPermutesTheChoice(
            @ForAll @IntRange(min = 1, max = 6) int d,
            @ForAll @IntRange(min = 1, max = 12) int K,
            @ForAll @IntRange(max = 6) int rate,
            @ForAll long seed) {
        ExplorationPath policy = experienced(d);
        Setting setting = exploring(policy, RATES[rate]);
        ActionSet arms = Worlds.arms(new RoundRandom(seed, 1), d, K);
        List<Integer> order =
                new java.util.ArrayList<>(IntStream.range(0, K).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        ActionSet permuted = ActionSet.ofRows(order.stream().map(arms::features).toArray(double[][]::new));
        int chosen = policy.select(arms, setting, new RoundRandom(seed, 2));
        int chosenOfPermuted = policy.select(permuted, setting, new RoundRandom(seed, 2));
        assertThat(order.get(chosenOfPermuted)).isEqualTo(chosen);
    }

    @Property(tries = 40, seed = SEED)
    void scalingAnArmScalesMeanAndBonus(
            @ForAll @IntRange(min = 1, max = 6) int d,
            @ForAll @IntRange(min = -8, max = 8) int exponent,
            @ForAll long seed) {
        ExplorationPath policy = experienced(d);
        double factor = Math.scalb(1.0, exponent);
        double[] x = Worlds.arms(new RoundRandom(seed, 1), d, 1).features(0);
        double[] scaled = Arrays.stream(x).map(v -> factor * v).toArray();
        ScoredRound round = new ScoredRound();
        policy.score(ActionSet.ofRows(x, scaled, new double[d]), new RoundRandom(seed, 2), round);
        assertThat(round.bonus()[1]).isCloseTo(factor * round.bonus()[0], within(1e-12 * factor));
        assertThat(round.bonus()[2]).isZero();
        if (linearMean()) {
            assertThat(round.mean()[1]).isCloseTo(factor * round.mean()[0], within(1e-12 * factor));
            assertThat(round.mean()[2]).isZero();
        }
    }

    @Property(tries = 40, seed = SEED)
    void duplicateArmsScoreAlikeAndTheFirstIsChosen(@ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        ExplorationPath policy = experienced(d);
        double[] x = Worlds.arms(new RoundRandom(seed, 1), d, 1).features(0);
        ActionSet same = ActionSet.ofRows(x, x, x, x, x);
        assertThat(policy.select(same, policy.space().preset(), new RoundRandom(seed, 2)))
                .isZero();
    }
}
