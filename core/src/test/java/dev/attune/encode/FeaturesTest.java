package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
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

    private enum Channel {
        WEB,
        APP
    }

    @Test
    void ofTakesAlternatingNamesAndValues() {
        Features features = Features.of(
                "country",
                "DE",
                "age",
                31,
                "score",
                0.5f,
                "returning",
                true,
                "channel",
                Channel.APP,
                "topics",
                List.of("sport", "news"),
                "channels",
                List.of(Channel.WEB, Channel.APP),
                "position",
                List.of(1, 2.5),
                "nothing",
                List.of());

        assertThat(features)
                .isEqualTo(Features.builder()
                        .category("country", "DE")
                        .number("age", 31)
                        .number("score", 0.5)
                        .flag("returning", true)
                        .category("channel", "APP")
                        .tags("topics", List.of("sport", "news"))
                        .tags("channels", List.of("WEB", "APP"))
                        .numbers("position", List.of(1.0, 2.5))
                        .tags("nothing", List.of())
                        .build());
        assertThat(Features.of()).isEqualTo(Features.NONE);
    }

    @Test
    void ofNamesTheFeatureWhoseValueIsInvalid() {
        assertOfRejects("feature age is null", "age", null);
        assertOfRejects("feature age is NaN, not a finite number", "age", Double.NaN);
        assertOfRejects("feature age is Infinity", "country", "DE", "age", Float.POSITIVE_INFINITY);
        assertOfRejects("feature who is of java.lang.Object; a value is a number, text", "who", new Object());
        assertOfRejects("feature who is of [I", "who", new int[] {1});
        assertOfRejects("feature v is NaN", "v", List.of(1, Double.NaN));
        assertOfRejects("feature t has values that are neither all numbers nor all texts", "t", List.of("a", 1));
        assertOfRejects("feature t has values", "t", Arrays.asList("a", null));
        assertOfRejects("feature age is given twice", "age", 1, "age", 2);
        assertOfRejects("a feature has an empty name", "", 1);
        assertOfRejects("position 2 must be the name of a feature, not 7", "age", 1, 7, 2);
        assertOfRejects("names and values must alternate, but there are 3", "age", 1, "country");
    }

    private static void assertOfRejects(String message, Object... namesAndValues) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Features.of(namesAndValues))
                .withMessageStartingWith(message);
    }

    @Test
    void theBuilderNamesTheFeatureThatIsNull() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Features.builder().category("country", null))
                .withMessageStartingWith("feature country is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Features.builder().tags("topics", Arrays.asList("a", null)))
                .withMessageStartingWith("feature topics is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Features.builder().numbers("v", (List<Double>) null))
                .withMessageStartingWith("feature v is null");
    }
}
