package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Hyperparameter;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateFormatException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every tuner promises. One small subclass per tuner; those that know their probabilities also implement {@link
 * CandidateLaws}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // so that dimensions() may ask the subclass
abstract class TunerContract {
    static final int ROUNDS = 500;

    /** A new tuner for these hyperparameters; two calls make equal ones. */
    public abstract Tuner make(SettingSpace space);

    /** The largest number of hyperparameters that the tuner supports. */
    int largestDimension() {
        return 4;
    }

    /** False for a tuner that learns nothing, whose states are all alike. */
    boolean learns() {
        return true;
    }

    @SuppressWarnings("UnusedMethod") // a source of JUnit
    private List<Integer> dimensions() {
        return IntStream.rangeClosed(1, largestDimension()).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("dimensions")
    void suggestionsLieInTheSearchBoxOfTheTunersSpace(int p) {
        SettingSpace space = Stories.space(p);
        Tuner tuner = make(space);
        assertThat(tuner.space()).isEqualTo(space);
        for (Suggestion suggestion : new Stories(tuner).play(1, ROUNDS)) {
            assertThat(suggestion.setting().space()).isEqualTo(space);
            for (int i = 0; i < p; i++) {
                Hyperparameter parameter = space.parameters().get(i);
                assertThat(suggestion.setting().get(i))
                        .as("%s", parameter.name())
                        .isBetween(parameter.low(), parameter.high());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dimensions")
    void sameStateAndGeneratorGiveTheSameSuggestion(int p) {
        SettingSpace space = Stories.space(p);
        Tuner tuner = make(space);
        Stories story = new Stories(tuner);
        for (int t = 1; t <= 200; t += 20) {
            story.play(t, t + 20);
            Tuner twin = make(space);
            Stories.restore(Stories.state(tuner), twin);
            byte[] before = Stories.state(tuner);
            Suggestion first = Stories.suggest(tuner, 1000 + t);
            Stories.restore(before, tuner);
            assertSame(Stories.suggest(tuner, 1000 + t), first);
            assertSame(Stories.suggest(twin, 1000 + t), first);
        }
    }

    /** Rewards up to 150 rounds late, so also shuffled; a tenth never comes, a tenth comes twice. */
    @ParameterizedTest
    @MethodSource("dimensions")
    void lateShuffledMissingAndDuplicateRewardsAreNoTrouble(int p) {
        Tuner tuner = make(Stories.space(p));
        Tuner twin = make(Stories.space(p));
        List<Suggestion> suggestions = new Stories(tuner).play(1, ROUNDS);
        assertSame(new Stories(twin).play(1, ROUNDS), suggestions);
        assertThat(Stories.state(twin)).isEqualTo(Stories.state(tuner));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1})
    void oneRewardForEverythingIsNoTrouble(double reward) {
        Tuner tuner = make(Stories.space(1));
        Tuner twin = make(Stories.space(1));
        Stories story = new Stories(tuner).paying(s -> reward);
        assertSame(new Stories(twin).paying(s -> reward).play(1, 3 * ROUNDS), story.play(1, 3 * ROUNDS));
        assertThat(Stories.state(twin)).isEqualTo(Stories.state(tuner));
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                -1e-300,
                1.0000000000000002,
                -1,
                100
            })
    void rewardOutsideZeroToOneIsRefusedByNameAndChangesNothing(double reward) {
        Tuner tuner = make(Stories.space(1));
        new Stories(tuner).play(1, 60);
        Suggestion suggestion = Stories.suggest(tuner, 60);
        refuses(tuner, suggestion, reward, "reward = " + reward);
    }

    @ParameterizedTest
    @MethodSource("dimensions")
    void suggestionForOtherHyperparametersIsRefusedAndChangesNothing(int p) {
        Tuner tuner = make(Stories.space(p));
        new Stories(tuner).play(1, 60);
        Suggestion own = Stories.suggest(tuner, 60);
        Suggestion renamed = new Suggestion(Stories.otherSpace(p).preset(), own.memo());
        refuses(tuner, renamed, 0.5, "other0");
        Suggestion wider = new Suggestion(Stories.space(p + 1).preset(), own.memo());
        refuses(tuner, wider, 0.5, "does not fit");
    }

    @ParameterizedTest
    @MethodSource("dimensions")
    void suggestionOfAnotherTunerIsRefusedAndChangesNothing(int p) {
        Tuner tuner = make(Stories.space(p));
        new Stories(tuner).play(1, 60);
        Suggestion own = Stories.suggest(tuner, 60);
        int length = own.memo().length;
        refuses(tuner, new Suggestion(own.setting(), Arrays.copyOf(own.memo(), length + 1)), 0.5, "memo");
        if (length > 0) {
            refuses(tuner, new Suggestion(own.setting(), Arrays.copyOf(own.memo(), length - 1)), 0.5, "memo");
            refuses(tuner, Suggestion.of(own.setting()), 0.5, "memo");
        }
        for (int i = 0; i < length; i++) {
            double[] damaged = own.memo().clone();
            damaged[i] = Double.NaN;
            refuses(tuner, new Suggestion(own.setting(), damaged), 0.5, "memo");
        }
    }

    private static void refuses(Tuner tuner, Suggestion suggestion, double reward, String reason) {
        byte[] before = Stories.state(tuner);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.observe(suggestion, reward))
                .withMessageContaining(reason);
        assertThat(Stories.state(tuner)).isEqualTo(before);
    }

    /** Rewards of suggestions from before the checkpoint arrive after it. */
    @ParameterizedTest
    @MethodSource("dimensions")
    void restoredTunerMakesTheSameNextSuggestionsAndEndsInTheSameState(int p) {
        for (int saveAt : new int[] {1, 7, 120, 400}) {
            Tuner original = make(Stories.space(p));
            Stories story = new Stories(original);
            story.play(1, saveAt);
            byte[] saved = Stories.state(original);
            Tuner restored = make(Stories.space(p));
            new Stories(restored).play(5000, 5100); // another history, to be replaced completely
            Stories.restore(saved, restored);
            assertThat(Stories.state(restored)).isEqualTo(saved);
            Stories continued = story.copyFor(restored);
            assertSame(continued.play(saveAt, saveAt + 100), story.play(saveAt, saveAt + 100));
            assertThat(Stories.state(restored)).isEqualTo(Stories.state(original));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 300})
    void damagedStateIsRefusedAndChangesNothing(int rounds) {
        Tuner tuner = make(Stories.space(1));
        new Stories(tuner).play(1, rounds);
        byte[] sound = Stories.state(tuner);
        for (int at = 0; at < sound.length; at += Math.max(1, sound.length / 97)) {
            byte[] flipped = sound.clone();
            flipped[at] ^= 0x10;
            Assertions.assertThatExceptionOfType(StateFormatException.class)
                    .isThrownBy(() -> Stories.restore(flipped, tuner));
            assertThat(Stories.state(tuner)).isEqualTo(sound);
        }
    }

    @Test
    void rewardsChangeTheStateOfATunerThatLearns() {
        Tuner tuner = make(Stories.space(1));
        new Stories(tuner).play(1, 60);
        Suggestion suggestion = Stories.suggest(tuner, 60);
        byte[] before = Stories.state(tuner);
        tuner.observe(suggestion, 0.75);
        if (learns()) {
            assertThat(Stories.state(tuner)).isNotEqualTo(before);
        } else {
            assertThat(Stories.state(tuner)).isEqualTo(before);
        }
    }

    static void assertSame(List<Suggestion> actual, List<Suggestion> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int k = 0; k < actual.size(); k++) {
            assertSame(actual.get(k), expected.get(k));
        }
    }

    static void assertSame(Suggestion actual, Suggestion expected) {
        assertThat(actual.setting()).isEqualTo(expected.setting());
        assertThat(actual.memo()).containsExactly(expected.memo());
    }
}
