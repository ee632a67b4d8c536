package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The laws of an environment; extend it for each one. */
public abstract class EnvironmentContract {
    private static final long SEED = 7;

    /** The environment on trial. */
    protected abstract Environment environment() throws Exception;

    /** How many rounds are looked at. */
    protected int rounds() {
        return 200;
    }

    /** All that can be chosen in a round: its arms, unless something else is played. */
    protected List<Decision> choices(ActionSet arms) {
        List<Decision> choices = new ArrayList<>();
        for (int arm = 0; arm < arms.arms(); arm++) {
            choices.add(new Decision(
                    1, arm, arms.features(arm), Double.NaN, Suggestion.of(SettingSpace.EMPTY.preset()), true));
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
        Rounds pestered = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            Decision choice = someOf(choices(asked.next()), t);
            List<Decision> all = choices(pestered.next());
            if (t % 3 == 0) {
                continue;
            }
            double reward = asked.reward(choice);
            double regret = asked.regret(choice);
            all.forEach(other -> {
                pestered.regret(other);
                pestered.reward(other);
            });
            Decision same = someOf(all, t);
            assertThat(pestered.regret(same)).isEqualTo(regret);
            assertThat(pestered.reward(same)).isEqualTo(reward);
            assertThat(pestered.regret(same)).isEqualTo(regret);
        }
    }

    @Test
    void armsHaveTheFeaturesThatTheEnvironmentAnnounces() throws Exception {
        Environment environment = environment();
        Rounds rounds = environment.open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.dimension()).isEqualTo(environment.dimension());
            ActionSet.ofFeatures(firstColumns(arms)); // checks every number
        }
    }

    @Test
    void rewardsAreInTheRangeThatTheEnvironmentAnnounces() throws Exception {
        Environment environment = environment();
        Rounds rounds = environment.open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            for (Decision choice : choices(rounds.next())) {
                double reward = rounds.reward(choice);
                if (!Double.isNaN(reward)) {
                    environment.rewards().require(reward);
                }
            }
        }
    }

    @Test
    void regretIsNeverNegativeAndTheBestChoiceHasNone() throws Exception {
        assumeTrue(environment().knowsRegret(), "the data do not tell the regret");
        Rounds rounds = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            double least = Double.POSITIVE_INFINITY;
            for (Decision choice : choices(rounds.next())) {
                least = Math.min(least, rounds.regret(choice));
            }
            assertThat(least).isZero();
        }
    }

    @Test
    void inTheSameRoundABetterChoiceIsNeverPaidLess() throws Exception {
        assumeTrue(environment().knowsRegret(), "the data do not tell the regret");
        Rounds rounds = environment().open(SEED, rounds());
        for (int t = 1; t <= rounds(); t++) {
            List<Decision> choices = choices(rounds.next());
            Decision best = bestOf(choices, rounds);
            Decision some = someOf(choices, t);
            Decision other = someOf(choices, -t);
            assertThat(rounds.reward(best)).isGreaterThanOrEqualTo(rounds.reward(some));
            if (rounds.regret(some) < rounds.regret(other)) {
                assertThat(rounds.reward(some)).isGreaterThanOrEqualTo(rounds.reward(other));
            }
        }
    }

    /** Five standard errors: blindly chosen seeds would fail once in two million times. */
    @Test
    void rewardsFallShortOfTheBestByTheRegretOnAverage() throws Exception {
        assumeTrue(environment().knowsRegret(), "the data do not tell the regret");
        Rounds rounds = environment().open(SEED, rounds());
        double sum = 0;
        double squares = 0;
        for (int t = 1; t <= rounds(); t++) {
            List<Decision> choices = choices(rounds.next());
            Decision choice = someOf(choices, t);
            double surplus = rounds.reward(bestOf(choices, rounds)) - rounds.reward(choice) - rounds.regret(choice);
            sum += surplus;
            squares += surplus * surplus;
        }
        assertThat(sum).isCloseTo(0, within(5 * Math.sqrt(squares) + 1e-9));
    }

    /** Rewards, regrets and features of the next round. */
    private double[] everythingOf(Rounds rounds) {
        ActionSet arms = rounds.next();
        DoubleStream.Builder all = DoubleStream.builder();
        for (Decision choice : choices(arms)) {
            all.add(rounds.reward(choice)).add(rounds.regret(choice));
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

    private static Decision someOf(List<Decision> choices, long t) {
        return choices.get(new RoundRandom(99, t).nextInt(choices.size()));
    }

    private static Decision bestOf(List<Decision> choices, Rounds rounds) {
        Decision best = choices.get(0);
        for (Decision choice : choices) {
            if (rounds.regret(choice) < rounds.regret(best)) {
                best = choice;
            }
        }
        return best;
    }
}
