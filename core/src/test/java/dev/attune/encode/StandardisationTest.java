package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers are standardised with what was known before the round, and learnt after it. */
class StandardisationTest {
    private final Encoder encoder = new Encoder(EncoderDefinition.builder()
            .dimension(512)
            .bias(false)
            .interactions()
            .armIdentity(ArmIdentity.NEVER)
            .build());

    private static Features number(String name, double value) {
        return Features.builder().number(name, value).build();
    }

    private static List<Arm> priced(double... prices) {
        List<Arm> arms = new ArrayList<>();
        for (int k = 0; k < prices.length; k++) {
            arms.add(new Arm("arm" + k, number("price", prices[k])));
        }
        return arms;
    }

    /** The standardised price of each arm, without the sign of its slot. */
    private static double[] z(Encoder encoder, Features context, List<Arm> arms) {
        double[][] x = encoder.encode(context, arms).byFeature();
        long key = FeatureHash.text(FeatureHash.root(0, 2, 1), "price");
        double[] z = new double[arms.size()];
        for (int k = 0; k < z.length; k++) {
            z[k] = 0.0 + FeatureHash.signed(key, x[FeatureHash.slot(key, 512)][k]);
        }
        return z;
    }

    @Test
    void theFirstRoundKnowsNoMean() {
        assertThat(z(encoder, Features.NONE, priced(3, 5, 900))).containsExactly(0, 0, 0);
    }

    @Test
    void aRoundIsStandardisedByTheRoundsBeforeIt() {
        z(encoder, Features.NONE, priced(1, 3)); // mean 2, variance 2
        double root2 = Math.sqrt(2);

        assertThat(z(encoder, Features.NONE, priced(2, 4, 0))).containsExactly(0, 2 / root2, -2 / root2);
        // 1, 3, 2, 4, 0: mean 2, variance 10/4
        assertThat(z(encoder, Features.NONE, priced(3))[0]).isCloseTo(1 / Math.sqrt(2.5), within(1e-15));
    }

    @Test
    void asLongAsAllValuesWereTheSameOnlyTheDirectionIsKnown() {
        z(encoder, Features.NONE, priced(10));

        assertThat(z(encoder, Features.NONE, priced(10, 10))).containsExactly(0, 0);
        assertThat(z(encoder, Features.NONE, priced(10, 5000, -1))).containsExactly(0, 1, -1);
    }

    @Test
    void aWildValueIsCutAtFiveStandardDeviations() {
        z(encoder, Features.NONE, priced(1, 3));

        assertThat(z(encoder, Features.NONE, priced(1e39, -1e39))).containsExactly(5, -5);
    }

    @Test
    void contextNumbersAreLearntOnceARoundWhateverTheNumberOfArms() {
        Encoder few = Encoder.of(32);
        Encoder many = Encoder.of(32);
        for (double age : new double[] {20, 30, 70}) {
            few.encode(number("age", age), List.of(new Arm("a", Features.NONE)));
            many.encode(number("age", age), List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE)));
        }
        List<Arm> arms = List.of(new Arm("a", Features.NONE));

        assertThat(many.encodeWithoutLearning(number("age", 33), arms).features(0))
                .isEqualTo(few.encodeWithoutLearning(number("age", 33), arms).features(0));
    }

    @Test
    void contextAndArmHaveStatisticsOfTheirOwn() {
        encoder.encode(number("price", 1000), priced(1, 3));
        encoder.encode(number("price", 3000), priced(2));

        assertThat(z(encoder, number("price", 2000), priced(2))[0]).isZero();
    }

    @Test
    void aMissingNumberIsTheMean() {
        z(encoder, Features.NONE, priced(1, 3));

        double[] missing = encoder.encodeWithoutLearning(Features.NONE, List.of(new Arm("a", Features.NONE)))
                .features(0);
        double[] mean = encoder.encodeWithoutLearning(Features.NONE, priced(2)).features(0);

        assertThat(missing).isEqualTo(mean);
    }

    @Test
    void everyPositionOfAListHasItsOwnScale() {
        Encoder two = new Encoder(EncoderDefinition.builder()
                .dimension(4096)
                .bias(false)
                .interactions()
                .build());
        for (double v : new double[] {1, 3}) {
            two.encode(Features.NONE, List.of(listed(v, 1000 * v)));
        }
        double[] x = two.encode(Features.NONE, List.of(listed(4, 4000))).features(0);

        assertThat(Arrays.stream(x).filter(v -> v != 0).map(Math::abs).toArray())
                .containsExactly(new double[] {Math.sqrt(2), Math.sqrt(2)}, within(1e-15));
    }

    private static Arm listed(double... values) {
        List<Double> list = new ArrayList<>();
        for (double value : values) {
            list.add(value);
        }
        return new Arm("a", Features.builder().numbers("v", list).build());
    }

    @Test
    void tinyAndConstantNumbersNeverMakeANan() {
        for (double v : new double[] {0, Double.MIN_VALUE, -Double.MIN_VALUE, 1e-300, 1e40, -1e40, 0}) {
            assertThat(z(encoder, Features.NONE, priced(v, v))).doesNotContain(Double.NaN);
        }
    }

    @Test
    void aRefusedRoundLeavesEverythingAsItWas() {
        z(encoder, number("age", 30), priced(1, 3));
        byte[] before = Checkpoint.write(encoder);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(number("height", 2), priced(1, 2, 1e41)))
                .withMessage("arm feature price = 1.0E41 must be a number of size at most 1.0E40");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(number("age", -1e300), priced(1)))
                .withMessage("context feature age = -1.0E300 must be a number of size at most 1.0E40");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(number("new", 1), List.of()))
                .withMessageContaining("at least one arm");
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);

        assertThat(z(encoder, number("age", 30), priced(4))[0]).isEqualTo(2 / Math.sqrt(2));
    }

    @Test
    void lookingLearnsNothingAndKnowsNoLimit() {
        byte[] before = Checkpoint.write(encoder);
        for (int i = 0; i < 5000; i++) {
            encoder.encodeWithoutLearning(number("n" + i, i), priced(i));
        }

        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
    }

    @Test
    void theNumberOfNamesThatAreLearntIsBounded() {
        for (int i = 0; i < 4096; i++) {
            encoder.encode(number("n" + i, i), List.of(new Arm("a", Features.NONE)));
        }
        byte[] before = Checkpoint.write(encoder);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(number("n17", 1), priced(1)))
                .withMessageContaining("arm feature price is one named number more than the 4096");
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
        encoder.encode(number("n17", 1), List.of(new Arm("a", Features.NONE)));
    }

    @Test
    void withoutStandardisationNothingIsLearntAndNamesAreUnbounded() {
        Encoder raw = new Encoder(
                EncoderDefinition.builder().standardise(false).dimension(64).build());
        for (int i = 0; i < 5000; i++) {
            raw.encode(number("n" + i, 1e40), priced(1e40));
        }

        assertThat(raw.encode(number("n", 0), priced(1)).dimension()).isEqualTo(64);
    }
}
