package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import java.util.Arrays;
import java.util.random.RandomGenerator;

class UpperEnvelopeProperties {
    /** Kinds of rounds; the last two are full of ties and of nearly parallel lines. */
    private enum Kind {
        WIDTHS,
        SHARES,
        SMALL_INTEGERS,
        NEARLY_PARALLEL
    }

    private static final class Round {
        final double[] mean;
        final double[] bonus;
        final double lo;
        final double hi;

        private Round(double[] mean, double[] bonus, double lo, double hi) {
            this.mean = mean;
            this.bonus = bonus;
            this.lo = lo;
            this.hi = hi;
        }

        static Round of(RandomGenerator random, Kind kind, int arms) {
            double[] mean = new double[arms];
            double[] bonus = new double[arms];
            for (int k = 0; k < arms; k++) {
                switch (kind) {
                    case WIDTHS -> {
                        mean[k] = random.nextGaussian();
                        bonus[k] = random.nextDouble();
                    }
                    case SHARES -> {
                        mean[k] = random.nextGaussian();
                        bonus[k] = random.nextGaussian();
                    }
                    case SMALL_INTEGERS -> {
                        mean[k] = random.nextInt(-4, 5);
                        bonus[k] = random.nextInt(-3, 4);
                    }
                    case NEARLY_PARALLEL -> {
                        mean[k] = 1 + random.nextInt(8) * 0x1p-51;
                        bonus[k] = 1 + random.nextInt(8) * 0x1p-51;
                    }
                }
            }
            double lo = kind == Kind.SHARES ? random.nextDouble(-3, 0) : 0;
            return new Round(mean, bonus, lo, lo + random.nextDouble(0.1, 12));
        }

        double value(int arm, double alpha) {
            return Math.fma(alpha, bonus[arm], mean[arm]);
        }

        /** A few units in the last place of the largest number that enters a value. */
        double slack(double alpha) {
            double largest = 0;
            for (int k = 0; k < mean.length; k++) {
                largest = Math.max(largest, Math.abs(mean[k]) + Math.abs(alpha * bonus[k]));
            }
            return 8 * Math.ulp(largest);
        }

        double best(double alpha) {
            double best = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < mean.length; k++) {
                best = Math.max(best, value(k, alpha));
            }
            return best;
        }
    }

    @Cases(400)
    void theArmOfASegmentIsOnTopThroughout(Draw draw) {
        int arms = draw.between(1, 150);
        RandomGenerator random = draw.random();
        Round round = Round.of(random, draw.of(Kind.values()), arms);
        UpperEnvelope envelope = new UpperEnvelope();
        int segments = envelope.build(round.mean, round.bonus, arms, round.lo, round.hi);

        for (int s = 0; s < segments; s++) {
            double from = envelope.from(s);
            double to = envelope.to(s);
            for (double alpha : new double[] {from, 0.5 * (from + to), to}) {
                assertThat(round.value(envelope.arm(s), alpha))
                        .as("segment %d of %d at %s", s, segments, alpha)
                        .isGreaterThanOrEqualTo(round.best(alpha) - round.slack(alpha));
            }
        }
        for (int i = 0; i < 20; i++) {
            double alpha = random.nextDouble(round.lo, round.hi);
            assertThat(round.value(Segments.armAt(envelope, alpha), alpha))
                    .as("at %s", alpha)
                    .isGreaterThanOrEqualTo(round.best(alpha) - round.slack(alpha));
        }
    }

    @Cases(400)
    void segmentsCoverTheIntervalWithoutGapAndSlopesGrow(Draw draw) {
        int arms = draw.between(1, 150);
        Round round = Round.of(draw.random(), draw.of(Kind.values()), arms);
        UpperEnvelope envelope = new UpperEnvelope();
        int segments = envelope.build(round.mean, round.bonus, arms, round.lo, round.hi);

        assertThat(segments).isBetween(1, arms).isEqualTo(envelope.segments());
        assertThat(envelope.from(0)).isEqualTo(round.lo);
        assertThat(envelope.to(segments - 1)).isEqualTo(round.hi);
        for (int s = 0; s < segments; s++) {
            assertThat(envelope.from(s)).isLessThan(envelope.to(s));
            assertThat(Segments.armAt(envelope, envelope.from(s))).isEqualTo(envelope.arm(s));
            assertThat(Segments.armAt(envelope, Math.nextDown(envelope.to(s)))).isEqualTo(envelope.arm(s));
            if (s > 0) {
                assertThat(envelope.from(s)).isEqualTo(envelope.to(s - 1));
                assertThat(round.bonus[envelope.arm(s)]).isGreaterThan(round.bonus[envelope.arm(s - 1)]);
            }
        }
    }

    @Cases(200)
    void permutingTheArmsPermutesTheEnvelope(Draw draw) {
        int arms = draw.between(1, 150);
        RandomGenerator random = draw.random();
        Round round = Round.of(random, draw.of(Kind.values()), arms);
        int[] order = shuffled(random, arms);
        double[] mean = Arrays.stream(order).mapToDouble(k -> round.mean[k]).toArray();
        double[] bonus = Arrays.stream(order).mapToDouble(k -> round.bonus[k]).toArray();
        UpperEnvelope plain = new UpperEnvelope();
        UpperEnvelope permuted = new UpperEnvelope();

        int segments = plain.build(round.mean, round.bonus, arms, round.lo, round.hi);

        assertThat(permuted.build(mean, bonus, arms, round.lo, round.hi)).isEqualTo(segments);
        for (int s = 0; s < segments; s++) {
            assertThat(permuted.from(s)).isEqualTo(plain.from(s));
            assertThat(mean[permuted.arm(s)]).isEqualTo(round.mean[plain.arm(s)]);
            assertThat(bonus[permuted.arm(s)]).isEqualTo(round.bonus[plain.arm(s)]);
        }
    }

    @Cases(200)
    void ofIdenticalLinesTheLowestIndexIsNamed(Draw draw) {
        int arms = draw.between(1, 150);
        Round round = Round.of(draw.random(), Kind.SMALL_INTEGERS, arms);
        UpperEnvelope envelope = new UpperEnvelope();
        int segments = envelope.build(round.mean, round.bonus, arms, round.lo, round.hi);

        for (int s = 0; s < segments; s++) {
            int arm = envelope.arm(s);
            for (int k = 0; k < arm; k++) {
                boolean identical = round.mean[k] == round.mean[arm] && round.bonus[k] == round.bonus[arm];
                assertThat(identical)
                        .as("arm %d of segment %d equals arm %d", arm, s, k)
                        .isFalse();
            }
        }
    }

    private static int[] shuffled(RandomGenerator random, int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
