package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActionSetTest {
    /** What no feature may be: not a number, infinite, or so large that its square could overflow in a sum. */
    private static final String[] UNUSABLE = {"NaN", "Infinity", "-Infinity", "1.0E101", "-1.0E101"};

    @Test
    void rowsFeaturesBuilderAndWrapDescribeTheSameArms() {
        double[][] rows = {{1, 2}, {3, 4}, {5, 6}};
        double[][] byFeature = {{1, 3, 5}, {2, 4, 6}};

        ActionSet fromBuilder =
                ActionSet.builder(2).add(1, 2).add(3, 4).add(5, 6).build();
        assertSame(rows, ActionSet.ofRows(rows));
        assertSame(rows, ActionSet.ofFeatures(byFeature));
        assertSame(rows, fromBuilder);
        assertSame(rows, ActionSet.wrap(byFeature, 3));
        assertSame(rows, ActionSet.wrap(new double[][] {{1, 3, 5, Double.NaN}, {2, 4, 6, -7}}, 3));
    }

    private static void assertSame(double[][] rows, ActionSet arms) {
        assertThat(arms.arms()).isEqualTo(rows.length);
        assertThat(arms.dimension()).isEqualTo(rows[0].length);
        for (int k = 0; k < rows.length; k++) {
            assertThat(arms.features(k)).containsExactly(rows[k]);
            for (int i = 0; i < rows[k].length; i++) {
                assertThat(arms.byFeature()[i][k]).isEqualTo(rows[k][i]);
            }
        }
    }

    @Test
    void copiesKeepTheirNumbersWhenTheCallersArraysChange() {
        double[][] rows = {{1, 2}, {3, 4}};
        double[][] byFeature = {{1, 3}, {2, 4}};
        ActionSet fromRows = ActionSet.ofRows(rows);
        ActionSet fromFeatures = ActionSet.ofFeatures(byFeature);
        rows[1][0] = -9;
        byFeature[0][1] = -9;

        assertThat(fromRows.features(1)).containsExactly(3, 4);
        assertThat(fromFeatures.features(1)).containsExactly(3, 4);
    }

    @Test
    void wrapSharesItsArraysWithTheCaller() {
        double[][] byFeature = {{1, 3}, {2, 4}};
        assertThat(ActionSet.wrap(byFeature, 2).byFeature()).isSameAs(byFeature);
    }

    @Test
    void featuresOfAnArmAreACopy() {
        ActionSet arms = ActionSet.ofRows(new double[] {1, 2});
        arms.features(0)[0] = 7;
        assertThat(arms.features(0)).containsExactly(1, 2);
    }

    @Test
    void builderGrowsBeyondItsFirstCapacityAndStartsAfreshAfterBuild() {
        ActionSet.Builder builder = ActionSet.builder(2);
        for (int k = 0; k < 100; k++) {
            builder.add(k, -k);
        }
        ActionSet hundred = builder.build();
        ActionSet one = builder.add(8, 9).build();

        assertThat(hundred.arms()).isEqualTo(100);
        assertThat(hundred.features(0)).containsExactly(0, 0);
        assertThat(hundred.features(99)).containsExactly(99, -99);
        assertSame(new double[][] {{8, 9}}, one);
    }

    @Test
    void builderGrowsFromASingleExpectedArm() {
        ActionSet one = ActionSet.ofRows(new double[] {5});
        assertSame(new double[][] {{5}}, one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1.0E101", "-1.0E101"})
    void anUnusableNumberIsRefusedNamingArmFeatureAndValue(String text) {
        double bad = Double.parseDouble(text);
        double[][] rows = {{1, 2, 3}, {4, 5, bad}};
        double[][] byFeature = {{1, 4}, {2, 5}, {3, bad}};

        assertRefused(() -> ActionSet.ofRows(rows), "arm 1", "feature 2", text);
        assertRefused(() -> ActionSet.ofFeatures(byFeature), "arm 1", "feature 2", text);
        assertRefused(() -> ActionSet.wrap(byFeature, 2), "arm 1", "feature 2", text);
        assertRefused(() -> ActionSet.builder(3).add(1, 2, 3).add(4, 5, bad).build(), "arm 1", "feature 2", text);
    }

    @Test
    void oneFeatureVectorIsHeldToTheSameRule() {
        for (String text : UNUSABLE) {
            double bad = Double.parseDouble(text);
            assertRefused(() -> Require.features(new double[] {0, bad}, 2), "feature 1", text);
        }
        assertRefused(() -> Require.features(new double[3], 2), "3", "2");
        double[] good = {-1e100, 1e100};
        assertThat(Require.features(good, 2)).isSameAs(good);
    }

    @Test
    void theLargestUsableNumbersAreAccepted() {
        assertThat(ActionSet.ofRows(new double[] {1e100, -1e100}).features(0)).containsExactly(1e100, -1e100);
    }

    @Test
    void anEmptyArmSetIsRefused() {
        assertRefused(() -> ActionSet.ofRows(), "at least one arm", "empty");
        assertRefused(() -> ActionSet.ofFeatures(new double[0]), "at least one arm", "empty");
        assertRefused(() -> ActionSet.wrap(new double[][] {{1}}, 0), "at least one arm", "empty");
        assertRefused(() -> ActionSet.wrap(new double[][] {{1}}, -1), "at least one arm", "empty");
        assertRefused(() -> ActionSet.builder(3).build(), "at least one arm", "empty");
    }

    @Test
    void armsWithoutFeaturesAreRefused() {
        assertRefused(() -> ActionSet.ofRows(new double[0]), "features", "0", "at least 1");
        assertRefused(() -> ActionSet.builder(0), "features", "0", "at least 1");
        assertRefused(() -> ActionSet.builder(-2), "features", "-2", "at least 1");
        assertRefused(() -> ActionSet.wrap(new double[0][], 1), "at least one feature");
    }

    @Test
    void raggedRowsAreRefusedNamingTheArm() {
        assertRefused(() -> ActionSet.ofRows(new double[] {1, 2}, new double[] {3}), "arm 1", "1 features", "2");
        assertRefused(() -> ActionSet.ofRows(new double[] {1}, new double[] {3, 4}), "arm 1", "2 features", "1");
        assertRefused(() -> ActionSet.builder(1).add(3, 4), "arm 0", "2 features", "1");
    }

    @Test
    void raggedFeaturesAreRefusedNamingTheFeature() {
        assertRefused(() -> ActionSet.ofFeatures(new double[] {1, 2}, new double[] {3}), "feature 1", "1", "2");
        assertRefused(() -> ActionSet.ofFeatures(new double[] {1, 2}, new double[] {3, 4, 5}), "feature 1", "3", "2");
        assertRefused(() -> ActionSet.wrap(new double[][] {{1, 2}, {3}}, 2), "feature 1", "1", "2");
    }

    @Test
    void anArmThatIsNotThereIsRefusedByName() {
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {2});
        assertRefused(() -> arms.features(2), "arm = 2", "2 arms");
        assertRefused(() -> arms.features(-1), "arm = -1");
    }

    @Test
    void armsOfAnotherDimensionAreRefusedNamingBoth() {
        ActionSet arms = ActionSet.ofRows(new double[] {1, 2, 3});
        assertThat(Require.dimension(arms, 3)).isSameAs(arms);
        assertRefused(() -> Require.dimension(arms, 4), "3", "4");
    }

    private static void assertRefused(ThrowingCallable call, String... namedInTheMessage) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.getMessage()).contains(namedInTheMessage));
    }
}
