package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.TunerMap;
import dev.attune.encode.Collisions;
import dev.attune.encode.Features;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.live.statistics.SegmentView.ValueView;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A verdict says what the data allow, and that they do not allow one. */
class BanditVerdictTest {
    private static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("explore", "alpha", 0, 10, 0.1, 5, Scale.LINEAR, 1));
    private static final long START = 1_700_000_000_000L;

    private final BanditStatistics statistics = new BanditStatistics(SPACE, RewardRange.UNIT);
    private long now = START;
    private long decisions;
    private long step = 100; // between decisions, in milliseconds

    /** Two arms; "a" pays by a rate, "b" by another. The share is uniformly random, otherwise "a" is chosen. */
    private void play(int n, double share, boolean known, double a, double b) {
        for (int i = 0; i < n; i++) {
            now += step;
            decisions++;
            RoundRandom rng = new RoundRandom(3, decisions);
            boolean drawn = rng.nextDouble() < share;
            boolean first = !drawn || rng.nextBoolean();
            double p = !known ? Double.NaN : first ? 1 - share / 2 : share / 2;
            Choice choice = new Choice(
                    decisions,
                    decisions,
                    now,
                    first ? "a" : "b",
                    p,
                    !first && b < a,
                    ChoiceReason.of(drawn ? ChoiceReason.Kind.UNIFORM_SHARE : ChoiceReason.Kind.BEST),
                    SPACE.preset());
            int[] segments = statistics.decided(
                    choice,
                    first ? 0 : a - b,
                    Features.of("device", decisions % 3 == 0 ? "phone" : "desktop", "visitor", "v" + decisions));
            double weight = known ? Attribution.weight(2, p) : Attribution.weight(share, drawn);
            statistics.ended(new Ending(
                    decisions,
                    now,
                    first ? "a" : "b",
                    new Attribution(weight, segments),
                    first ? a : b,
                    rng.nextDouble() < (first ? a : b) ? 1 : 0));
        }
    }

    private BanditVerdict verdict(double share) {
        return Row.of(
                        "shop",
                        new Published(
                                "LinUCB",
                                "CDT",
                                statistics.snapshot(),
                                new Published.TunerView(new TunerMap.OnPath(), SPACE.preset(), Optional.empty()),
                                new Collisions(20, 0, 64, true),
                                false,
                                0,
                                true,
                                share),
                        now,
                        false)
                .verdict();
    }

    @Test
    void aBanditThatBeatsARandomArmWorksWithItsIntervalsAndItsCost() {
        play(8000, 0.05, true, 0.4, 0.1);
        BanditVerdict verdict = verdict(0.05);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.WORKS);
        assertThat(verdict.text())
                .matches(
                        "Works: 0\\.\\d+ a decision \\(0\\.\\d+ to 0\\.\\d+\\), 1\\.\\d times random 0\\.\\d+ \\(.*\\); "
                                + "difference \\+0\\.\\d+ \\(.*\\)\\. Exploring 2\\.\\d % of decisions costs \\d\\.\\d % of the reward\\.");
        assertThat(verdict.action()).isEmpty();
        assertThat(verdict.basis()).startsWith("8,000 rewards of 8,000 decisions");
    }

    @Test
    void aTunerWithoutProbabilitiesIsJudgedByTheDrawsOfTheUniformShare() {
        play(8000, 0.1, false, 0.4, 0.1);
        assertThat(verdict(0.1).state()).isEqualTo(BanditVerdict.State.WORKS);
    }

    @Test
    void withoutProbabilitiesAndRandomDrawsItCannotTellAndSaysWhatHelps() {
        play(500, 0, false, 0.4, 0.1);
        BanditVerdict verdict = verdict(0);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.UNCLEAR);
        assertThat(verdict.text()).startsWith("Cannot tell yet whether it beats a random arm: it earns 0.");
        assertThat(verdict.action()).contains("set a uniform share, such as 0.02");
    }

    @Test
    void itCannotTellWithoutDecisionsOrWhenTheDifferenceMayBeNothing() {
        assertThat(verdict(0).text()).isEqualTo("Cannot tell yet: no decision in this time.");
        play(400, 0.5, true, 0.3, 0.3);
        assertThat(verdict(0.5).state()).isEqualTo(BanditVerdict.State.UNCLEAR);
        assertThat(verdict(0.5).text()).contains("includes no difference");
    }

    @Test
    void aBanditThatNeverTriesOtherArmsIsNotComparedWithItself() {
        play(2000, 0, true, 0.4, 0.1); // always "a", with probability 1
        BanditVerdict verdict = verdict(0);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.UNCLEAR);
        assertThat(verdict.action()).startsWith("Some arms are never chosen");
    }

    @Test
    void worseThanRandomIsSaidWithWhatToDo() {
        play(4000, 0.2, true, 0.1, 0.6);
        BanditVerdict verdict = verdict(0.2);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.WORSE);
        assertThat(verdict.action()).contains("right sign");
    }

    @Test
    void decisionsForOneArmAloneNeedAttentionIfOthersWereChosenForDays() {
        step = Span.THIRTY_DAYS.bucketMillis() / 250;
        play(10 * 250, 0.8, true, 0.4, 0.35);
        assertThat(verdict(0.8).state()).isNotEqualTo(BanditVerdict.State.ATTENTION);
        step = 3_600_000 / 250;
        play(260, 0, true, 0.4, 0.35);
        assertThat(verdict(0).state()).isEqualTo(BanditVerdict.State.ATTENTION);
        assertThat(verdict(0).text()).containsIgnoringCase("nearly all decisions of the last hour are for a,");
    }

    @Test
    void aBanditThatComesToOneArmByLearningNeedsNoAttention() {
        step = Span.THIRTY_DAYS.bucketMillis() / 250;
        play(5 * 250, 0.8, true, 0.4, 0.35);
        play(5 * 250, 0.3, true, 0.4, 0.35);
        step = 3_600_000 / 250;
        play(260, 0, true, 0.4, 0.35);
        assertThat(verdict(0).state()).isNotEqualTo(BanditVerdict.State.ATTENTION);
    }

    @Test
    void anArmThatNeverPaidMayStillPaySometimes() {
        play(1000, 0.5, true, 0.4, 0);
        RewardMean never = statistics.snapshot().during(TimeRange.last(Span.TEN_MINUTES, now)).arms().stream()
                .filter(arm -> arm.id().equals("b"))
                .findFirst()
                .orElseThrow()
                .always();
        assertThat(never.mean()).isZero();
        assertThat(never.low()).isCloseTo(0, within(1e-12));
        assertThat(never.high()).isBetween(0.005, 0.05); // 250 draws without a reward
    }

    @Test
    void segmentsAreKeptForTheMostFrequentValuesOnly() {
        play(3000, 0.2, true, 0.4, 0.1);
        List<SegmentView> segments = statistics.snapshot().segments();
        assertThat(segments).extracting(SegmentView::feature).containsExactly("device", "visitor");
        ValueView desktop = segments.get(0).values().get(0);
        assertThat(desktop.value()).isEqualTo("desktop");
        assertThat(desktop.decisions()).isEqualTo(2000);
        assertThat(desktop.reward().n()).isEqualTo(2000);
        assertThat(desktop.reward().mean()).isCloseTo(0.37, within(0.05));
        assertThat(desktop.uplift().low()).isPositive();
        assertThat(desktop.arms().get(0).id()).isEqualTo("a");
        assertThat(segments.get(1).values()).hasSizeLessThanOrEqualTo(ContextSegments.VALUES);
    }

    @Test
    void theTrendHasOnlyCompleteStepsOverTheWholeLife() {
        play(3000, 0.2, true, 0.4, 0.1); // five minutes
        Row.Trend trend = Row.of(
                        "shop",
                        new Published(
                                "LinUCB",
                                "VOI",
                                statistics.snapshot(),
                                new Published.TunerView(new TunerMap.OnPath(), SPACE.preset(), Optional.empty()),
                                new Collisions(20, 0, 64, true),
                                false,
                                0,
                                true,
                                0.2),
                        now,
                        false)
                .trend();
        assertThat(trend.rewards()).hasSizeBetween(20, 30);
        assertThat(trend.rewards()).allMatch(point -> point.n() >= 50, "each group is of whole steps of 5 s");
        TimeRange time = TimeRange.last(Span.TEN_MINUTES, now);
        List<Period.Step> buckets = statistics.snapshot().during(time).steps(List.of());
        assertThat(buckets.get(buckets.size() - 1).complete()).isFalse();
        assertThat(buckets.subList(0, buckets.size() - 1)).allMatch(Period.Step::complete);
    }

    @Test
    void reasonsAreOneSentence() {
        assertThat(new ChoiceReason(ChoiceReason.Kind.BEST, "tea", 0.031).sentence("coffee", 0.95))
                .isEqualTo("coffee looked best, ahead of tea by 0.031. Other arms still had a chance of 5.0 %.");
        assertThat(new ChoiceReason(ChoiceReason.Kind.EXPLORED, "tea", -0.031).sentence("coffee", 0.05))
                .isEqualTo(
                        "tea looked better by 0.031; coffee was too uncertain to rule out, so 1 in 20 decisions like this "
                                + "one still choose it.");
        assertThat(ChoiceReason.of(ChoiceReason.Kind.NOTHING_KNOWN).sentence("coffee", 0.5))
                .isEqualTo("coffee was drawn at random: nothing was known about the arms yet.");
    }
}
