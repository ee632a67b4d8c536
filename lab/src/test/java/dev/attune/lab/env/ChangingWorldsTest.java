package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Worlds in which arms change what they are worth, at times that a bandit does not know. */
class ChangingWorldsTest {
    private static final long SEED = 11;
    private static final int T = 600;

    private static Environment environment(String name, Map<String, String> parameters) throws Exception {
        return EnvironmentCatalog.environment(name).make(parameters);
    }

    private static double[] regrets(Rounds rounds, int arms) {
        double[] regrets = new double[arms];
        Arrays.setAll(regrets, arm -> rounds.regret(arm, NO_SETTING));
        return regrets;
    }

    private static List<Long> list(long[] rounds) {
        return Arrays.stream(rounds).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fixed-arms-changing",
                "independent-arms-changing",
                "independent-arms-bernoulli-changing",
                "heavy-tails-changing"
            })
    void fixedArmsChangeTheirMeansThreeTimesAndKeepTheirFeatures(String name) throws Exception {
        Rounds rounds = environment(name, Map.of()).open(SEED, T);
        ActionSet arms = rounds.next();
        double[] features = arms.features(2);
        double[] before = regrets(rounds, arms.arms());
        List<Long> changes = new ArrayList<>();
        for (long t = 2; t <= T; t++) {
            assertThat(rounds.next().features(2)).isEqualTo(features);
            double[] regrets = regrets(rounds, arms.arms());
            if (!Arrays.equals(regrets, before)) {
                changes.add(t);
            }
            before = regrets;
        }
        assertThat(changes).isEqualTo(list(new Segments(3).uneven(SEED, T))).hasSize(3);
    }

    @Test
    void theCoefficientsOfAllSeparateModelsChangeTwice() throws Exception {
        Environment environment =
                environment("separate-models-changing", Map.of("features", "1", "arms", "3", "noise", "0"));
        Rounds rounds = environment.open(SEED, T);
        double[] before = new double[3];
        List<Long> changes = new ArrayList<>();
        for (long t = 1; t <= T; t++) {
            ActionSet arms = rounds.next();
            int changed = 0;
            for (int arm = 0; arm < 3; arm++) {
                double theta = rounds.reward(arm, NO_SETTING) / arms.features(arm)[arm];
                changed += Math.abs(theta - before[arm]) > 1e-9 ? 1 : 0;
                before[arm] = theta;
            }
            assertThat(changed).isIn(0, 3);
            if (changed > 0 && t > 1) {
                changes.add(t);
            }
        }
        assertThat(changes).isEqualTo(list(new Segments(2).uneven(SEED, T))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"fixed-arms", "independent-arms", "independent-arms-bernoulli", "heavy-tails", "separate-models"
            })
    void withoutChangesAWorldIsTheOneItIsNamedAfterAndBeginsLikeIt(String name) throws Exception {
        Environment still = environment(name, Map.of());
        Environment changing = environment(name + "-changing", Map.of());
        int first = (int) Math.min(new Segments(3).uneven(SEED, T)[0], new Segments(2).uneven(SEED, T)[0]);

        assertThat(Traces.trace(environment(name + "-changing", Map.of("changes", "0")), SEED, 50))
                .isEqualTo(Traces.trace(still, SEED, 50));
        assertThat(Traces.trace(changing, SEED, T).subList(0, first - 1))
                .isEqualTo(Traces.trace(still, SEED, T).subList(0, first - 1));
        assertThat(Traces.trace(changing, SEED, T)).isNotEqualTo(Traces.trace(still, SEED, T));
    }

    @Test
    void unevenSegmentsDifferInLengthAndBetweenSeedsAndFillTheHorizon() {
        Set<List<Long>> different = new HashSet<>();
        for (long seed = 0; seed < 500; seed++) {
            long[] starts = new Segments(3).uneven(seed, 14_000);
            different.add(list(starts));
            List<Long> bounds = new ArrayList<>(list(starts));
            bounds.add(0, 1L);
            bounds.add(14_001L);
            long shortest = Long.MAX_VALUE;
            long longest = 0;
            for (int s = 1; s < bounds.size(); s++) {
                shortest = Math.min(shortest, bounds.get(s) - bounds.get(s - 1));
                longest = Math.max(longest, bounds.get(s) - bounds.get(s - 1));
            }
            assertThat(longest).isGreaterThan(shortest).isLessThanOrEqualTo(3 * shortest + 4);
        }
        assertThat(different).hasSize(500);
    }

    @Test
    void changesNeedRounds() throws Exception {
        assertThat(list(new Segments(3).uneven(1, 12)))
                .doesNotHaveDuplicates()
                .allMatch(start -> start > 1 && start <= 12);
        assertThat(new Segments(0).uneven(1, 1)).isEmpty();
        Environment changing = environment("fixed-arms-changing", Map.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> changing.open(1, 11))
                .withMessage("3 changes need at least 12 rounds, not 11");
    }

    @ParameterizedTest
    @CsvSource({"rising-arm, 101", "rising-arm, 100", "rising-arm-bernoulli, 100"})
    void oneArmIsTheWorstInTheFirstHalfAndTheBestInTheSecond(String name, int horizon) throws Exception {
        boolean[] risen = new boolean[10];
        for (long seed = 1; seed <= 200; seed++) {
            Rounds rounds = environment(name, Map.of()).open(seed, horizon);
            int rising = -1;
            for (int t = 1; t <= horizon; t++) {
                rounds.next();
                double[] regrets = regrets(rounds, 10);
                double largest = Arrays.stream(regrets).max().orElseThrow();
                if (t == 1) {
                    rising = indexOf(regrets, largest);
                }
                boolean early = t <= horizon / 2;
                assertThat(regrets[rising]).isEqualTo(early ? largest : 0);
                if (!early) {
                    assertThat(Arrays.stream(regrets)
                                    .filter(regret -> regret > 0)
                                    .min()
                                    .orElseThrow())
                            .isBetween(0.3, 0.7);
                }
            }
            risen[rising] = true;
        }
        assertThat(risen).doesNotContain(false); // 200 seeds miss an arm once in a hundred million times
    }

    private static int indexOf(double[] values, double value) {
        int index = 0;
        while (values[index] != value) {
            index++;
        }
        return index;
    }

    /** 4,000 rounds of each half: five standard errors of a mean of zeros and ones are below 0.04. */
    @Test
    void theRisingArmPaysATenthAndThenNineTenths() throws Exception {
        int horizon = 8_000;
        Rounds rounds = environment("rising-arm-bernoulli", Map.of()).open(3, horizon);
        double[][] sums = new double[2][10];
        for (int t = 1; t <= horizon; t++) {
            rounds.next();
            for (int arm = 0; arm < 10; arm++) {
                sums[t <= horizon / 2 ? 0 : 1][arm] += rounds.reward(arm, NO_SETTING) / 4_000;
            }
        }
        int rising = indexOf(sums[0], Arrays.stream(sums[0]).min().orElseThrow());
        assertThat(sums[0][rising]).isCloseTo(0.1, within(0.04));
        assertThat(sums[1][rising]).isCloseTo(0.9, within(0.04));
    }
}
