package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.lab.tuner.ZoomingAsReleased.Index;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.tuner.ZoomingTs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What core's contract asks of every tuner, for the tuners that only the lab has. */
class LabTunerLawsTest {
    private static final int ROUNDS = 900;

    enum Kind {
        CDT(1),
        CDT_OF_TWO(2),
        ZOOMING_TS(1),
        ZOOMING(2),
        UNIFORM(2),
        UNSCALED(1);

        final int p;

        Kind(int p) {
            this.p = p;
        }

        Tuner make() {
            SettingSpace space = space(p);
            Horizon horizon = Horizon.of(2000);
            return switch (this) {
                case CDT -> new CdtAsReleased(space, horizon, 400, RewardRange.UNIT);
                case CDT_OF_TWO -> new CdtAsReleased(space, horizon, 400, new RewardRange(-1, 3));
                case ZOOMING_TS ->
                    new ZoomingAsReleased(space, horizon, 0.1, RewardRange.UNIT, Index.THOMPSON, 301, 650);
                case ZOOMING -> new ZoomingAsReleased(space, horizon, 0.1, RewardRange.UNIT, Index.OPTIMISM);
                case UNIFORM -> new UniformPoint(space);
                case UNSCALED -> {
                    ZoomingTs tuner = new ZoomingTs(space, horizon);
                    yield new Unscaled(tuner, tuner::learn);
                }
            };
        }
    }

    static SettingSpace space(int p) {
        Hyperparameter[] parameters = new Hyperparameter[p];
        for (int i = 0; i < p; i++) {
            parameters[i] = new Hyperparameter("h" + i, "h", 0, 100, 0.1, 5, Scale.LINEAR, 1);
        }
        return SettingSpace.of(parameters);
    }

    /** Rounds in which rewards come up to 40 rounds late, a tenth of them never and a tenth twice. */
    private static List<Suggestion> play(Tuner tuner, int from, int to, List<Suggestion> under) {
        List<Suggestion> made = new ArrayList<>();
        for (int t = from; t < to; t++) {
            RoundRandom rng = new RoundRandom(5, t);
            Suggestion suggestion = tuner.suggest(t, rng);
            made.add(suggestion);
            under.add(suggestion);
            while (under.size() > 40 || (!under.isEmpty() && rng.nextDouble() < 0.4)) {
                Suggestion past = under.remove(rng.nextInt(under.size()));
                double fate = rng.nextDouble();
                double reward =
                        Math.min(1, Math.max(0, 0.8 - 0.1 * past.setting().get(0) + 0.2 * rng.nextGaussian()));
                for (int k = fate < 0.1 ? 2 : fate < 0.2 ? 1 : 0; k < 2; k++) {
                    tuner.observe(past, reward);
                }
            }
        }
        return made;
    }

    private static void assertSame(List<Suggestion> actual, List<Suggestion> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).setting()).isEqualTo(expected.get(i).setting());
            assertThat(actual.get(i).memo()).containsExactly(expected.get(i).memo());
        }
    }

    @ParameterizedTest
    @EnumSource
    void suggestionsLieInTheSearchBox(Kind kind) {
        assertThat(play(kind.make(), 1, ROUNDS, new ArrayList<>())).allSatisfy(suggestion -> {
            for (int i = 0; i < kind.p; i++) {
                assertThat(suggestion.setting().get(i)).isBetween(0.1, 5.0);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRestoredTunerGoesOnAlikeAndEndsInTheSameState(Kind kind) {
        for (int saveAt : new int[] {1, 2, 450, 700}) {
            Tuner original = kind.make();
            List<Suggestion> under = new ArrayList<>();
            play(original, 1, saveAt, under);
            Tuner restored = kind.make();
            play(restored, 1, 77, new ArrayList<>()); // another history, to be replaced
            Checkpoint.read(Checkpoint.write(original), restored);
            List<Suggestion> sameUnder = new ArrayList<>(under);

            assertSame(play(restored, saveAt, saveAt + 100, sameUnder), play(original, saveAt, saveAt + 100, under));
            assertThat(Checkpoint.write(restored)).isEqualTo(Checkpoint.write(original));
        }
    }

    @ParameterizedTest
    @EnumSource
    void foreignSuggestionsAndRewardsAreRefusedAndChangeNothing(Kind kind) {
        Tuner tuner = kind.make();
        play(tuner, 1, 450, new ArrayList<>());
        Suggestion own = tuner.suggest(450, new RoundRandom(5, 450));
        byte[] before = Checkpoint.write(tuner);

        if (kind != Kind.UNIFORM) {
            for (double reward : new double[] {Double.NaN, -0.1, 1.1}) {
                assertThatIllegalArgumentException().isThrownBy(() -> tuner.observe(own, reward));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tuner.observe(Suggestion.of(own.setting()), 0.5))
                    .withMessageContaining("memo");
            for (double[] memo : new double[][] {{9, 0}, {1, 1e6}, {-1, 0}, {1, Double.NaN}, {Double.NaN, 0}}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> tuner.observe(new Suggestion(own.setting(), memo), 0.5))
                        .withMessageContaining("memo");
            }
        }
        Suggestion foreign = new Suggestion(space(kind.p + 1).preset(), own.memo());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.observe(foreign, 0.5))
                .withMessageContaining("does not fit");

        assertThat(Checkpoint.write(tuner)).isEqualTo(before);
    }
}
