package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;

class SettingSpaceProperties {
    @Cases(1000)
    void fromUnitAndBackIsTheSamePoint(Draw draw) {
        Hyperparameter p = hyperparameter(draw);
        double u = draw.between(0.0, 1);
        double value = p.fromUnit(u);
        assertThat(value).isBetween(p.low(), p.high());
        // Rounding the value once costs an ulp of its size, which is this much of the box.
        double size = Math.max(Math.abs(p.low()), Math.abs(p.high()));
        double ulp = p.scale() == Scale.LINEAR ? size / (p.high() - p.low()) : 1 / Math.log(p.high() / p.low());
        assertThat(p.toUnit(value)).isCloseTo(u, within(1e-15 * (1 + 4 * ulp)));
    }

    @Cases(1000)
    void toUnitAndBackIsTheSameValue(Draw draw) {
        Hyperparameter p = hyperparameter(draw);
        double at = draw.between(0.0, 1);
        double value = Math.min(p.high(), p.low() + at * (p.high() - p.low()));
        double size = Math.max(Math.abs(p.low()), Math.abs(p.high()));
        double tolerance = p.scale() == Scale.LINEAR ? 4e-16 * size : 1e-13 * value;
        assertThat(p.fromUnit(p.toUnit(value))).isCloseTo(value, within(tolerance));
    }

    @Cases(1000)
    void theEndsAreMetExactly(Draw draw) {
        Hyperparameter p = hyperparameter(draw);
        assertThat(p.fromUnit(0)).isEqualTo(p.low());
        assertThat(p.fromUnit(1)).isEqualTo(p.high());
        assertThat(p.toUnit(p.low())).isZero();
        assertThat(p.toUnit(p.high())).isOne();
    }

    @Cases(1000)
    void theMappingNeverDecreases(Draw draw) {
        Hyperparameter p = hyperparameter(draw);
        double u = draw.between(0.0, 1);
        double v = draw.between(0.0, 1);
        assertThat(p.fromUnit(Math.min(u, v))).isLessThanOrEqualTo(p.fromUnit(Math.max(u, v)));
    }

    private static Hyperparameter hyperparameter(Draw draw) {
        boolean linear = draw.flag();
        int range = linear ? 1000 : 6;
        double a = draw.decimal(-range, range);
        double b = draw.decimal(-range, range);
        while (a == b) {
            b = draw.decimal(-range, range);
        }
        double low = Math.min(a, b);
        double high = Math.max(a, b);
        return linear ? box(low, high, Scale.LINEAR) : box(Math.pow(10, low), Math.pow(10, high), Scale.LOG);
    }

    private static Hyperparameter box(double low, double high, Scale scale) {
        return new Hyperparameter("p", "p", -1e7, 1e7, low, high, scale, 0);
    }
}
