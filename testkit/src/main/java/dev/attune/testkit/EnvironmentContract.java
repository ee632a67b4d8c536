package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * The laws of an {@link Environment}, for every implementation: a test class extends this one and returns its environment.
 *
 * <p>The same seed makes the same rounds; asking for rewards changes nothing; arms and rewards are what the environment announces; regret is the
 * mean reward that a choice falls short of the best one of its round.
 */
public abstract class EnvironmentContract {
    private static final long SEED = 7;

    /** Creates the environment under test. */
    protected abstract Environment environment() throws Exception;

    /** Returns the number of rounds to look at. */
    protected int rounds() {
        return 200;
    }

    /** Returns settings that can be in force, for an environment that pays for the setting itself; one that has no hyperparameter otherwise. */
    protected List<Setting> settings() {
        return List.of(SettingSpace.EMPTY.preset());
    }

    /** Returns whether all choices of a round have the same luck, so that a better one is never paid less; true unless overridden. */
    protected boolean sharesLuck() {
        return true;
    }

    /** An arm and the setting in force. */
    private record Choice(int arm, Setting setting) {
        double reward(Rounds rounds) {
            return rounds.reward(arm, setting);
        }

        double regret(Rounds rounds) {
            return rounds.regret(arm, setting);
        }
    }

    private List<Choice> choices(ActionSet arms) {
        List<Choice> choices = new ArrayList<>();
        for (int arm = 0; arm < arms.arms(); arm++) {
            for (Setting setting : settings()) {
                choices.add(new Choice(arm, setting));
            }
        }
        return choices;
    }

    @Test
    void theSameSeedMakesTheSameRoundsEvenSideBySide() throws Exception {
        Rounds one = environment().open(SEED, rounds());
        Rounds two = environment().open(SEED, rounds());
        Rounds distraction = environment().open(SEED + 1, rounds());
        for (int t = 1; t <= rounds(); t++) {
            double[] first = everythingOf(one);
            everythingOf(distraction);
            assertThat(everythingOf(two)).as("round " + t).isEqualTo(first);
        }
    }

    @Test
    void anotherSeedMakesOtherRounds() throws Exception {
        Rounds one = environment().open(SEED, rounds());
        Rounds two = environment().open(SEED + 1, rounds());
        boolean differ = false;
        for (int t = 1; t <= rounds() && !differ; t++) {
            differ = !Arrays.equals(everythingOf(one), everythingOf(two));
        }
        assertThat(differ).isTrue();
    }

