package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OptimisticChoiceTest {
    private static final OptimisticChoice CHOICE = new OptimisticChoice();

    @Test
    void probabilitiesOfAllArmsSumToOne() {
        SplittableRandom random = new SplittableRandom(1);
        for (int world = 0; world < 2000; world++) {
            int arms = 1 + random.nextInt(12);
            double[] means = new double[arms];
            double[] widths = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = random.nextInt(4) == 0 ? .5 : random.nextDouble() * 2;
                widths[k] = random.nextInt(8) == 0 ? 0 : StrictMath.exp(6 * random.nextDouble() - 5);
            }
            double sum = 0;
            for (int k = 0; k < arms; k++) {
                double p = CHOICE.probability(k, means, widths, .7, arms);
                assertThat(p).isBetween(0.0, 1.0);
                sum += p;
            }
            assertThat(sum).isCloseTo(1, within(1e-6));
        }
    }

    /** Frequencies of 200,000 draws; five standard deviations, so a false alarm in about one of a million comparisons. */
    @Test
    void probabilitiesAreFrequencies() {
        SplittableRandom random = new SplittableRandom(2);
        int draws = 200_000;
        for (int world = 0; world < 5; world++) {
            double[] means = random.doubles(5, 0, 1).toArray();
            double[] widths = random.doubles(5, .05, 1).toArray();
            means[1] = means[0]; // equal means: the first one has the index of both if neither is raised
            int[] chosen = new int[5];
            RoundRandom rng = new RoundRandom(3, world);
            for (int i = 0; i < draws; i++) {
                int best = 0;
                double most = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < 5; k++) {
                    double index = means[k] + .8 * widths[k] * Math.max(0, rng.nextGaussian());
                    if (index > most) {
                        most = index;
                        best = k;
                    }
                }
                chosen[best]++;
            }
            for (int k = 0; k < 5; k++) {
                double p = CHOICE.probability(k, means, widths, .8, 5);
                assertThat(chosen[k] / (double) draws).isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / draws) + 1e-6));
            }
        }
    }

    @Test
    void withoutWidthsTheFirstOfTheBestIsCertain() {
        double[] means = {1, 2, 2};
        double[] widths = new double[3];
        assertThat(CHOICE.probability(1, means, widths, 1, 3)).isEqualTo(1);
        assertThat(CHOICE.probability(2, means, widths, 1, 3)).isLessThan(1e-300);
        assertThat(CHOICE.probability(0, means, widths, 1, 3)).isLessThan(1e-300);
    }
}
