package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class SettingSpaceProperties {
    @Property(seed = "1")
    void fromUnitAndBackIsTheSamePoint(
            @ForAll("hyperparameters") Hyperparameter p, @ForAll @DoubleRange(min = 0, max = 1) double u) {
        double value = p.fromUnit(u);
        assertThat(value).isBetween(p.low(), p.high());
        // Rounding the value once costs an ulp of its size, which is this much of the box.
        double size = Math.max(Math.abs(p.low()), Math.abs(p.high()));
        double ulp = p.scale() == Scale.LINEAR ? size / (p.high() - p.low()) : 1 / Math.log(p.high() / p.low());
        assertThat(p.toUnit(value)).isCloseTo(u, within(1e-15 * (1 + 4 * ulp)));
    }

    @Property(seed = "1")
    void toUnitAndBackIsTheSameValue(
            @ForAll("hyperparameters") Hyperparameter p, @ForAll @DoubleRange(min = 0, max = 1) double at) {
        double value = Math.min(p.high(), p.low() + at * (p.high() - p.low()));
        double size = Math.max(Math.abs(p.low()), Math.abs(p.high()));
        double tolerance = p.scale() == Scale.LINEAR ? 4e-16 * size : 1e-13 * value;
        assertThat(p.fromUnit(p.toUnit(value))).isCloseTo(value, within(tolerance));
    }

    @Property(seed = "1")
    void theEndsAreMetExactly(@ForAll("hyperparameters") Hyperparameter p) {
        assertThat(p.fromUnit(0)).isEqualTo(p.low());
        assertThat(p.fromUnit(1)).isEqualTo(p.high());
        assertThat(p.toUnit(p.low())).isZero();
        assertThat(p.toUnit(p.high())).isOne();
    }

    @Property(seed = "1")
    void theMappingNeverDecreases(
            @ForAll("hyperparameters") Hyperparameter p,
            @ForAll @DoubleRange(min = 0, max = 1) double u,
            @ForAll @DoubleRange(min = 0, max = 1) double v) {
        assertThat(p.fromUnit(Math.min(u, v))).isLessThanOrEqualTo(p.fromUnit(Math.max(u, v)));
    }

    @Provide
    Arbitrary<Hyperparameter> hyperparameters() {
        Arbitrary<Double> ends = Arbitraries.doubles().between(-1000, 1000).ofScale(3);
        Arbitrary<Hyperparameter> linear = Combinators.combine(ends, ends)
                .filter((a, b) -> !a.equals(b))
                .as((a, b) -> box(Math.min(a, b), Math.max(a, b), Scale.LINEAR));
        Arbitrary<Double> exponents = Arbitraries.doubles().between(-6, 6).ofScale(3);
        Arbitrary<Hyperparameter> log = Combinators.combine(exponents, exponents)
                .filter((a, b) -> !a.equals(b))
                .as((a, b) -> box(Math.pow(10, Math.min(a, b)), Math.pow(10, Math.max(a, b)), Scale.LOG));
        return Arbitraries.oneOf(linear, log);
    }

    private static Hyperparameter box(double low, double high, Scale scale) {
        return new Hyperparameter("p", "p", -1e7, 1e7, low, high, scale, 0);
    }
}
