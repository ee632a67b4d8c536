package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Control;
import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.encode.Features;
import dev.attune.encode.NamedTerm;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.live.statistics.Period.ArmShare;
import dev.attune.live.statistics.Period.Step;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statistics say what a slow look at all events says, in memory that does not grow. */
class BanditStatisticsTest {
    private static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("explore", "alpha", 0, 10, 0.1, 5, Scale.LINEAR, 1));
    private static final long START = 1_700_000_000_000L;

    private static BanditStatistics statistics() {
        return new BanditStatistics(SPACE, RewardRange.UNIT, Control.random());
    }

    private static byte[] save(BanditStatistics statistics) {
        return Checkpoint.seal("statistics", statistics::writeState);
    }

    private static void restore(byte[] saved, BanditStatistics into) {
        Checkpoint.open(saved, "statistics", in -> {
            into.readState(in);
            return into;
        });
    }

    /** A decision with what the statistics need of it. */
    private record Made(Choice choice, double mean, double best, Features context) {
        void addTo(BanditStatistics statistics) {
            statistics.decided(choice, best - mean, context);
        }
    }

    private static Made made(long decision, long time, String arm, RoundRandom rng) {
        double best = rng.nextDouble();
        double mean = rng.nextBoolean() ? best : best * rng.nextDouble();
        double propensity = rng.nextInt(5) == 0 ? Double.NaN : 0.05 + 0.9 * rng.nextDouble();
        Choice choice = new Choice(
                decision,
                10 * decision,
                time,
                arm,
                propensity,
                mean < best,
                ChoiceReason.of(ChoiceReason.Kind.BEST),
                SPACE.setting(5 * rng.nextDouble()));
        return new Made(choice, mean, best, Features.of("country", "c" + rng.nextInt(12), "mobile", rng.nextBoolean()));
    }

    private static Ending ending(Made made, long time, RoundRandom rng) {
        double value = rng.nextInt(4) == 0 ? Double.NaN : rng.nextDouble();
        Choice choice = made.choice();
        return new Ending(choice.decision(), time, choice.arm(), Attribution.of(5, choice.propensity()), value);
    }

    /** Plays so many decisions, each ended one step later. */
    private static void play(BanditStatistics statistics, int n, long step, List<Made> choices, List<Ending> endings) {
        for (int i = 0; i < n; i++) {
            RoundRandom rng = new RoundRandom(17, choices.size());
            long time = START + step * choices.size();
            if (!choices.isEmpty()) {
                endings.add(ending(choices.get(choices.size() - 1), time, rng));
                statistics.ended(endings.get(endings.size() - 1));
            }
            choices.add(made(choices.size() + 1L, time, "arm " + rng.nextInt(7), rng));
            choices.get(choices.size() - 1).addTo(statistics);
        }
    }

    @ParameterizedTest
    @EnumSource(Span.class)
    void bucketsAreWhatASlowCountGives(Span span) {
        BanditStatistics statistics = statistics();
        List<Made> choices = new ArrayList<>();
        List<Ending> endings = new ArrayList<>();
        long step = span.millis() / 1500; // so that the span is full and the oldest is forgotten
        play(statistics, 2000, step, choices, endings);
        long now = START + step * 2000;
        StatisticsSnapshot seen = statistics.snapshot();

        Period period = seen.during(TimeRange.last(span, now));
        List<ArmShare> arms = period.arms();
        List<Step> buckets = period.steps(arms);
        assertThat(buckets).hasSizeBetween(span.buckets() - 1, span.buckets());
        for (Step bucket : buckets) {
            List<Made> in = choices.stream()
                    .filter(c -> Math.floorDiv(c.choice().time(), span.bucketMillis()) * span.bucketMillis()
                            == bucket.time())
                    .toList();
            List<Ending> ended = endings.stream()
                    .filter(e -> Math.floorDiv(e.time(), span.bucketMillis()) * span.bucketMillis() == bucket.time())
                    .toList();
            assertThat(bucket.decisions()).isEqualTo(in.size());
            assertThat(bucket.exploring())
                    .isEqualTo(in.stream().filter(c -> c.mean() < c.best()).count());
            assertThat(bucket.regret())
                    .isCloseTo(in.stream().mapToDouble(c -> c.best() - c.mean()).sum(), within(1e-9));
            assertThat(bucket.expired())
                    .isEqualTo(ended.stream().filter(Ending::expired).count());
            List<Double> rewards =
                    ended.stream().filter(e -> !e.expired()).map(Ending::value).toList();
            assertThat(bucket.rewards().n()).isEqualTo(rewards.size());
            if (!rewards.isEmpty()) {
                assertThat(bucket.rewards().mean())
                        .isCloseTo(
                                rewards.stream().mapToDouble(y -> y).average().orElseThrow(), within(1e-12));
            }
            Step.SettingRange explore = bucket.setting().get("explore");
            assertThat(explore.min())
                    .isEqualTo(in.stream()
                            .mapToDouble(c -> c.choice().setting().get(0))
                            .min()
                            .orElseThrow());
            assertThat(explore.max())
                    .isEqualTo(in.stream()
                            .mapToDouble(c -> c.choice().setting().get(0))
                            .max()
                            .orElseThrow());
            double[] rates = in.stream()
                    .mapToDouble(c -> c.choice().setting().get(0))
                    .sorted()
                    .toArray();
            requireQuantile(explore.low(), rates, 0.1);
            requireQuantile(explore.median(), rates, 0.5);
            requireQuantile(explore.high(), rates, 0.9);
            for (int k = 0; k < arms.size(); k++) {
                String id = arms.get(k).id();
                assertThat(bucket.arms().get(k))
                        .isEqualTo(in.stream()
                                .filter(c -> c.choice().arm().equals(id))
                                .count());
            }
            assertThat(bucket.otherArms()).isZero();
        }
        long within = buckets.stream().mapToLong(Step::decisions).sum();
        assertThat(arms.stream().mapToLong(ArmShare::decisions).sum()).isEqualTo(within);
        assertThat(arms.stream().mapToDouble(ArmShare::share).sum()).isCloseTo(1, within(1e-9));
        assertThat(seen.decisions()).isEqualTo(2000);
    }

    @Test
    void theLastDecisionsAreToldWithTheirEndings() {
        BanditStatistics statistics = statistics();
        List<Made> choices = new ArrayList<>();
        List<Ending> endings = new ArrayList<>();
        play(statistics, 500, 1000, choices, endings);

        List<RecentDecision> recent = statistics.snapshot().recent();
        assertThat(recent).hasSize(200);
        assertThat(recent.get(0).choice().decision()).isEqualTo(500);
        assertThat(recent.get(0).end()).isEqualTo(RecentDecision.End.WAITING);
        for (RecentDecision one : recent.subList(1, 200)) {
            Ending ending = endings.get((int) one.choice().decision() - 1);
            assertThat(one.end()).isEqualTo(ending.expired() ? RecentDecision.End.EXPIRED : RecentDecision.End.LEARNT);
            assertThat(Double.compare(one.reward(), ending.value())).isZero();
            assertThat(one.choice().arm())
                    .isEqualTo(choices.get((int) one.choice().decision() - 1)
                            .choice()
                            .arm());
        }
        Ending forgotten = new Ending(2, START + 600_000, "arm 1", Attribution.of(5, 0.5), 1);
        statistics.ended(forgotten);
        assertThat(statistics.snapshot().recent().get(0).choice().decision()).isEqualTo(500);
    }

    /** Markup, lone surrogates and the empty string of another alphabet are ids like any other. */
    @Test
    void frequentArmsAreFoundAmongAnyNumberOfOthers() {
        BanditStatistics statistics = statistics();
        List<String> frequent = List.of("<script>alert(1)</script>", "\ud800", "\u00e9\u4e2d");
        for (int i = 0; i < 50_000; i++) {
            RoundRandom rng = new RoundRandom(4, i);
            String arm = rng.nextInt(4) == 0 ? frequent.get(rng.nextInt(3)) : "once " + i;
            made(i + 1L, START + i, arm, rng).addTo(statistics);
        }
        long now = START + 50_000;
        StatisticsSnapshot seen = statistics.snapshot();
        Period period = seen.during(TimeRange.last(Span.TEN_MINUTES, now));
        List<ArmShare> arms = period.arms();
        assertThat(arms).hasSizeLessThanOrEqualTo(20);
        assertThat(arms.subList(0, 3)).extracting(ArmShare::id).containsExactlyInAnyOrderElementsOf(frequent);
        assertThat(arms.get(0).share()).isCloseTo(1 / 12.0, within(0.01));
        long counted = 0;
        for (Step bucket : period.steps(arms)) {
            counted += bucket.arms().stream().mapToLong(n -> n).sum() + bucket.otherArms();
        }
        assertThat(counted).isEqualTo(50_000);
    }

    @Test
    void memoryDoesNotGrowWithTheNumberOfDecisions() {
        BanditStatistics statistics = statistics();
        int before = 0;
        for (int i = 0; i < 60_000; i++) {
            RoundRandom rng = new RoundRandom(4, i);
            Made made = made(i + 1L, START + 60_000L * i, "arm " + i, rng);
            made.addTo(statistics);
            statistics.ended(ending(made, made.choice().time(), rng));
            statistics.named("", List.of(new NamedTerm("name " + i, i % 60, 1, 1)));
            if (i == 50_000) {
                before = save(statistics).length;
            }
        }
        assertThat(save(statistics).length).isLessThan((int) (1.02 * before)).isLessThan(500_000);
    }

    @Test
    void savedStatisticsContinueAsIfNothingHadBeen() {
        BanditStatistics whole = statistics();
        List<Made> choices = new ArrayList<>();
        List<Ending> endings = new ArrayList<>();
        play(whole, 900, 61_000, choices, endings);
        whole.named("", List.of(new NamedTerm("context.x=\ud8ff", 3, -1, 1)));
        BanditStatistics restored = statistics();
        restore(save(whole), restored);
        assertThat(save(restored)).isEqualTo(save(whole));

        List<Made> same = new ArrayList<>(choices);
        List<Ending> sameEndings = new ArrayList<>(endings);
        play(whole, 900, 61_000, choices, endings);
        play(restored, 900, 61_000, same, sameEndings);
        assertThat(save(restored)).isEqualTo(save(whole));
    }

    @Test
    void numbersAsLargeAsTheyMayBeCanBeSavedAndReadAgain() {
        BanditStatistics statistics = new BanditStatistics(SPACE, RewardRange.REALS, Control.random());
        for (int i = 0; i < 2000; i++) {
            double huge = i % 2 == 0 ? 1e100 : -1e100;
            Choice choice = new Choice(
                    i + 1L,
                    i,
                    START,
                    "a",
                    Double.MIN_VALUE,
                    true,
                    ChoiceReason.of(ChoiceReason.Kind.BEST),
                    SPACE.preset());
            statistics.decided(choice, Double.MAX_VALUE, Features.NONE);
            statistics.ended(new Ending(i + 1L, START, "a", Attribution.of(2, Double.MIN_VALUE), huge));
            statistics.ended(new Ending(i + 1L, START, "a", Attribution.of(2, 0.5), huge));
        }
        BanditStatistics restored = new BanditStatistics(SPACE, RewardRange.REALS, Control.random());
        restore(save(statistics), restored);
        assertThat(save(restored)).isEqualTo(save(statistics));
    }

    /** Every byte is changed in turn, the checksum put right: either it is refused, or what is read can be used. */
    @Test
    @Tag("slow")
    void damagedBytesAreRefusedOrHarmless() {
        BanditStatistics whole = statistics();
        play(whole, 60, 7_000, new ArrayList<>(), new ArrayList<>());
        whole.named("", List.of(new NamedTerm("a", 3, -1, 1)));
        byte[] good = save(whole);
        int refused = 0;
        for (int at = 12; at < good.length - 4; at += 3) {
            byte[] bad = good.clone();
            bad[at] ^= (byte) (at % 2 == 0 ? 0x80 : 0x41);
            seal(bad);
            BanditStatistics target = statistics();
            try {
                restore(bad, target);
                StatisticsSnapshot seen = target.snapshot();
                for (Span span : Span.values()) {
                    Period period = seen.during(TimeRange.last(span, START + 420_000));
                    period.steps(period.arms());
                }
                made(61, START + 500_000, "a", new RoundRandom(1, 1)).addTo(target);
            } catch (StateFormatException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
        for (int length : new int[] {16, 40, 200, good.length / 2, good.length - 1}) {
            assertThatThrownBy(() -> restore(Arrays.copyOf(good, length), statistics()))
                    .isInstanceOf(StateFormatException.class);
        }
    }

    @Test
    void aTextOfAnAbsurdLengthIsRefusedBeforeRoomIsMadeForIt() {
        for (int length : new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 3, 1 << 30, -1}) {
            byte[] bad = Checkpoint.seal("text", out -> out.writeInt(length));
            assertThatThrownBy(() -> Checkpoint.open(
                            bad, "text", in -> SavedFields.from(in).text("")))
                    .isInstanceOf(StateFormatException.class);
        }
    }

    private static void seal(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    }

    @Test
    void propensitiesAreCountedInBinsOfAQuarterOfADecade() {
        BanditStatistics statistics = statistics();
        double[] propensities = {1, 0.99, 0.5, 1e-5, Double.NaN, 0.1, 0};
        for (int i = 0; i < propensities.length; i++) {
            Choice choice = new Choice(
                    i + 1L,
                    i,
                    START,
                    "a",
                    propensities[i],
                    false,
                    ChoiceReason.of(ChoiceReason.Kind.BEST),
                    SPACE.preset());
            statistics.decided(choice, 0, Features.NONE);
        }
        PropensityHistogram histogram = statistics.snapshot().propensities();
        assertThat(histogram.unknown()).isEqualTo(2);
        assertThat(histogram.counts().get(0)).isEqualTo(1);
        assertThat(histogram.counts().get(histogram.counts().size() - 1)).isEqualTo(2);
        assertThat(histogram.counts().stream().mapToLong(n -> n).sum()).isEqualTo(5);
        assertThat(histogram.edges())
                .hasSize(histogram.counts().size() + 1)
                .startsWith(0.0)
                .endsWith(1.0);
    }

    /** Checks that a quantile is that of the definition, up to a bin of a quarter of a power of ten. */
    private static void requireQuantile(double found, double[] sorted, double share) {
        double exact = sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
        assertThat(Math.max(found, 1e-3) / Math.max(exact, 1e-3))
                .as("quantile of " + share)
                .isBetween(0.56, 1.78);
    }
}
