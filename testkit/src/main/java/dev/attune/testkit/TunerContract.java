package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The laws of a tuner. An author of a {@link Tuner} extends this class and says how a tuner is made; a tuner that knows its probabilities
 * also implements {@link CandidateLaws}. Rounds worked out by hand come on top.
 *
 * <pre>
 *   class MyTunerTest extends TunerContract {
 *       &#64;Override
 *       public Tuner make(SettingSpace space) {
 *           return new MyTuner(space, Horizon.of(ROUNDS));
 *       }
 *   }
 * </pre>
 *
 * <p>Tuners that look at the context get arms with three features.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // so that dimensions() may ask the subclass
public abstract class TunerContract {
    /** The number of rounds of most laws; constants of the tuner should be such that it learns something in them. */
    public static final int ROUNDS = 500;

    private static final double ROUNDING = 1e-9;

    /** Makes a tuner for these hyperparameters; two calls make equal ones. */
    public abstract Tuner make(SettingSpace space);

    /** Returns the largest number of hyperparameters that the tuner supports. */
    protected int largestDimension() {
        return 4;
    }

    /** Returns false for a tuner that learns nothing, whose states are all equal. */
    protected boolean learns() {
        return true;
    }

    /** Returns false for a tuner that rejects rewards outside [0, 1]. */
    protected boolean acceptsAnyReward() {
        return true;
    }

    /** Returns true for a tuner that learns something else when the same rewards are delivered in another order. */
    protected boolean dependsOnOrder() {
        return false;
    }

    /** Returns the numbers of hyperparameters for the parameterised laws. */
    public List<Integer> dimensions() {
        return IntStream.rangeClosed(1, largestDimension()).boxed().toList();
    }

    /** Suggestions are of the tuner's space, and inside its search box. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void suggestionsLieInTheSearchBoxOfTheTunersSpace(int p) {
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

    /** A suggestion depends on the state, the round and the generator, and on nothing else. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void sameStateAndGeneratorGiveTheSameSuggestion(int p) {
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
            Stories.restore(before, tuner); // rounds never go back
        }
    }

    /** Two tuners with the same history of late, shuffled, missing and duplicate rewards suggest the same and end in the same state. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void sameHistoryGivesTheSameState(int p) {
        Tuner tuner = make(Stories.space(p));
        Tuner twin = make(Stories.space(p));
        List<Suggestion> suggestions = new Stories(tuner).play(1, ROUNDS);
        assertSame(new Stories(twin).play(1, ROUNDS), suggestions);
        assertThat(Stories.state(twin)).isEqualTo(Stories.state(tuner));
    }

    /**
     * A reward pays the suggestion it comes with, whatever was suggested since. Two past suggestions earn 1 and 0, delivered in this order; then
     * the other way round, in the same order of rewards. A tuner that pays by the order of arrival learns the same both times.
     */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void rewardPaysTheSuggestionThatItComesWith(int p) {
        if (!learns()) {
            return;
        }
        Tuner tuner = make(Stories.space(p));
        List<Suggestion> past = new Stories(tuner).play(1, 300);
        Suggestion one = past.get(past.size() - 1);
        Suggestion other = past.stream()
                .filter(s -> !s.setting().equals(one.setting()))
                .reduce((earlier, later) -> later)
                .orElseThrow(
                        () -> new AssertionError("one setting in 300 rounds: the law needs a tuner that explores"));
        byte[] before = Stories.state(tuner);
        tuner.observe(one, 1);
        tuner.observe(other, 0);
        byte[] oneEarned = Stories.state(tuner);
        Stories.restore(before, tuner);
        tuner.observe(other, 1);
        tuner.observe(one, 0);
        assertThat(Stories.state(tuner))
                .as("state after %s earned 1 and %s earned 0, and the other way round", one.setting(), other.setting())
                .isNotEqualTo(oneEarned);
    }

    /**
     * Every setting earns a reward of its own, without noise, delivered late and shuffled. Of a tuner with a map of points, the mean of
     * each point is then what its setting earns, and nothing else.
     */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void meansOfPointsAreWhatTheirSettingsEarned(int p) {
        Tuner tuner = make(Stories.space(p));
        Stories story =
                new Stories(tuner).payingExactly(s -> earned(s.setting())).neverAtOnce();
        int rewarded = 0;
        for (int t = 1; t <= ROUNDS; t += 25) {
            story.play(t, t + 25);
            if (tuner.map() instanceof TunerMap.Zoomed map) {
                for (TunerMap.Ball ball : map.balls()) {
                    if (ball.pulls() > 0) {
                        rewarded++;
                        assertThat(ball.mean())
                                .as("mean of the point at %s after %d rounds", ball.center(), t + 24)
                                .isCloseTo(earned(ball.center()), within(ROUNDING));
                    }
                }
            }
        }
        if (make(Stories.space(p)).map() instanceof TunerMap.Zoomed) {
            assertThat(rewarded).as("points with rewards").isPositive();
        }
    }

