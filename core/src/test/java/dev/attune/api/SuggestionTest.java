package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionTest {
    private static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("x", "x", 0, 1, 0, 1, Scale.LINEAR, 0.5));

    private static MemoReader memo(double... numbers) {
        return new Suggestion(SPACE.preset(), numbers).credit(SPACE, numbers.length, 0.5);
    }

    @Test
    void numbersAreReadInTheirOrder() {
        MemoReader memo = memo(3, 1e15, 1, 0, -7.5);
        assertThat(memo.index("a", 4)).isEqualTo(3);
        assertThat(memo.whole("b", 1, Long.MAX_VALUE)).isEqualTo(1_000_000_000_000_000L);
        assertThat(memo.probability()).isEqualTo(1);
        assertThat(memo.share("c")).isEqualTo(0);
        assertThat(memo.finite("d")).isEqualTo(-7.5);
    }

    @Test
    void numbersThatCannotHaveBeenWrittenAreRejectedByName() {
        rejects(memo -> memo.index("a", 4), "a = ", 4, -1, 0.5, Double.NaN);
        rejects(memo -> memo.whole("b", 1, 9), "b = ", 0, 10, 1.5, Double.NaN, Double.POSITIVE_INFINITY);
        rejects(MemoReader::probability, "probability = ", 0, 1.1, Double.NaN);
        rejects(memo -> memo.share("c"), "c = ", -0.1, 1.1, Double.NaN);
        rejects(memo -> memo.finite("d"), "d = ", Double.NaN, Double.NEGATIVE_INFINITY, 1e200);
    }

    private static void rejects(Consumer<MemoReader> read, String name, double... numbers) {
        for (double number : numbers) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read.accept(memo(number)))
                    .withMessageContaining("memo")
                    .withMessageContaining(name + number);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.1e100})
    void rewardThatCannotBeSummedIsRejected(double reward) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Suggestion.of(SPACE.preset()).credit(SPACE, 0, reward))
                .withMessageContaining("reward = " + reward);
    }

    @Test
    void settingsOfOtherSpacesAndMemosOfOtherLengthsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Suggestion.of(SettingSpace.EMPTY.preset()).credit(SPACE, 0, 1))
                .withMessageContaining("does not fit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Suggestion.of(SPACE.preset()).credit(SPACE, 2, 1))
                .withMessageContaining("the memo of the suggestion has 0 numbers, this tuner writes 2");
    }
}
