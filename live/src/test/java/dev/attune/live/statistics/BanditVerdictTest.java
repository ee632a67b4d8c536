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

    private BanditStatistics statistics = new BanditStatistics(SPACE, RewardRange.UNIT, Control.random());
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
                    new Attribution(
                            weight,
                            statistics.control().term(new Control.Choice(true, 2, first ? 0 : 1, 1, p, share, drawn)),
                            segments),
                    rng.nextDouble() < (first ? a : b) ? 1 : 0));
        }
    }

    private BanditVerdict verdict(double share) {
        return row(share).verdict();
    }

    private Row row(double share) {
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
                false);
    }

    @Test
    void aBanditThatBeatsARandomArmIsBetterByBoundsThatHoldAtEveryLook() {
        play(8000, 0.05, true, 0.4, 0.1);
        BanditVerdict verdict = verdict(0.05);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.BETTER);
        assertThat(verdict.text())
                .matches("Better than a random arm by 0\\.1\\d+ reward a decision \\(0\\.\\d+ to 0\\.\\d+\\), "
                        + "over 8,000 rewards since 2023-11-14 22:13 UTC\\.");
        assertThat(verdict.action()).isEmpty();
        assertThat(verdict.reason()).isEmpty();
        assertThat(verdict.control()).isEqualTo("a random arm");
        assertThat(verdict.count()).isEqualTo(8000);
        assertThat(verdict.since()).isEqualTo(START + step);
        assertThat(verdict.low()).isPositive();
        assertThat(verdict.estimate()).isBetween(verdict.low(), verdict.high());
        assertThat(verdict.alpha()).isEqualTo(0.05);
    }

    @Test
    void aTunerWithoutProbabilitiesIsJudgedByTheDrawsOfTheUniformShare() {
        play(8000, 0.1, false, 0.4, 0.1);
        assertThat(verdict(0.1).state()).isEqualTo(BanditVerdict.State.BETTER);
    }

    @Test
    void withoutAUniformShareItCannotTellAndSaysWhatHelps() {
        play(2000, 0, true, 0.4, 0.1); // always "a", with probability 1
        BanditVerdict verdict = verdict(0);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.CANNOT_TELL);
        assertThat(verdict.text())
                .isEqualTo("Cannot tell yet: the bandit has no uniform share, so what other arms would have earned is"
                        + " unknown.");
        assertThat(verdict.action()).contains("Set a uniform share, such as 0.01");
        assertThat(verdict.count()).isZero();
        assertThat(verdict.low()).isNaN();
    }

    @Test
    void itCannotTellWithoutDecisionsOrWhenTheDifferenceMayBeNothing() {
        assertThat(verdict(0.1).text())
                .isEqualTo("Cannot tell yet: no reward of a decision that can be compared with a random arm has been"
                        + " learnt.");
        assertThat(verdict(0.1).since()).isNull();
        play(400, 0.5, true, 0.3, 0.3);
        assertThat(verdict(0.5).state()).isEqualTo(BanditVerdict.State.CANNOT_TELL);
        assertThat(verdict(0.5).reason()).contains("may be anything from -");
        assertThat(verdict(0.5).low()).isNegative();
        assertThat(verdict(0).action()).contains("without one, nothing more is learnt");
    }

    @Test
    void rewardsWithoutLimitsAllowNoVerdict() {
        statistics = new BanditStatistics(SPACE, RewardRange.REALS, Control.random());
        play(8000, 0.05, true, 0.4, 0.1);
        assertThat(verdict(0.05).state()).isEqualTo(BanditVerdict.State.CANNOT_TELL);
        assertThat(verdict(0.05).reason()).startsWith("rewards have no declared limits");
    }

    @Test
    void worseThanRandomIsSaidWithWhatToDoAndNeedsAttention() {
        play(8000, 0.2, true, 0.1, 0.6);
        BanditVerdict verdict = verdict(0.2);
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.WORSE);
        assertThat(verdict.action()).contains("right sign");
        assertThat(row(0.2).health().reason())
                .isEqualTo("a random arm would have earned more since the comparison began");
    }

    @Test
    void aVerdictIsAboutEverythingSinceItsStartNotAboutTheRangeShown() {
        play(8000, 0.1, true, 0.4, 0.1);
        step = Span.THIRTY_DAYS.millis();
        play(1, 0.1, true, 0.4, 0.1); // all others are older than any range
        assertThat(verdict(0.1).state()).isEqualTo(BanditVerdict.State.BETTER);
        assertThat(verdict(0.1).count()).isEqualTo(8001);
    }

    @Test
    void countingBeginsAnewWithDecisionsAfterTheStart() {
        play(8000, 0.1, true, 0.4, 0.1);
        statistics.compare(Control.random(), now, decisions + 10); // ten more wait
        assertThat(verdict(0.1).since()).isEqualTo(now);
        play(10, 0.1, true, 0.4, 0.1);
        assertThat(verdict(0.1).count()).isZero();
        play(5, 0.1, true, 0.4, 0.1);
        assertThat(verdict(0.1).count()).isEqualTo(5);
    }

    @Test
    void anArmCanBeTheControl() {
        statistics = new BanditStatistics(SPACE, RewardRange.UNIT, new Control.NamedArm("b"));
        play(8000, 0.1, true, 0.4, 0.1);
        assertThat(verdict(0.1).text()).startsWith("Better than the arm b by 0.");
        assertThat(verdict(0.1).estimate()).isCloseTo(0.3 * 0.95, within(0.08));
    }

    /** An old system that keeps a tenth of the traffic and earns .1, where the bandit earns .4. */
    @Test
    void anOldSystemCanBeTheControlIfItGetsItsShare() {
        statistics = new BanditStatistics(SPACE, RewardRange.UNIT, new Control.OldSystem(0.1));
        assertThat(verdict(0).action()).contains("as observations");
        traffic(4000, 0.1);
        assertThat(verdict(0).state()).isEqualTo(BanditVerdict.State.BETTER);
        assertThat(verdict(0).text()).startsWith("Better than the old system by 0.");

        statistics = new BanditStatistics(SPACE, RewardRange.UNIT, new Control.OldSystem(0.1));
        traffic(4000, 0.2);
        assertThat(verdict(0).state()).isEqualTo(BanditVerdict.State.CANNOT_TELL);
        assertThat(verdict(0).reason()).contains("made 20 % of the rewarded decisions, not the 10 %");
    }

    private void traffic(int n, double share) {
        for (int i = 0; i < n; i++) {
            now += step;
            decisions++;
            boolean own = i % (int) Math.round(1 / share) != 0;
            double reward = new RoundRandom(5, decisions).nextDouble() < (own ? 0.4 : 0.1) ? 1 : 0;
            statistics.ended(new Ending(
                    decisions,
                    now,
                    "a",
                    new Attribution(
                            Double.NaN,
                            statistics.control().term(new Control.Choice(own, 2, 0, -1, Double.NaN, 0, false)),
                            new int[0]),
                    reward));
        }
    }

    @Test
    void decisionsForOneArmAloneNeedAttentionIfOthersWereChosenForDays() {
        step = Span.THIRTY_DAYS.bucketMillis() / 250;
        play(10 * 250, 0.8, true, 0.4, 0.35);
        assertThat(row(0.8).health().state()).isNotEqualTo(Health.State.ATTENTION);
        step = 3_600_000 / 250;
        play(260, 0, true, 0.4, 0.35);
        assertThat(row(0).health().state()).isEqualTo(Health.State.ATTENTION);
        assertThat(row(0).health().reason()).contains("nearly all decisions of the last hour are for a,");
    }

    @Test
    void aBanditThatComesToOneArmByLearningNeedsNoAttention() {
        step = Span.THIRTY_DAYS.bucketMillis() / 250;
        play(5 * 250, 0.8, true, 0.4, 0.35);
        play(5 * 250, 0.3, true, 0.4, 0.35);
        step = 3_600_000 / 250;
        play(260, 0, true, 0.4, 0.35);
        assertThat(row(0).health().state()).isNotEqualTo(Health.State.ATTENTION);
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
