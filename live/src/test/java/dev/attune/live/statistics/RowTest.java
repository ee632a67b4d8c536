package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Control;
import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.TunerMap;
import dev.attune.encode.Collisions;
import dev.attune.encode.Features;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.math.RoundRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A bandit in one line, and what makes it stand out. */
class RowTest {
    private static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("explore", "alpha", 0, 10, 0.1, 5, Scale.LINEAR, 1));
    private static final long START = 1_700_000_000_000L;
    private static final Collisions ROOMY = new Collisions(20, 0, 64, true);

    private final BanditStatistics statistics = new BanditStatistics(SPACE, RewardRange.UNIT, Control.random());
    private long decisions;
    private long now = START;

    /** A decision every so many milliseconds, its reward at once; NaN for none. */
    private void play(int n, long step, double reward, double propensity) {
        for (int i = 0; i < n; i++) {
            now += step;
            decisions++;
            statistics.decided(
                    new Choice(
                            decisions,
                            decisions,
                            now,
                            "a",
                            propensity,
                            true,
                            ChoiceReason.of(ChoiceReason.Kind.BEST),
                            SPACE.preset()),
                    0.1,
                    Features.NONE);
            Control.Term term = Control.random()
                    .term(new Control.Choice(true, 2, 0, -1, propensity, propensity > 0 ? 0.5 : 0, false));
            statistics.ended(new Ending(
                    decisions, now, "a", new Attribution(Attribution.weight(2, propensity), term, new int[0]), reward));
        }
    }

    private Row row(boolean paused, boolean defaultReward, Collisions collisions, boolean nearlyFull) {
        Published published = new Published(
                "LinUCB",
                "VOI",
                statistics.snapshot(),
                new Published.TunerView(new TunerMap.OnPath(), SPACE.preset(), Optional.empty()),
                collisions,
                paused,
                3,
                defaultReward,
                0);
        return Row.of("shop", published, now, nearlyFull);
    }

    private Row row() {
        return row(false, true, ROOMY, false);
    }

    @Test
    void ratesAreThoseOfTheLastMinuteAndCostsThoseOfADay() {
        play(1200, 500, 0.5, 0.5);
        Row row = row();
        assertThat(row.activity().decisions()).isEqualTo(1200);
        assertThat(row.activity().decisionsPerSecond()).isCloseTo(2, within(0.1));
        assertThat(row.activity().exploringShare()).isEqualTo(1);
        assertThat(row.activity().explorationCost().perDay()).isCloseTo(0.1 * 2 * 86_400, within(100.0));
        assertThat(row.trend().rewards()).hasSizeBetween(29, 30).allMatch(point -> point.mean() == 0.5);
        assertThat(row.health()).isEqualTo(new Health(Health.State.OK, ""));
    }

    @Test
    void aNewBanditIsNotExtrapolatedToADay() {
        play(20, 500, 0.5, 0.5);
        assertThat(row().activity().explorationCost().perDay()).isNaN();
        assertThat(row().activity().decisionsPerSecond()).isCloseTo(2, within(1.0));
    }

    @Test
    void aBanditThatNobodyAsksIsIdleAndOneThatIsPausedIsPaused() {
        assertThat(row().health().state()).isEqualTo(Health.State.IDLE);
        play(10, 1000, 0.5, 0.5);
        now += 599_999;
        assertThat(row().health().state()).isEqualTo(Health.State.OK);
        now += 1;
        assertThat(row().health().state()).isEqualTo(Health.State.IDLE);
        assertThat(row(true, true, ROOMY, true).health().state()).isEqualTo(Health.State.PAUSED);
        assertThat(row().later(now + 5).health().state()).isEqualTo(Health.State.IDLE);
    }

    @Test
    void aFallOfTheRewardNeedsAttentionUntilItIsAcknowledged() {
        for (int i = 0; i < 2000; i++) {
            play(1, 100, new RoundRandom(2, i).nextDouble() < 0.5 ? 1 : 0, Double.NaN);
        }
        assertThat(row().alarms()).isEmpty();
        play(400, 100, 0, Double.NaN);
        assertThat(row().health().state()).isEqualTo(Health.State.ATTENTION);
        assertThat(row().health().reason()).startsWith("the mean reward fell from 0.5");
        for (int i = 0; i < 40; i++) {
            play(1, 3_600_000, i % 2, Double.NaN);
        }
        assertThat(row().health().state()).isEqualTo(Health.State.ATTENTION);
        now += 10 * 86_400_000L;
        assertThat(row().health().state()).isEqualTo(Health.State.ATTENTION);
        assertThat(row().later(now + 10 * 86_400_000L).health().state()).isEqualTo(Health.State.ATTENTION);
        assertThat(row(true, true, ROOMY, true).health().state()).isEqualTo(Health.State.PAUSED);
        Alarm alarm = row().alarms().get(0);
        assertThat(alarm.kind()).isEqualTo(Alarm.Kind.REWARDS_FELL);
        assertThat(alarm.action()).isNotEmpty();
        statistics.acknowledge(alarm.id(), "ada", now);
        assertThat(row().alarms()).isEmpty();
        assertThat(row().health().state()).isEqualTo(Health.State.IDLE);
        statistics.acknowledge(alarm.id(), "bob", now + 5);
        assertThat(statistics.snapshot().alarms().get(0).acknowledged())
                .isEqualTo(new Alarm.Acknowledgement("ada", now));
    }

    @Test
    void missingRewardsMatterUnlessSomethingStandsInForThem() {
        play(40, 1000, 0.5, 0.5);
        play(60, 1000, Double.NaN, 0.5);
        assertThat(row().health().state()).isEqualTo(Health.State.OK);
        Health health = row(false, false, ROOMY, false).health();
        assertThat(health.state()).isEqualTo(Health.State.ATTENTION);
        assertThat(health.reason()).contains("without a reward");
        assertThat(row().activity().expired()).isEqualTo(60);
    }

    @Test
    void rewardsThatStopComingStandOutAfterAnHour() {
        play(40, 1000, 0.5, 0.5);
        long silent = now;
        while (now < silent + 3_590_000) {
            now += 60_000;
            decisions++;
            statistics.decided(
                    new Choice(
                            decisions,
                            decisions,
                            now,
                            "a",
                            0.5,
                            false,
                            ChoiceReason.of(ChoiceReason.Kind.BEST),
                            SPACE.preset()),
                    0,
                    Features.NONE);
            assertThat(row().health().state())
                    .isEqualTo(now < silent + 3_600_000 ? Health.State.OK : Health.State.ATTENTION);
        }
        assertThat(row().health().reason()).startsWith("no reward has been learnt for 60 minutes");
    }

    @Test
    void aBanditThatDoesWorseThanChanceStandsOut() {
        for (int i = 0; i < 2000; i++) {
            boolean likely = i % 4 != 0; // three in four go to the arm that never pays
            play(1, 100, likely ? 0 : 1, likely ? 0.75 : 0.25);
        }
        assertThat(row().activity().uplift().high()).isNegative();
        assertThat(row().health().reason()).contains("a random arm would have earned more");
    }

    @Test
    void crowdedSlotsAndAFullServiceStandOut() {
        play(10, 1000, 0.5, 0.5);
        assertThat(row(false, true, new Collisions(100, 50, 64, true), false)
                        .health()
                        .state())
                .isEqualTo(Health.State.OK);
        assertThat(row(false, true, new Collisions(100, 51, 64, true), false)
                        .health()
                        .reason())
                .startsWith("51 % of the 100 features share a slot");
        assertThat(row(false, true, ROOMY, true).health().reason()).contains("waiting decisions");
    }
}
