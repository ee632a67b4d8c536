package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.state.Checkpoint;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceSequenceTest {
    private static final int LOOK = 50;
    private static final double ODDS = 2 / ConfidenceSequence.ALPHA;

    /** A program that takes the arm with the largest mean so far, and a uniformly random one with the probability of its share. */
    private static final class Program {
        final double[] rates;
        final DoubleUnaryOperator reward; // of an arm with this rate
        final UniformShare share;
        final int delay;
        final SplittableRandom rng;
        final double[] sums;
        final double[] counts;
        final Deque<double[]> waiting = new ArrayDeque<>();
        double difference; // from a random arm, summed as the bounds weight it
        double weight;
        long t;

        Program(double[] rates, DoubleUnaryOperator reward, UniformShare share, int delay, long seed) {
            this.rates = rates;
            this.reward = reward;
            this.share = share;
            this.delay = delay;
            this.rng = new SplittableRandom(seed);
            this.sums = new double[rates.length];
            this.counts = new double[rates.length];
        }

        /** Plays a round, and adds the reward of an earlier one to the bounds. */
        void round(ConfidenceSequence bounds) {
            double p = share.at(++t);
            int best = 0;
            for (int k = 1; k < rates.length; k++) {
                best = mean(k) > mean(best) ? k : best;
            }
            int arm = rng.nextDouble() < p ? rng.nextInt(rates.length) : best;
            double probability = p / rates.length + (arm == best ? 1 - p : 0);
            double bound = 1 / p - 1;
            double all = 0;
            for (double rate : rates) {
                all += rate / rates.length;
            }
            double y = reward.applyAsDouble(rates[arm]);
            double gain = (1 - p) * (rates[best] - all);
            waiting.add(new double[] {1 - 1 / (rates.length * probability), bound, y, arm, gain});
            if (waiting.size() > delay) {
                double[] one = waiting.remove();
                bounds.add(one[0], one[1], one[2]);
                difference += one[4] / Math.max(1, one[1]);
                weight += 1 / Math.max(1, one[1]);
                sums[(int) one[3]] += one[2];
                counts[(int) one[3]]++;
            }
        }

        private double mean(int k) {
            return counts[k] == 0 ? 1 : sums[k] / counts[k];
        }
    }

    private static Program clicks(double[] rates, UniformShare share, int delay, long seed) {
        SplittableRandom rewards = new SplittableRandom(~seed);
        return new Program(rates, rate -> rewards.nextDouble() < rate ? 1 : 0, share, delay, seed);
    }

    private static double[] rates(int arms, double first, double others) {
        double[] rates = new double[arms];
        Arrays.fill(rates, others);
        rates[0] = first;
        return rates;
    }

    private static UniformShare share(double value) {
        return value == 0 ? UniformShare.DEFAULT : UniformShare.constant(value);
    }

    /**
     * At most one life in twenty may ever contradict the truth, so 44 or more of 400 have a chance of 1 in 10^6. The truth changes with what the program
     * prefers: the bounds must hold for the mean difference so far at every look. A share of 0 stands for the default, which decays.
     */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "2, .05, .05, 0, 0", "2, .05, .05, .1, 0", "2, .5, .5, .02, 0", "6, .005, .005, .02, 0", "6, .05, .05, 0, 900",
        "60, .5, .5, .1, 0", "60, .02, .02, 0, 0", "2, .1, .05, 0, 0", "6, .3, .25, .1, 900", "3, .9, .5, .02, 0",
        "2, .5, .5, .5, 0",
    })
    void fewLivesEverContradictTheTruth(int arms, double first, double others, double share, int delay) {
        int lives = 400;
        int wrong = 0;
        for (int life = 0; life < lives; life++) {
            Program program = clicks(rates(arms, first, others), share(share), delay, 1_000L * life + arms);
            ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
            boolean right = true;
            for (int t = 1; t <= 20_000 && right; t++) {
                program.round(bounds);
                if (t % LOOK == 0 && program.weight > 0) {
                    double truth = program.difference / program.weight;
                    right = bounds.low() <= truth && truth <= bounds.high();
                }
            }
            wrong += right ? 0 : 1;
        }
        assertThat(wrong).isLessThan(44);
    }

    /** A difference of .0225 is proven after 5,000 to 6,500 rounds in the median; 40 lives of 50 with a median above 8,000 have a chance of 1 in 10^6. */
    @Test
    void aRealDifferenceIsFound() {
        int found = 0;
        for (int life = 0; life < 50; life++) {
            Program program = clicks(rates(2, .10, .05), UniformShare.constant(.1), 0, life);
            ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
            for (int t = 1; t <= 12_000 && bounds.low() <= 0; t++) {
                program.round(bounds);
            }
            found += bounds.low() > 0 ? 1 : 0;
            assertThat(bounds.high()).isPositive();
        }
        assertThat(found).isGreaterThan(40);
    }

    /** The mixture of capitals is 2 / alpha at the bound: worked out for two decisions with z of 1/2 and 1/4. */
    @Test
    void theBoundIsWhereTheCapitalIsTwoOverAlpha() {
        ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
        bounds.add(1, 1, 1); // q is 1/2: z = 1/2
        bounds.add(-1, 2, 0.5); // q is 1, the unit 2: z = 1/4
        double weight = 1 + 1.0 / 2;
        double capitalAtLow = 0;
        double capitalAtHigh = 0;
        double stake = 0.6;
        double low = -1; // the bounds proper are beyond what rewards from 0 to 1 allow
        for (int j = 0; j < 12; j++, stake /= 2) {
            double share = 1.0 / ((j + 1) * (j + 2));
            capitalAtLow += share * (1 + stake / 2) * (1 + stake / 4) * Math.exp(-stake * low * weight);
            capitalAtHigh += share * (1 - stake / 2) * (1 - stake / 4) * Math.exp(stake * weight);
        }
        assertThat(capitalAtLow).isLessThan(ODDS);
        assertThat(capitalAtHigh).isLessThan(ODDS);
        assertThat(bounds.low()).isEqualTo(-1);
        assertThat(bounds.high()).isEqualTo(1);
        assertThat(bounds.estimate()).isCloseTo((1.0 / 2 + 1.0 / 4) / weight, within(1e-15));

        ConfidenceSequence more = new ConfidenceSequence(0, 1);
        double[] capital = new double[12];
        Arrays.fill(capital, 1);
        double sum = 0;
        for (int n = 0; n < 60; n++) {
            double y = n % 4 == 3 ? 0 : 1;
            double q = n == 0 ? 0.5 : sum / n;
            more.add(y == 1 ? 1 : -0.5, 1, y);
            stake = 0.6;
            for (int j = 0; j < 12; j++, stake /= 2) {
                capital[j] *= 1 + stake * (y == 1 ? 1 - q : q / 2);
            }
            sum += y;
        }
        double all = 0;
        stake = 0.6;
        for (int j = 0; j < 12; j++, stake /= 2) {
            all += capital[j] * Math.exp(-stake * more.low() * 60) / ((j + 1) * (j + 2));
        }
        assertThat(more.low()).isPositive();
        assertThat(all).isCloseTo(ODDS, within(1e-9));
    }

    @Test
    void theEstimateIsAlwaysBetweenTheBounds() {
        for (int life = 0; life < 40; life++) {
            Program program = clicks(rates(4, .4, .1), share(life % 2 * .1), 0, life);
            ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
            for (int t = 1; t <= 1_000; t++) {
                program.round(bounds);
                assertThat(bounds.estimate()).isBetween(bounds.low(), bounds.high());
            }
        }
    }

    @Test
    void nothingIsKnownWithoutRewards() {
        ConfidenceSequence bounds = new ConfidenceSequence(-2, 3);
        assertThat(bounds.count()).isZero();
        assertThat(bounds.low()).isEqualTo(-5);
        assertThat(bounds.high()).isEqualTo(5);
        assertThat(bounds.estimate()).isNaN();
    }

    @Test
    void rewardsWithoutLimitsAreRejected() {
        assertThatThrownBy(() -> new ConfidenceSequence(0, Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rewards in [0.0, Infinity] have no limits");
        assertThatThrownBy(() -> new ConfidenceSequence(1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Ten million decisions: no overflow, and bounds that close in upon the truth. */
    @Test
    @Tag("slow")
    void aLongLifeKeepsItsBounds() {
        Program program = clicks(rates(2, .10, .05), UniformShare.constant(.05), 0, 11);
        ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
        for (int t = 1; t <= 10_000_000; t++) {
            program.round(bounds);
        }
        double truth = program.difference / program.weight;
        assertThat(bounds.low()).isBetween(truth - 0.002, truth);
        assertThat(bounds.high()).isBetween(truth, truth + 0.002);
    }

    @Test
    void aCopyGoesOnAsTheOriginal() {
        Program program = clicks(rates(3, .4, .1), UniformShare.DEFAULT, 0, 5);
        ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
        for (int t = 1; t <= 3_000; t++) {
            program.round(bounds);
        }
        ConfidenceSequence copy = new ConfidenceSequence(0, 1);
        byte[] state = Checkpoint.seal("bounds", bounds::writeState);
        Checkpoint.open(state, "bounds", in -> {
            copy.readState(in);
            return copy;
        });
        ConfidenceSequence second = bounds.copy();
        for (int t = 1; t <= 100; t++) {
            bounds.add(-3, 19, t % 2);
            copy.add(-3, 19, t % 2);
            second.add(-3, 19, t % 2);
        }
        assertThat(copy.low()).isEqualTo(bounds.low());
        assertThat(copy.high()).isEqualTo(bounds.high());
        byte[] after = Checkpoint.seal("bounds", bounds::writeState);
        assertThat(Checkpoint.seal("bounds", copy::writeState)).isEqualTo(after);
        assertThat(Checkpoint.seal("bounds", second::writeState)).isEqualTo(after);
    }
}
