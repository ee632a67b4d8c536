package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.Options;
import dev.attune.api.ScoredRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.SparseTs;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.RandomScale;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SparseGaussianTest {
    /** The definition with maps, one candidate at a time; floats where the model has floats. */
    private static final class Reference {
        private static final float[] PRIOR = {.03f, .3f, 3, 30, 300};
        private final Map<Long, float[]>[] coefficients = maps();
        private final double[] squares = new double[5];
        private final double[] evidence = new double[5];
        private double norm;
        private double unit;
        private long count;

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static Map<Long, float[]>[] maps() {
            Map<Long, float[]>[] maps = new Map[5];
            Arrays.setAll(maps, c -> new HashMap<>());
            return maps;
        }

        void add(long[] keys, double[] values, double y) {
            if (norm == 0) {
                norm = Math.sqrt(Arrays.stream(values).map(v -> v * v).sum());
            }
            if (unit == 0 && y != 0) {
                unit = Math.scalb(1.0, Math.getExponent(y));
            }
            for (int c = 0; c < 5; c++) {
                for (long key : keys) {
                    coefficients[c].computeIfAbsent(key, missing -> new float[] {0, 0});
                }
                double mu = 0;
                double w = 0;
                for (int i = 0; i < keys.length; i++) {
                    double x = values[i] * (1 / norm);
                    mu += coefficients[c].get(keys[i])[0] * x;
                    w += variance(c, keys[i]) * x * x;
                }
                double e = (unit == 0 ? 0 : y / unit) - mu;
                if (squares[c] > 0) {
                    double spread = squares[c] / count * (1 + w);
                    evidence[c] = .9995 * evidence[c] - .5 * (StrictMath.log(spread) + e * e / spread);
                }
                squares[c] += e * e * (1 / (1 + w));
                for (int i = 0; i < keys.length; i++) {
                    double x = values[i] * (1 / norm);
                    float[] one = coefficients[c].get(keys[i]);
                    double s = variance(c, keys[i]);
                    one[0] = (float) (one[0] + s * x * e / (1 + w));
                    one[1] = (float) (s - s * x * s * x / (1 + w)) - PRIOR[c]; // so that 0 is the prior
                }
            }
            count++;
        }

        private double variance(int c, long key) {
            float[] one = coefficients[c].get(key);
            return one == null ? PRIOR[c] : one[1] + PRIOR[c];
        }

        int leader() {
            int leader = 0;
            for (int c = 1; c < 5; c++) {
                leader = evidence[c] > evidence[leader] ? c : leader;
            }
            return leader;
        }

        double mean(long[] keys, double[] values, int from, int to) {
            double mu = 0;
            for (int i = from; i < to; i++) {
                float[] one = coefficients[leader()].get(keys[i]);
                mu += one == null ? 0 : one[0] * values[i] / norm;
            }
            return mu * unit;
        }

        double noise() {
            return unit * Math.sqrt(squares[leader()] / count);
        }
    }

    private static final class Saved implements Checkpointed {
        private final SparseGaussian model;

        Saved(SparseGaussian model) {
            this.model = model;
        }

        @Override
        public String stateName() {
            return "model";
        }

        @Override
        public void writeState(StateWriter out) {
            model.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            model.readState(in);
        }
    }

    private static byte[] bytes(SparseGaussian model) {
        return Checkpoint.write(new Saved(model));
    }

    private static SparseGaussian copy(SparseGaussian model) {
        SparseGaussian copy = new SparseGaussian(model.budget());
        Checkpoint.read(bytes(model), new Saved(copy));
        return copy;
    }

    private static ActionSet round(SplittableRandom random, int arms, int terms, int keys) {
        long[] all = random.longs((long) arms * terms, 0, keys)
                .map(k -> k * 0x9E3779B97F4A7C15L)
                .toArray();
        double[] values = random.doubles((long) arms * terms, -2, 3).toArray();
        int[] ends = new int[arms];
        Arrays.setAll(ends, k -> (k + 1) * terms);
        return ActionSet.sparse(all, values, ends, arms);
    }

    private static double[] scores(SparseGaussian model, ActionSet arms) {
        ScoredRound out = new ScoredRound();
        model.meansAndOptimism(arms, new RoundRandom(1, 1), out);
        double[] both = Arrays.copyOf(out.mean(), 2 * arms.arms());
        System.arraycopy(out.bonus(), 0, both, arms.arms(), arms.arms());
        return both;
    }

    @Test
    void doesWhatTheDefinitionSays() {
        SplittableRandom random = new SplittableRandom(1);
        SparseGaussian model = new SparseGaussian();
        Reference reference = new Reference();
        for (int t = 0; t < 2000; t++) {
            ActionSet arms = round(random, 3, 8, 300);
            double[] means = scores(model, arms);
            if (t > 20) {
                for (int k = 0; k < 3; k++) {
                    double expected = reference.mean(arms.keys(), arms.values(), arms.start(k), arms.end(k));
                    assertThat(means[k]).isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-3));
                }
                assertThat(model.noise()).isCloseTo(reference.noise(), org.assertj.core.data.Offset.offset(1e-4));
            }
            int k = random.nextInt(3);
            double y = t < 5 ? 0 : 3 + Math.sin(arms.keys()[arms.start(k)]) + random.nextDouble();
            model.add(arms.features(k), y);
            reference.add(
                    Arrays.copyOfRange(arms.keys(), arms.start(k), arms.end(k)),
                    Arrays.copyOfRange(arms.values(), arms.start(k), arms.end(k)),
                    y);
        }
        assertThat(model.count()).isEqualTo(2000);
        assertThat(model.size()).isEqualTo(300);
    }

    @Test
    void scoringReadsOnly() {
        SplittableRandom random = new SplittableRandom(2);
        SparseGaussian model = new SparseGaussian();
        ActionSet arms = round(random, 3, 8, 300);
        model.add(arms.features(0), 1);
        byte[] before = bytes(model);
        scores(model, round(random, 5, 20, 10_000));
        model.score(arms.features(1));
        assertThat(bytes(model)).isEqualTo(before);
    }

    @Test
    void hasNoNoiseAsLongAsRewardsAreZero() {
        SplittableRandom random = new SplittableRandom(3);
        SparseGaussian model = new SparseGaussian();
        assertThat(model.noise()).isZero();
        for (int t = 0; t < 10; t++) {
            model.add(round(random, 1, 5, 10).features(0), 0);
        }
        assertThat(model.noise()).isZero();
        model.add(round(random, 1, 5, 10).features(0), 1e-9);
        assertThat(model.noise()).isPositive();
    }

    @Test
    void unitsOfFeaturesAndRewardsDoNotMatter() {
        SplittableRandom random = new SplittableRandom(4);
        SparseGaussian plain = new SparseGaussian();
        SparseGaussian scaled = new SparseGaussian();
        double a = 0x1p120;
        double b = 0x1p-90;
        for (int t = 0; t < 300; t++) {
            double[] x = round(random, 1, 5, 50).features(0);
            double y = random.nextDouble();
            plain.add(x, y);
            double[] larger = x.clone();
            for (int i = 2; i < x.length; i += 3) {
                larger[i] *= a;
            }
            scaled.add(larger, b * y);
            assertThat(scaled.score(larger)).isEqualTo(b * plain.score(x));
        }
        assertThat(scaled.noise()).isEqualTo(b * plain.noise());
    }

    @Test
    void staysFiniteWhateverComes() {
        SplittableRandom random = new SplittableRandom(5);
        double[] sizes = {0, 1e-100, 1e-30, 1, 1e30, 1e100};
        for (int world = 0; world < 50; world++) {
            SparseGaussian model = new SparseGaussian(20);
            for (int t = 0; t < 200; t++) {
                ActionSet arms = round(random, 2, 4, 30);
                for (int i = 0; i < arms.values().length; i++) {
                    arms.values()[i] = (random.nextBoolean() ? 1 : -1) * sizes[random.nextInt(sizes.length)];
                }
                model.add(arms.features(0), (random.nextBoolean() ? 1 : -1) * sizes[random.nextInt(sizes.length)]);
                for (double score : scores(model, arms)) {
                    assertThat(score).isFinite();
                }
                assertThat(model.noise()).isFinite();
            }
            assertThat(bytes(copy(model))).isEqualTo(bytes(model));
        }
    }

    @Test
    void keepsToItsBudgetAndWhatItKnows() {
        SplittableRandom random = new SplittableRandom(6);
        SparseGaussian model = new SparseGaussian(200);
        double right = 0;
        for (int t = 0; t < 20_000; t++) {
            long key = random.nextInt(20) + 1L; // twenty keys that matter among ever new ones
            double[] x = new double[3 * 6];
            for (int i = 0; i < 6; i++) {
                x[3 * i] = i == 0 ? 0 : 1 + random.nextInt(1 << 30);
                x[3 * i + 1] = i == 0 ? key : random.nextInt(1 << 30);
                x[3 * i + 2] = 1;
            }
            if (t > 10_000 && Math.abs(model.score(x) - key) < 4) {
                right++;
            }
            model.add(x, key);
            assertThat(model.size()).isLessThanOrEqualTo(200);
        }
        assertThat(model.size()).isEqualTo(200);
        assertThat(model.evicted()).isGreaterThan(10_000);
        assertThat(right / 10_000).isGreaterThan(.9);
    }

    @Test
    void aBudgetSmallerThanAnArmIsEnoughToGoOn() {
        SplittableRandom random = new SplittableRandom(7);
        SparseGaussian model = new SparseGaussian(3);
        for (int t = 0; t < 500; t++) {
            ActionSet arms = round(random, 2, 10, 1000);
            model.add(arms.features(1), random.nextDouble());
            for (double score : scores(model, arms)) {
                assertThat(score).isFinite();
            }
        }
        assertThat(model.size()).isEqualTo(3);
    }

    @Test
    void aCheckpointInTheMiddleChangesNothing() {
        SplittableRandom random = new SplittableRandom(8);
        SparseGaussian model = new SparseGaussian(500);
        for (int t = 0; t < 3000; t++) {
            ActionSet arms = round(random, 2, 10, 2000);
            if (t % 100 == 50) {
                SparseGaussian copy = copy(model);
                assertThat(scores(copy, arms)).isEqualTo(scores(model, arms));
                assertThat(bytes(copy)).isEqualTo(bytes(model));
                model = copy;
            }
            model.add(arms.features(t % 2), random.nextInt(2));
        }
        SparseGaussian straight = new SparseGaussian(500);
        SplittableRandom again = new SplittableRandom(8);
        for (int t = 0; t < 3000; t++) {
            ActionSet arms = round(again, 2, 10, 2000);
            straight.add(arms.features(t % 2), again.nextInt(2));
        }
        assertThat(model.evicted()).isPositive().isEqualTo(straight.evicted());
        assertThat(bytes(model)).isEqualTo(bytes(straight));
    }

    @Test
    void damagedStateIsRejectedAndChangesNothing() {
        SplittableRandom random = new SplittableRandom(9);
        SparseGaussian model = new SparseGaussian(50);
        for (int t = 0; t < 30; t++) {
            model.add(round(random, 1, 5, 100).features(0), random.nextDouble());
        }
        byte[] good = bytes(model);
        for (int i = 12; i < good.length - 4; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> Checkpoint.read(bad, new Saved(model))).isInstanceOf(StateFormatException.class);
        }
        // valid checksums around invalid contents: rejected, or a model that works
        int body = 12;
        for (int i = body; i < good.length - 4; i++) {
            byte[] content = Arrays.copyOfRange(good, body, good.length - 4);
            content[i - body] ^= (byte) (1 << random.nextInt(8));
            byte[] sealed = seal(content);
            SparseGaussian target = new SparseGaussian(50);
            try {
                Checkpoint.read(sealed, new Saved(target));
            } catch (StateFormatException e) {
                assertThat(target.size()).isZero();
                continue;
            }
            target.add(round(random, 1, 5, 100).features(0), 1);
        }
        assertThat(bytes(model)).isEqualTo(good);
        assertThatThrownBy(() -> Checkpoint.read(good, new Saved(new SparseGaussian(51))))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("budget");
    }

    private static byte[] seal(byte[] content) {
        java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(content.length + 16);
        out.putInt(0x4154544E).putInt(1).putInt(content.length).put(content);
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(out.array(), 0, out.position());
        return out.putInt((int) crc.getValue()).array();
    }

    @Test
    void rejectsInvalidBudgets() {
        assertThatThrownBy(() -> new SparseGaussian(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SparseGaussian(SparseGaussian.LARGEST_BUDGET + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void decisionsAreAFunctionOfSeedAndCalls() {
        assertThat(decisions(1)).isEqualTo(decisions(1)).isNotEqualTo(decisions(2));
    }

    private static int[] decisions(long seed) {
        SplittableRandom random = new SplittableRandom(10);
        SelfTuningBandit bandit =
                SelfTuningBandit.of(new SparseTs(300), new RandomScale(), Options.DEFAULT.withSeed(seed));
        int[] arms = new int[2000];
        for (int t = 0; t < arms.length; t++) {
            Pull pull = bandit.decide(round(random, 4, 6, 1000));
            arms[t] = pull.arm();
            bandit.reward(pull, random.nextInt(2));
        }
        return arms;
    }

    @Test
    void rejectsWhatIsNotSparse() {
        SparseTs policy = new SparseTs();
        assertThatThrownBy(() -> policy.check(ActionSet.ofRows(new double[] {1, 2})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sparse");
        double[][] invalid = {
            {1, 2}, {-1, 0, 1}, {0, 0x1p32, 1}, {.5, 0, 1}, {0, 0, Double.NaN}, {0, 0, 1e101}, {Double.NaN, 0, 1}
        };
        for (double[] x : invalid) {
            assertThatThrownBy(() -> policy.update(x, 1, policy.space().preset()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(policy.model().count()).isZero();
        policy.update(new double[0], 1, policy.space().preset());
        assertThat(policy.model().count()).isEqualTo(1);
    }
}