    @Test
    void askingTwiceInAnotherOrderOrNotAtAllChangesNothing() throws Exception {
        Rounds asked = environment().open(SEED, rounds());
        Rounds repeated = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            Choice choice = someOf(choices(asked.next()), t);
            List<Choice> all = choices(repeated.next());
            if (t % 3 == 0) {
                continue;
            }
            double reward = choice.reward(asked);
            double regret = choice.regret(asked);
            all.forEach(other -> {
                other.regret(repeated);
                other.reward(repeated);
            });
            Choice same = someOf(all, t);
            assertThat(same.regret(repeated)).isEqualTo(regret);
            assertThat(same.reward(repeated)).isEqualTo(reward);
            assertThat(same.regret(repeated)).isEqualTo(regret);
        }
    }

    @Test
    void armsHaveTheFeaturesThatTheEnvironmentAnnounces() throws Exception {
        Environment environment = environment();
        Rounds rounds = environment.open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.dimension()).isEqualTo(environment.dimension());
            if (!arms.isSparse()) {
                ActionSet.ofFeatures(firstColumns(arms)); // checks every number
            }
        }
    }

    @Test
    void sparseArmsEarnWhatVectorsEarn() throws Exception {
        Environment environment = environment();
        assumeTrue(environment.sparse().isPresent(), "it has no sparse arms");
        Rounds one = environment.open(SEED, rounds());
        Rounds two = environment.sparse().orElseThrow().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            List<Choice> choices = choices(one.next());
            ActionSet sparse = two.next();
            assertThat(sparse.isSparse()).isTrue();
            assertThat(choices(sparse)).isEqualTo(choices);
            for (Choice choice : choices) {
                assertThat(Double.compare(choice.reward(two), choice.reward(one)))
                        .isZero();
                assertThat(Double.compare(choice.regret(two), choice.regret(one)))
                        .isZero();
            }
        }
    }

    @Test
    void rewardsAreInTheRangeThatTheEnvironmentAnnounces() throws Exception {
        Environment environment = environment();
        Rounds rounds = environment.open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            for (Choice choice : choices(rounds.next())) {
                double reward = choice.reward(rounds);
                if (!Double.isNaN(reward)) {
                    environment.rewards().require(reward);
                }
            }
        }
    }

    @Test
    void regretIsNeverNegativeAndTheBestChoiceHasNone() throws Exception {
        assumeTrue(environment().knowsRegret(), "the regret is not known");
        Rounds rounds = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            double least = Double.POSITIVE_INFINITY;
            for (Choice choice : choices(rounds.next())) {
                least = Math.min(least, choice.regret(rounds));
            }
            assertThat(least).isZero();
        }
    }

    @Test
    void inTheSameRoundABetterChoiceIsNeverPaidLess() throws Exception {
        assumeTrue(sharesLuck(), "choices of a round differ in their luck");
        assumeTrue(environment().knowsRegret(), "the regret is not known");
        Rounds rounds = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            List<Choice> choices = choices(rounds.next());
            Choice best = bestOf(choices, rounds);
            Choice some = someOf(choices, t);
            Choice other = someOf(choices, -t);
            assertThat(best.reward(rounds)).isGreaterThanOrEqualTo(some.reward(rounds));
            if (some.regret(rounds) < other.regret(rounds)) {
                assertThat(some.reward(rounds)).isGreaterThanOrEqualTo(other.reward(rounds));
            }
        }
    }

    /** Five standard errors: a correct environment fails for one seed in two million. */
    @Test
    void rewardsFallShortOfTheBestByTheRegretOnAverage() throws Exception {
        assumeTrue(environment().knowsRegret(), "the regret is not known");
        Rounds rounds = environment().open(SEED, rounds());
        double sum = 0;
        double squares = 0;
        for (int t = 1; t <= rounds(); t++) {
            List<Choice> choices = choices(rounds.next());
            Choice choice = someOf(choices, t);
            double surplus = bestOf(choices, rounds).reward(rounds) - choice.reward(rounds) - choice.regret(rounds);
            sum += surplus;
            squares += surplus * surplus;
        }
        assertThat(sum).isCloseTo(0, within(5 * Math.sqrt(squares) + 1e-9));
    }

    /** Returns rewards, regrets and features of the next round. */
    private double[] everythingOf(Rounds rounds) {
        ActionSet arms = rounds.next();
        DoubleStream.Builder all = DoubleStream.builder();
        for (Choice choice : choices(arms)) {
            all.add(choice.reward(rounds)).add(choice.regret(rounds));
        }
        for (double[] feature : firstColumns(arms)) {
            for (double value : feature) {
                all.add(value);
            }
        }
        return all.build().toArray();
    }

    private static double[][] firstColumns(ActionSet arms) {
        double[][] columns = new double[arms.dimension()][arms.arms()];
        for (int i = 0; i < columns.length; i++) {
            System.arraycopy(arms.byFeature()[i], 0, columns[i], 0, arms.arms());
        }
        return columns;
    }

    private static Choice someOf(List<Choice> choices, long t) {
        return choices.get(new RoundRandom(99, t).nextInt(choices.size()));
    }

    private static Choice bestOf(List<Choice> choices, Rounds rounds) {
        Choice best = choices.get(0);
        for (Choice choice : choices) {
            if (choice.regret(rounds) < best.regret(rounds)) {
                best = choice;
            }
        }
        return best;
    }
}