    /** Another number for every setting, in [0, 1]. */
    private static double earned(Setting setting) {
        double[] u = setting.space().toUnit(setting);
        double sum = 0;
        for (int l = 0; l < u.length; l++) {
            sum += (l + 1) * u[l];
        }
        return 2 * sum / (u.length * (u.length + 1));
    }

    /**
     * Of the settings on a tuner's map one earns 1 and the others 0, delivered late and shuffled. Whichever it is, the tuner suggests it most
     * in the last hundred rounds; a tuner that pays other settings does not find it.
     */
    @Test
    public void theCandidateThatEarnsIsSuggestedMost() {
        SettingSpace space = Stories.space(1);
        if (!learns() || !(make(space).map() instanceof TunerMap.Weighed map)) {
            return;
        }
        for (TunerMap.Candidate candidate : map.candidates()) {
            Setting best = candidate.setting();
            Tuner tuner = make(space);
            List<Suggestion> played = new Stories(tuner)
                    .payingExactly(s -> s.setting().equals(best) ? 1 : 0)
                    .neverAtOnce()
                    .play(1, ROUNDS + 1);
            Map<Setting, Integer> counts = new HashMap<>();
            for (Suggestion suggestion : played.subList(ROUNDS - 100, ROUNDS)) {
                counts.merge(suggestion.setting(), 1, Integer::sum);
            }
            int most = Collections.max(counts.values());
            assertThat(counts.getOrDefault(best, 0))
                    .as("suggestions of %s, which alone earns, among %s", best, counts)
                    .isEqualTo(most);
        }
    }

    /** Rewards delivered in the order of their suggestions, reversed and shuffled teach the same, up to rounding. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void orderOfDeliveryDoesNotMatter(int p) {
        if (dependsOnOrder()) {
            return;
        }
        Tuner tuner = make(Stories.space(p));
        new Stories(tuner).play(1, 120);
        List<Suggestion> waiting = new ArrayList<>();
        for (int t = 120; t < 160; t++) {
            waiting.add(Stories.suggest(tuner, t));
        }
        byte[] before = Stories.state(tuner);
        List<double[]> learnt = new ArrayList<>();
        for (int order = 0; order < 3; order++) {
            Stories.restore(before, tuner);
            delivered(waiting, order).forEach(s -> tuner.observe(s, earned(s.setting())));
            learnt.add(learnt(tuner));
        }
        assertThat(learnt.get(1)).as("reversed").containsExactly(learnt.get(0), within(ROUNDING));
        assertThat(learnt.get(2)).as("shuffled").containsExactly(learnt.get(0), within(ROUNDING));
    }

    private static List<Suggestion> delivered(List<Suggestion> waiting, int order) {
        List<Suggestion> delivered = new ArrayList<>(waiting);
        if (order == 1) {
            Collections.reverse(delivered);
        }
        RoundRandom rng = new RoundRandom(17, order);
        for (int k = delivered.size() - 1; order == 2 && k > 0; k--) {
            Collections.swap(delivered, k, rng.nextInt(k + 1));
        }
        return delivered;
    }

    /** Rewards and means of all points, or probabilities and means of all candidates after the next suggestion; -1 for unknown ones. */
    private static double[] learnt(Tuner tuner) {
        if (tuner.map() instanceof TunerMap.Zoomed map) {
            return map.balls().stream()
                    .flatMapToDouble(ball -> Arrays.stream(new double[] {ball.pulls(), ball.mean()}))
                    .toArray();
        }
        Stories.suggest(tuner, 160);
        if (tuner.map() instanceof TunerMap.Weighed map) {
            return map.candidates().stream()
                    .flatMapToDouble(c -> Arrays.stream(new double[] {c.probability(), c.mean()}))
                    .map(number -> Double.isNaN(number) ? -1 : number)
                    .toArray();
        }
        return new double[0];
    }

    /** Rewards that are all 0 or all 1 are supported. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1})
    public void equalRewardsForAllSettingsAreSupported(double reward) {
        Tuner tuner = make(Stories.space(1));
        Tuner twin = make(Stories.space(1));
        Stories story = new Stories(tuner).paying(s -> reward);
        assertSame(new Stories(twin).paying(s -> reward).play(1, 3 * ROUNDS), story.play(1, 3 * ROUNDS));
        assertThat(Stories.state(twin)).isEqualTo(Stories.state(tuner));
    }

    /** NaN and infinite rewards are rejected, with the reward in the message, and change nothing. */
    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    public void rewardThatIsNotFiniteIsRejectedAndChangesNothing(double reward) {
        Tuner tuner = make(Stories.space(1));
        new Stories(tuner).play(1, 60);
        rejects(tuner, Stories.suggest(tuner, 60), reward, "reward = " + reward);
    }

