package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeaturesTest {
    @Test
    void keepsTheOrderInWhichFeaturesWereGiven() {
        Features features = Features.builder()
                .number("z", 1)
                .category("a", "x")
                .flag("m", true)
                .tags("t", List.of("p", "q"))
                .numbers("v", List.of(1.0, 2.0))
                .build();

        assertThat(features.values().keySet()).containsExactly("z", "a", "m", "t", "v");
    }

    @Test
    void namesTheFeatureThatIsNotANumberOrGivenTwice() {
        Features.Builder builder = Features.builder().number("age", 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.number("income", Double.NaN))
                .withMessage("feature income is NaN, not a finite number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.numbers("v", List.of(1.0, Double.POSITIVE_INFINITY)))
                .withMessage("feature v is Infinity, not a finite number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.flag("age", true))
                .withMessage("feature age is given twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.category("", "x"))
                .withMessage("a feature has an empty name");
    }

    @Test
    void doesNotChangeWhenTheBuilderGoesOn() {
        Features.Builder builder = Features.builder().number("a", 1);
        Features before = builder.build();
        builder.number("b", 2);

        assertThat(before.values()).containsOnlyKeys("a");
    }
}
