package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class RequireTest {
    private static final double LIMIT = 1e100;
    private static final double LARGEST_WORD = 0xFFFFFFFFL;

    private static void assertRejected(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining(message);
    }

    @Test
    void countsAndNumbersMustBePositive() {
        assertThat(Require.positive("n", 1)).isEqualTo(1);
        assertRejected(() -> Require.positive("n", 0), "n = 0 must be at least 1");
        assertThat(Require.positive("x", LIMIT)).isEqualTo(LIMIT);
        assertThat(Require.positive("x", Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
        assertRejected(() -> Require.positive("x", 0.0), "x = 0.0 must be a positive finite number");
        assertRejected(() -> Require.positive("x", 2 * LIMIT), "must be a positive finite number");
        assertRejected(() -> Require.positive("x", Double.NaN), "x = NaN");
    }

    @Test
    void armsMustHaveTheFormThatThePolicyExpects() {
        ActionSet vectors = ActionSet.ofRows(new double[] {1, 2});
        ActionSet sparse = ActionSet.crossed(new Terms(), new Terms(), new int[] {0}, 1);
        assertThat(Require.dimension(vectors, 2)).isSameAs(vectors);
        assertThat(Require.dimension(sparse, 0)).isSameAs(sparse);
        assertRejected(() -> Require.dimension(vectors, 3), "the arms have 2 features, the policy expects 3");
        assertRejected(() -> Require.dimension(vectors, 0), "vectors of 2 features, the policy expects sparse arms");
        assertRejected(() -> Require.dimension(sparse, 3), "the arms are sparse, the policy expects vectors of 3");
    }

    @Test
    void vectorsMustHaveTheRightLengthAndFiniteNumbers() {
        double[] x = {-LIMIT, LIMIT};
        assertThat(Require.features(x, 2)).isSameAs(x);
        assertRejected(() -> Require.features(x, 1), "x has 2 features, the policy expects 1");
        assertRejected(() -> Require.features(new double[] {0, Double.NaN}, 2), "feature 1 = NaN");
        assertRejected(() -> Require.features(new double[] {2 * LIMIT, 0}, 2), "feature 0 = 2.0E100");
    }

    @Test
    void sparseTermsMustBeWholeGroups() {
        double[] x = {1, 2, 0, LARGEST_WORD, LIMIT, LARGEST_WORD, 0, -LIMIT, 1, 2, 3, 0, 0};
        assertThat(Require.features(x, 0)).isSameAs(x);
        assertThat(Require.features(new double[0], 0)).isEmpty();
        assertRejected(() -> Require.features(new double[] {0, 0, 1}, 0), "position 2 of x is not the start");
        assertRejected(() -> Require.features(new double[] {-1, 0}, 0), "position 0 of x is not the start");
        assertRejected(() -> Require.features(new double[] {0, .5}, 0), "position 0 of x is not the start");
        assertRejected(() -> Require.features(new double[] {3, 0}, 0), "position 0 of x is not the start");
        assertRejected(
                () -> Require.features(new double[] {1, 1, 0, 0, 0}, 0),
                "x has 5 numbers, but its last group of sparse terms ends at 8");
        for (double word : new double[] {-1, .5, LARGEST_WORD + 1, Double.NaN}) {
            assertRejected(() -> Require.features(new double[] {1, 0, word, 0, 1}, 0), "position 2 of x has the key");
            assertRejected(() -> Require.features(new double[] {1, 0, 0, word, 1}, 0), "position 2 of x has the key");
        }
        assertRejected(
                () -> Require.features(new double[] {0, 2, 0, 0, 1, 0, 0, 2 * LIMIT}, 0),
                "the term at position 5 of x = 2.0E100");
    }
}