    /** Rewards outside [0, 1] are learnt, or rejected with the reward in the message and without a change ({@link #acceptsAnyReward()}). */
    @ParameterizedTest
    @ValueSource(doubles = {-1e-300, 1.0000000000000002, -1, 100, -3e6, 1e100})
    public void rewardOutsideZeroToOneIsLearntOrRejected(double reward) {
        Tuner tuner = make(Stories.space(1));
        Stories story = new Stories(tuner);
        story.play(1, 60);
        Suggestion suggestion = Stories.suggest(tuner, 60);
        if (acceptsAnyReward()) {
            byte[] before = Stories.state(tuner);
            tuner.observe(suggestion, reward);
            if (learns() && Math.abs(reward) >= 1) {
                assertThat(Stories.state(tuner)).isNotEqualTo(before);
            }
            story.play(61, 120);
        } else {
            rejects(tuner, suggestion, reward, "reward = " + reward);
        }
    }

    /** A suggestion with a setting of other hyperparameters is rejected and changes nothing. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void suggestionForOtherHyperparametersIsRejectedAndChangesNothing(int p) {
        Tuner tuner = make(Stories.space(p));
        new Stories(tuner).play(1, 60);
        Suggestion own = Stories.suggest(tuner, 60);
        Suggestion renamed = new Suggestion(Stories.otherSpace(p).preset(), own.memo());
        rejects(tuner, renamed, 0.5, "other0");
        Suggestion wider = new Suggestion(Stories.space(p + 1).preset(), own.memo());
        rejects(tuner, wider, 0.5, "does not fit");
    }

    /** A memo of another length, or with NaN in any place, is rejected and changes nothing. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void suggestionOfAnotherTunerIsRejectedAndChangesNothing(int p) {
        Tuner tuner = make(Stories.space(p));
        new Stories(tuner).play(1, 60);
        Suggestion own = Stories.suggest(tuner, 60);
        int length = own.memo().length;
        rejects(tuner, new Suggestion(own.setting(), Arrays.copyOf(own.memo(), length + 1)), 0.5, "memo");
        if (length > 0) {
            rejects(tuner, new Suggestion(own.setting(), Arrays.copyOf(own.memo(), length - 1)), 0.5, "memo");
            rejects(tuner, Suggestion.of(own.setting()), 0.5, "memo");
        }
        for (int i = 0; i < length; i++) {
            double[] damaged = own.memo().clone();
            damaged[i] = Double.NaN;
            rejects(tuner, new Suggestion(own.setting(), damaged), 0.5, "memo");
        }
    }

    private static void rejects(Tuner tuner, Suggestion suggestion, double reward, String reason) {
        byte[] before = Stories.state(tuner);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.observe(suggestion, reward))
                .withMessageContaining(reason);
        assertThat(Stories.state(tuner)).isEqualTo(before);
    }

    /** A restored tuner continues as the original, also with rewards of suggestions from before the checkpoint. */
    @ParameterizedTest
    @MethodSource("dimensions")
    public void restoredTunerMakesTheSameNextSuggestionsAndEndsInTheSameState(int p) {
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

    /** A saved state with a flipped bit is rejected and changes nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1, 13, 300})
    public void damagedStateIsRejectedAndChangesNothing(int rounds) {
        Tuner tuner = make(Stories.space(1));
        new Stories(tuner).play(1, rounds);
        byte[] sound = Stories.state(tuner);
        for (int at = 0; at < sound.length; at += Math.max(1, sound.length / 97)) {
            byte[] flipped = sound.clone();
            flipped[at] ^= 0x10;
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Stories.restore(flipped, tuner));
            assertThat(Stories.state(tuner)).isEqualTo(sound);
        }
    }

    /** A reward changes the state of a tuner that learns, and of no other. */
    @Test
    public void rewardsChangeTheStateOfATunerThatLearns() {
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

    /** Checks that two lists of suggestions have equal settings and memos. */
    public static void assertSame(List<Suggestion> actual, List<Suggestion> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int k = 0; k < actual.size(); k++) {
            assertSame(actual.get(k), expected.get(k));
        }
    }

    /** Checks that two suggestions have equal settings and memos. */
    public static void assertSame(Suggestion actual, Suggestion expected) {
        assertThat(actual.setting()).isEqualTo(expected.setting());
        assertThat(actual.memo()).containsExactly(expected.memo());
    }
}
