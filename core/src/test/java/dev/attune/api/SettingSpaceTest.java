package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingSpaceTest {
    private static final Hyperparameter EXPLORE =
            new Hyperparameter("explore", "alpha", 0, 100, 0.1, 5, Scale.LINEAR, 1);
    private static final Hyperparameter STEP = new Hyperparameter("step", "eta", 1e-6, 1e6, 0.01, 100, Scale.LOG, 0.5);
    private static final SettingSpace SPACE = SettingSpace.of(EXPLORE, STEP);

    @Test
    void theUnitCubeCoversTheSearchBoxAndMeetsItsEndsExactly() {
        assertThat(SPACE.fromUnit(0, 0).toArray()).containsExactly(0.1, 0.01);
        assertThat(SPACE.fromUnit(1, 1).toArray()).containsExactly(5, 100);
        assertThat(SPACE.toUnit(SPACE.setting(0.1, 0.01))).containsExactly(0, 0);
        assertThat(SPACE.toUnit(SPACE.setting(5, 100))).containsExactly(1, 1);
    }

    @Test
    void halfwayIsTheArithmeticMeanOnALinearScaleAndTheGeometricOnALogScale() {
        Setting middle = SPACE.fromUnit(0.5, 0.5);
        assertThat(middle.get("explore")).isCloseTo(2.55, within(1e-15));
        assertThat(middle.get("step")).isCloseTo(1, within(1e-15));
    }

    @Test
    void aLogScaleHasEqualFactorsPerStep() {
        assertThat(STEP.fromUnit(0.25)).isCloseTo(0.1, within(1e-15));
        assertThat(STEP.fromUnit(0.75)).isCloseTo(10, within(1e-13));
        assertThat(STEP.toUnit(0.1)).isCloseTo(0.25, within(1e-15));
        assertThat(STEP.toUnit(10)).isCloseTo(0.75, within(1e-15));
    }

    @Test
    void acceptedValuesOutsideTheSearchBoxMapToItsNearerEnd() {
        assertThat(SPACE.toUnit(SPACE.setting(0, 1e-6))).containsExactly(0, 0);
        assertThat(SPACE.toUnit(SPACE.setting(100, 1e6))).containsExactly(1, 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.001, 1.001, Double.NaN, Double.POSITIVE_INFINITY})
    void aPositionOutsideTheUnitCubeIsRefusedNamingParameterAndValue(double u) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SPACE.fromUnit(0.5, u))
                .withMessageContaining("step")
                .withMessageContaining(Double.toString(u));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, 100.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aValueOutOfBoundsIsRefusedNamingParameterAndValue(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SPACE.setting(value, 1))
                .withMessageContaining("explore = " + value)
                .withMessageContaining("[0.0, 100.0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EXPLORE.toUnit(value))
                .withMessageContaining("explore = " + value);
    }

    @Test
    void theBoundsThemselvesAreAccepted() {
        assertThat(SPACE.setting(0, 1e-6).toArray()).containsExactly(0, 1e-6);
        assertThat(SPACE.setting(100, 1e6).toArray()).containsExactly(100, 1e6);
    }

    @Test
    void theWrongNumberOfValuesIsRefusedNamingTheParameters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SPACE.setting(1))
                .withMessageContaining("(explore, step)")
                .withMessageContaining("2 values, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SPACE.fromUnit(0, 0, 0))
                .withMessageContaining("(explore, step)")
                .withMessageContaining("2 coordinates, not 3");
    }

    @Test
    void aForeignSettingIsRefused() {
        Setting foreign = SettingSpace.of(EXPLORE).preset();
        Setting swapped = SettingSpace.of(STEP, EXPLORE).preset();
        Setting renamed = SettingSpace.of(
                        EXPLORE, new Hyperparameter("kappa", "kappa", 1e-6, 1e6, 0.01, 100, Scale.LOG, 0.5))
                .preset();
        for (Setting other : new Setting[] {foreign, swapped, renamed, SettingSpace.EMPTY.preset()}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SPACE.require(other))
                    .withMessageContaining(other.toString())
                    .withMessageContaining("(explore, step)");
            assertThatIllegalArgumentException().isThrownBy(() -> SPACE.toUnit(other));
        }
    }

    @Test
    void aSettingThatWasCheckedAgainstWiderBoundsIsRefused() {
        Setting wider = SettingSpace.of(new Hyperparameter("explore", "alpha", -1, 100, 0.1, 5, Scale.LINEAR, 1), STEP)
                .setting(-0.5, 1);
        Setting higher = SettingSpace.of(new Hyperparameter("explore", "alpha", 0, 101, 0.1, 5, Scale.LINEAR, 1), STEP)
                .setting(100.5, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> SPACE.require(wider));
        assertThatIllegalArgumentException().isThrownBy(() -> SPACE.require(higher));
    }

    @Test
    void aSpaceWithANarrowerSearchBoxIsAcceptedByThePolicysSpace() {
        SettingSpace narrower = SPACE.searching("explore", 0.5, 0.75, Scale.LOG);
        Setting setting = narrower.fromUnit(1, 0);

        assertThat(setting.toArray()).containsExactly(0.75, 0.01);
        assertThat(SPACE.require(setting)).isSameAs(setting);
        assertThat(narrower).isNotEqualTo(SPACE);
        assertThat(narrower.parameters().get(1)).isEqualTo(STEP);
        assertThat(SPACE.parameters()).containsExactly(EXPLORE, STEP);
    }

    @Test
    void aSpaceWithNarrowerBoundsIsAcceptedByThePolicysSpace() {
        Setting cautious = SettingSpace.of(
                        new Hyperparameter("explore", "alpha", 0.5, 2, 0.5, 2, Scale.LINEAR, 1), STEP)
                .setting(2, 1);
        assertThat(SPACE.require(cautious)).isSameAs(cautious);
    }

    @Test
    void anUnknownNameIsRefusedNamingTheOnesThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SPACE.preset().get("lambda"))
                .withMessageContaining("lambda")
                .withMessageContaining("(explore, step)");
        assertThatIllegalArgumentException().isThrownBy(() -> SPACE.searching("lambda", 0, 1, Scale.LINEAR));
        assertThat(SPACE.indexOf("step")).isEqualTo(1);
    }

    @Test
    void thePresetIsASettingOfTheSpace() {
        assertThat(SPACE.preset()).isEqualTo(SPACE.setting(1, 0.5));
        assertThat(SPACE.preset().space()).isSameAs(SPACE);
        assertThat(SPACE.size()).isEqualTo(2);
        assertThat(SettingSpace.EMPTY.size()).isZero();
        assertThat(SettingSpace.EMPTY.preset().toArray()).isEmpty();
    }

    @Test
    void settingsAreValuesThatNobodyCanChange() {
        double[] values = {1, 2};
        Setting setting = SPACE.setting(values);
        values[0] = 50;
        setting.toArray()[1] = 50;

        assertThat(setting.get(0)).isEqualTo(1);
        assertThat(setting.get(1)).isEqualTo(2);
        assertThat(setting).hasToString("{explore=1.0, step=2.0}");
        assertThat(setting).isEqualTo(SPACE.setting(1, 2)).hasSameHashCodeAs(SPACE.setting(1, 2));
        assertThat(setting).isNotEqualTo(SPACE.setting(1, 3)).isNotEqualTo(SPACE.setting(2, 2));
        assertThat(setting).isNotEqualTo(new Object());
    }

    @Test
    void spacesAreEqualWhenTheirParametersAre() {
        assertThat(SettingSpace.of(EXPLORE, STEP)).isEqualTo(SPACE).hasSameHashCodeAs(SPACE);
        assertThat(SettingSpace.of(STEP, EXPLORE)).isNotEqualTo(SPACE);
        assertThat(SPACE.toString()).contains("explore", "step");
    }

    @Test
    void twoHyperparametersOfOneNameAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingSpace.of(EXPLORE, EXPLORE))
                .withMessageContaining("explore");
    }

    @Test
    void aHyperparameterWhoseRangesDoNotNestIsRefused() {
        assertRefused(() -> EXPLORE.searching(-0.1, 5, Scale.LINEAR), "explore", "low=-0.1");
        assertRefused(() -> EXPLORE.searching(0.1, 101, Scale.LINEAR), "explore", "high=101.0");
        assertRefused(() -> EXPLORE.searching(3, 3, Scale.LINEAR), "explore", "low=3.0");
        assertRefused(() -> EXPLORE.searching(Double.NaN, 3, Scale.LINEAR), "explore", "NaN");
        assertRefused(() -> EXPLORE.searching(0, 5, Scale.LOG), "explore", "positive", "0.0");
        assertRefused(() -> hyperparameter("x", 0, Double.POSITIVE_INFINITY, 1), "x", "Infinity");
        assertRefused(() -> hyperparameter("x", Double.NEGATIVE_INFINITY, 2, 1), "x", "Infinity");
        assertRefused(() -> hyperparameter(" ", 0, 1, 1), "name");
    }

    @Test
    void aPresetOutsideTheAcceptedValuesIsRefused() {
        assertRefused(() -> hyperparameter("x", 0, 1, 1.5), "x", "1.5", "[0.0, 1.0]");
        assertRefused(() -> hyperparameter("x", 0, 1, -0.5), "x", "-0.5");
        assertRefused(() -> hyperparameter("x", 0, 1, Double.NaN), "x", "NaN");
    }

    private static Hyperparameter hyperparameter(String name, double min, double max, double preset) {
        return new Hyperparameter(name, "x", min, max, 0, 1, Scale.LINEAR, preset);
    }

    private static void assertRefused(ThrowingCallable call, String... named) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.getMessage()).contains(named));
    }
}
