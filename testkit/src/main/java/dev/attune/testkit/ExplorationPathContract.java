package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The laws of a policy with an exploration path, beyond those of {@link PolicyContract}. An author of an {@link ExplorationPath} extends this
 * class and implements {@link #create} and {@link #optimistic()}.
 */
public abstract class ExplorationPathContract extends PolicyContract {
    private static final double[] RATES = {0, 0.1, 0.7, 1, 3, 5, 1000};

    @Override
    public abstract ExplorationPath create(int dimension);

    @Override
    public ExplorationPath createVariant(int dimension) {
        return create(dimension);
    }

    /** Returns whether the bonus is a width, which is never negative, and not a share of a draw. */
    protected abstract boolean optimistic();

    /** Returns whether means are x' theta; false where a link is applied to them. */
    protected boolean linearMean() {
        return true;
    }

    /** Returns whether the bonuses are sqrt(x' V^-1 x) with V = lambda I + sum x x'. */
    protected boolean ridgeWidths() {
        return false;
    }

    private ExplorationPath experienced(int d) {
        ExplorationPath policy = createVariant(d);
        Worlds.play(policy, 1, experience(policy) + 1, policy.space().preset());
        return policy;
    }

    private static int experience(ExplorationPath policy) {
        return Math.max(79, 2 * policy.warmupRounds());
    }

    private static Setting exploring(ExplorationPath policy, double rate) {
        return policy.space().with(policy.space().preset(), 0, rate);
    }

    private static ScoredRound scored(ExplorationPath policy, ActionSet arms, long t) {
        return Worlds.scored(policy, arms, Worlds.choice(t));
    }

    private static double[] indices(ScoredRound round, double rate) {
        return IntStream.range(0, round.arms())
                .mapToDouble(k -> round.mean()[k] + rate * round.bonus()[k])
                .toArray();
    }

    /** The policy is its own exploration path. */
    @Test
    public void theExplorationPathIsThePolicyItself() {
        ExplorationPath policy = create(2);
        assertThat(policy.path()).hasValueSatisfying(path -> assertThat(path).isSameAs(policy));
    }

    /** The chosen arm has the largest mean + explore * bonus. */
    @Test
    public void selectTakesTheLargestMeanPlusExploreTimesBonus() {
        for (int d : new int[] {1, 2, 5}) {
            ExplorationPath policy = experienced(d);
            for (long t = 1; t <= 50; t++) {
                ActionSet arms = Worlds.changingArms(t, d);
                for (double rate : RATES) {
                    double[] index = indices(scored(policy, arms, t), rate);
                    double best = Arrays.stream(index).max().orElseThrow();
                    int chosen = policy.select(arms, exploring(policy, rate), Worlds.choice(t));
                    assertThat(index[chosen])
                            .as("index of the chosen arm at rate %s", rate)
                            .isCloseTo(best, within(1e-12 * Math.abs(best)));
                }
            }
        }
    }

    /** Scores depend on the policy, the arms and the generator, and not on what the round had before. */
    @Test
    public void scoringLeavesTheStateAloneAndIgnoresWhatTheRoundHadBefore() {
        ExplorationPath policy = experienced(3);
        byte[] before = Worlds.state(policy);
        ScoredRound reused = new ScoredRound();
        policy.score(Worlds.arms(Worlds.choice(77), 3, 40), Worlds.choice(78), reused);
        for (long t = 1; t <= 20; t++) {
            ActionSet arms = Worlds.changingArms(t, 3);
            policy.score(arms, Worlds.choice(t), reused);
            for (double rate : RATES) {
                assertThat(indices(reused, rate)).isEqualTo(indices(scored(policy, arms, t), rate));
            }
        }
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }

    /** Randomness is in the bonuses alone. */
    @Test
    public void meansDoNotDependOnTheGenerator() {
        ExplorationPath policy = experienced(3);
        ActionSet arms = Worlds.arms(Worlds.choice(3), 3, 6);
        assertThat(indices(scored(policy, arms, 4), 0)).isEqualTo(indices(scored(policy, arms, 5), 0));
    }

    /** A prediction is the scored mean in units of reward, and counts rewards. */
    @Test
    public void predictionIsTheMeanInUnitsOfReward() {
        ExplorationPath policy = experienced(3);
        ActionSet arms = Worlds.arms(Worlds.choice(3), 3, 6);
        ScoredRound round = scored(policy, arms, 4);
        for (int k = 0; k < 6; k++) {
            double mean = policy.reward(round.mean()[k]);
            assertThat(policy.predict(arms.features(k))).isCloseTo(mean, within(1e-9 * (1 + Math.abs(mean))));
        }
        assertThat(policy.posterior().count()).isEqualTo(experience(policy));
    }

    /** Widths are positive and drawn from nothing: a UCB policy does not use the generator. */
    @Test
    public void moreExplorationNeverLowersAnUpperBound() {
        if (optimistic()) {
            ExplorationPath policy = experienced(4);
            for (long t = 1; t <= 50; t++) {
                ScoredRound round = new ScoredRound();
                policy.score(Worlds.changingArms(t, 4), Worlds.none(), round);
                assertThat(round.drawn()).isFalse();
                assertThat(Arrays.stream(round.bonus(), 0, round.arms()).min().orElseThrow())
                        .isPositive();
            }
        } else {
            assertThat(scored(experienced(4), Worlds.changingArms(1, 4), 1).drawn())
                    .as("bonuses are marked as drawn")
                    .isTrue();
        }
    }

    /** The width of an arm just pulled is below 1, whatever its scale: x' (V + x x')^-1 x = q / (1 + q). */
    @Test
    public void widthOfAnArmJustPulledIsBelowOne() {
        if (!ridgeWidths()) {
            return;
        }
        ExplorationPath policy = create(4);
        ScoredRound round = new ScoredRound();
        for (int t = 1; t <= 700; t++) {
            RoundRandom rng = new RoundRandom(41, t);
            double[] x = {1.7e9 + t, 1e5 * rng.nextDouble(), 1, 1e-3 * rng.nextDouble()};
            policy.update(x, rng.nextInt(2), policy.space().preset());
            policy.score(ActionSet.ofRows(x), Worlds.none(), round);
            assertThat(round.bonus()[0]).isBetween(0.0, 1.000001);
        }
    }

    /** The order of arms does not matter. */
    @Test
    public void permutingTheArmsPermutesTheChoice() {
        for (int run = 0; run < 60; run++) {
            int d = 1 + run % 6;
            int K = 1 + run % 12;
            RoundRandom rng = new RoundRandom(56, run);
            ExplorationPath policy = experienced(d);
            Setting setting = exploring(policy, RATES[run % RATES.length]);
            ActionSet arms = Worlds.arms(rng, d, K);
            List<Integer> order = new ArrayList<>(IntStream.range(0, K).boxed().toList());
            for (int k = K - 1; k > 0; k--) {
                Collections.swap(order, k, rng.nextInt(k + 1));
            }
            ActionSet permuted =
                    ActionSet.ofRows(order.stream().map(arms::features).toArray(double[][]::new));
            int chosen = policy.select(arms, setting, Worlds.choice(run));
            int chosenOfPermuted = policy.select(permuted, setting, Worlds.choice(run));
            assertThat(order.get(chosenOfPermuted)).as("run %d", run).isEqualTo(chosen);
        }
    }

    /** Mean and bonus are linear in the features of an arm. */
    @Test
    public void scalingAnArmScalesMeanAndBonus() {
        for (int run = 0; run < 40; run++) {
            int d = 1 + run % 6;
            ExplorationPath policy = experienced(d);
            double factor = Math.scalb(1.0, run % 17 - 8);
            double[] x = Worlds.arms(new RoundRandom(57, run), d, 1).features(0);
            double[] scaled = Arrays.stream(x).map(v -> factor * v).toArray();
            ScoredRound round = scored(policy, ActionSet.ofRows(x, scaled, new double[d]), run);
            assertThat(round.bonus()[1]).isCloseTo(factor * round.bonus()[0], within(1e-12 * factor));
            assertThat(round.bonus()[2]).isZero();
            if (linearMean()) {
                assertThat(round.mean()[1]).isCloseTo(factor * round.mean()[0], within(1e-12 * factor));
                assertThat(round.mean()[2]).isZero();
            }
        }
    }

    /** Of equal arms the first is chosen. */
    @Test
    public void duplicateArmsScoreAlikeAndTheFirstIsChosen() {
        for (int run = 0; run < 40; run++) {
            int d = 1 + run % 6;
            ExplorationPath policy = experienced(d);
            double[] x = Worlds.arms(new RoundRandom(58, run), d, 1).features(0);
            ActionSet same = ActionSet.ofRows(x, x, x, x, x);
            assertThat(policy.select(same, policy.space().preset(), Worlds.choice(run)))
                    .isZero();
        }
    }
}
