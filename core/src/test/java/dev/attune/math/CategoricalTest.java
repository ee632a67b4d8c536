package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CategoricalTest {
    @Test
    void drawsTheOutcomeWhoseShareHoldsTheNumber() {
        double[] p = {0.25, 0.5, 0.25};
        assertThat(Categorical.draw(p, 0)).isZero();
        assertThat(Categorical.draw(p, Math.nextDown(0.25))).isZero();
        assertThat(Categorical.draw(p, 0.25)).isEqualTo(1);
        assertThat(Categorical.draw(p, Math.nextDown(0.75))).isEqualTo(1);
        assertThat(Categorical.draw(p, 0.75)).isEqualTo(2);
    }

    @Test
    void neverDrawsTheImpossible() {
        assertThat(Categorical.draw(new double[] {0, 1, 0}, 0)).isEqualTo(1);
        assertThat(Categorical.draw(new double[] {0.3, 0.7 - 1e-12, 0}, Math.nextDown(1.0)))
                .isEqualTo(1);
    }
}
