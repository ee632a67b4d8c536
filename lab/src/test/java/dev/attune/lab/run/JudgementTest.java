package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.lab.run.Judgement.Judged;
import dev.attune.lab.run.Judgement.Mark;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private static final Curve CURVE = new Curve(new long[0], new double[0], new double[0], Map.of());

    private final List<CellResult> results = new ArrayList<>();

    /** A line with the values of repetitions 1, 2, 3... */
    private void line(String policy, String tuner, Role role, double... regrets) {
        for (int i = 0; i < regrets.length; i++) {
            results.add(cell(policy, tuner, role, i + 1, regrets[i], 100 - regrets[i]));
        }
    }

    private static CellResult cell(String policy, String tuner, Role role, int number, double regret, double reward) {
        return new CellResult(
                new CellResult.Origin("s", "c", "v", "17", number),
                "world",
                policy,
                tuner,
                role,
                number,
                new CellResult.Score(100, 100, regret, reward, CURVE, 0.5));
    }

    private Judged judged(String policy, String tuner, Mark mark) {
        return Judgement.of(results).stream()
                .filter(one -> one.policy().equals(policy) && one.tuner().equals(tuner) && one.mark() == mark)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theRateIsChosenOnOneHalfAndJudgedOnTheOther() {
        line("LinUCB", "VOI", Role.ASKED, 6, 6, 6, 6);
        line("LinUCB", "explore=1", Role.GRID, 1, 10, 1, 10); // best on odd repetitions: counts on even ones
        line("LinUCB", "explore=2", Role.GRID, 14, 2, 14, 2); // the other way round

        Judged voi = judged("LinUCB", "VOI", Mark.OWN);

        assertThat(voi.mean().value()).isEqualTo(6 / 12.0);
        assertThat(voi.p90().value()).isEqualTo(6 / 14.0);
        assertThat(voi.chosen()).isEqualTo("explore=2 / explore=1");
        assertThat(voi.repetitions()).isEqualTo(4);
    }

    /** Seven rates and a contestant of the same quality; the gap is luck alone. */
    @Test
    void luckAmongEqualRatesIsNoQuality() {
        int trials = 300;
        double honest = 0;
        double hindsight = 0;
        for (int trial = 0; trial < trials; trial++) {
            results.clear();
            RoundRandom random = new RoundRandom(5, trial);
            double least = Double.POSITIVE_INFINITY;
            for (int rate = 1; rate <= 7; rate++) {
                double[] values = noise(random, 20, 1);
                least = Math.min(least, Arrays.stream(values).average().orElseThrow());
                line("LinUCB", "explore=" + rate, Role.GRID, values);
            }
            double[] own = noise(random, 20, 1);
            line("LinUCB", "VOI", Role.ASKED, own);
            honest += judged("LinUCB", "VOI", Mark.OWN).mean().value() / trials;
            hindsight += Arrays.stream(own).average().orElseThrow() / least / trials;
        }

        assertThat(honest).isCloseTo(1, within(0.02)); // four standard errors
        assertThat(hindsight).isGreaterThan(1.1);
    }

    private static double[] noise(RoundRandom random, int n, double mean) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = mean * (1 + 0.3 * random.nextGaussian());
        }
        return values;
    }

    @Test
    void theMarkOfAPolicyWithoutRatesIsTheBestPairOfPolicyAndRate() {
        line("Auto", "Auto", Role.ASKED, 4, 4, 4, 4);
        line("V-IDS", "-", Role.ASKED, 6, 6, 6, 6);
        line("LinUCB", "VOI", Role.ASKED, 9, 9, 9, 9);
        line("LinUCB", "Greedy", Role.GREEDY, 3, 3, 3, 3);
        line("LinUCB", "explore=1", Role.GRID, 5, 5, 5, 5);
        line("LinTS", "VOI", Role.ASKED, 8, 8, 8, 8);
        line("LinTS", "explore=1", Role.GRID, 2, 2, 2, 2);

        assertThat(judged("Auto", "Auto", Mark.ANY).mean().value()).isEqualTo(2);
        assertThat(judged("Auto", "Auto", Mark.ANY).chosen()).isEqualTo("LinTS explore=1");
        assertThat(judged("V-IDS", "-", Mark.ANY).mean().value()).isEqualTo(3);
        assertThat(judged("LinUCB", "VOI", Mark.OWN).mean().value()).isEqualTo(3); // greedy is a fixed rate
        assertThat(judged("LinUCB", "VOI", Mark.ANY).mean().value()).isEqualTo(4.5);
        assertThat(judged("LinUCB", "Greedy", Mark.ANY).mean().value()).isEqualTo(1.5);
        assertThat(Judgement.of(results))
                .filteredOn(one -> !one.ownRates())
                .hasSize(2)
                .allMatch(one -> one.mark() == Mark.ANY);
    }

    @Test
    void withoutAGridOrWithOneHalfOnlyThereIsNoMark() {
        line("LinUCB", "VOI", Role.ASKED, 9, 9);
        line("LinUCB", "Greedy", Role.GREEDY, 3, 3);
        assertThat(Judgement.of(results)).isEmpty();

        line("LinUCB", "explore=1", Role.GRID, 3);
        assertThat(Judgement.of(results)).isEmpty();
    }

    @Test
    void aRegretOfNextToNothingCountsAsAThousandthOfThatOfRandomChoice() {
        line("LinUCB", "VOI", Role.ASKED, 3, 3, 3, 3);
        line("LinUCB", "OP", Role.ASKED, 0, 0, 0, 0);
        line("LinUCB", "explore=1", Role.GRID, 1e-9, 1e-9, 1e-9, 1e-9);
        line("Random", "-", Role.RANDOM, 1000, 1000, 1000, 1000);

        assertThat(judged("LinUCB", "VOI", Mark.OWN).mean().value()).isEqualTo(3);
        assertThat(judged("LinUCB", "VOI", Mark.OWN).p90().value()).isEqualTo(3);
        assertThat(judged("LinUCB", "OP", Mark.OWN).mean().value()).isEqualTo(1);
    }

    @Test
    void whereRegretIsUnknownRewardIsCompared() {
        double unknown = Double.NaN;
        for (int number = 1; number <= 4; number++) {
            results.add(cell("LinUCB", "VOI", Role.ASKED, number, unknown, 30));
            results.add(cell("LinUCB", "explore=1", Role.GRID, number, unknown, 20));
            results.add(cell("LinUCB", "explore=2", Role.GRID, number, unknown, 25));
        }

        Judged voi = judged("LinUCB", "VOI", Mark.OWN);

        assertThat(voi.ofReward()).isTrue();
        assertThat(voi.mean().value()).isEqualTo(1.2);
        assertThat(voi.chosen()).isEqualTo("explore=2");
        assertThat(voi.p90().value()).isNaN();
    }

    @Test
    void onlyRepetitionsThatAllHaveCountAndWhoeverHasFewWaits() {
        line("LinUCB", "VOI", Role.ASKED, 2, 2, 2, 2, 100);
        line("LinUCB", "explore=1", Role.GRID, 1, 1, 1, 1);
        line("LinUCB", "new", Role.ASKED, 1);

        assertThat(Judgement.of(results)).hasSize(1);
        assertThat(judged("LinUCB", "VOI", Mark.OWN).mean().value()).isEqualTo(2);
        assertThat(judged("LinUCB", "VOI", Mark.OWN).repetitions()).isEqualTo(4);
    }

    @Test
    @Tag("slow")
    void theStandardErrorIsThatOfManyRuns() {
        double[] ratios = new double[400];
        double claimed = 0;
        for (int trial = 0; trial < ratios.length; trial++) {
            results.clear();
            RoundRandom random = new RoundRandom(6, trial);
            line("LinUCB", "VOI", Role.ASKED, noise(random, 40, 1.2));
            line("LinUCB", "explore=1", Role.GRID, noise(random, 40, 1));
            line("LinUCB", "explore=2", Role.GRID, noise(random, 40, 1.5));
            Judged voi = judged("LinUCB", "VOI", Mark.OWN);
            ratios[trial] = voi.mean().value();
            claimed += voi.mean().standardError() / ratios.length;
        }
        double mean = Arrays.stream(ratios).average().orElseThrow();
        double sd = Math.sqrt(
                Arrays.stream(ratios).map(r -> (r - mean) * (r - mean)).sum() / (ratios.length - 1));

        assertThat(mean).isCloseTo(1.2, within(0.02));
        assertThat(claimed).isBetween(0.9 * sd, 1.1 * sd);
    }
}
