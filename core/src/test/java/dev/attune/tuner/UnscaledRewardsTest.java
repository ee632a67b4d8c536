package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import java.util.List;
import java.util.function.ObjDoubleConsumer;
import org.junit.jupiter.api.Test;

/** Tuners that also learn from rewards outside [0, 1]. */
class UnscaledRewardsTest {
    private static final SettingSpace SPACE = Stories.space(1);
    private static final Horizon HORIZON = Horizon.of(500);

    private record Kind(Tuner tuner, ObjDoubleConsumer<Suggestion> learn) {}

    private static List<Kind> all() {
        ZoomingTs ts = new ZoomingTs(SPACE, HORIZON);
        Zooming zooming = new Zooming(SPACE, HORIZON);
        OracleRestarts oracle = new OracleRestarts(SPACE, HORIZON, NoiseScale.SAFE, 30);
        DoubleRestartZoomingTs twice = new DoubleRestartZoomingTs(SPACE, HORIZON);
        Exp3 exp3 = new Exp3(Few.of(SPACE), HORIZON);
        return List.of(
                new Kind(ts, ts::learn),
                new Kind(zooming, zooming::learn),
                new Kind(oracle, oracle::learn),
                new Kind(twice, twice::learn),
                new Kind(exp3, exp3::learn));
    }

    @Test
    void withinZeroToOneItIsAllTheSame() {
        List<Kind> observing = all();
        List<Kind> learning = all();
        for (int i = 0; i < observing.size(); i++) {
            Tuner observer = observing.get(i).tuner();
            for (int t = 1; t <= 80; t++) {
                observer.observe(Stories.suggest(observer, t), t % 7 / 6.0);
                learning.get(i).learn().accept(Stories.suggest(learning.get(i).tuner(), t), t % 7 / 6.0);
            }
            assertThat(Stories.state(learning.get(i).tuner())).isEqualTo(Stories.state(observer));
        }
    }

    @Test
    void anyFiniteRewardTeachesAndOthersAreRefused() {
        for (Kind kind : all()) {
            Suggestion suggestion = Stories.suggest(kind.tuner(), 1);
            byte[] before = Stories.state(kind.tuner());
            for (double reward : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kind.learn().accept(suggestion, reward))
                        .withMessageContaining("reward = " + reward);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kind.learn().accept(Suggestion.of(suggestion.setting()), 0.5))
                    .withMessageContaining("memo");
            assertThat(Stories.state(kind.tuner())).isEqualTo(before);

            kind.learn().accept(suggestion, -3.5);
            assertThat(Stories.state(kind.tuner())).isNotEqualTo(before);
        }
    }
}
