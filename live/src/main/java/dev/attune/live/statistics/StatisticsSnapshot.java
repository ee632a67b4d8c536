package dev.attune.live.statistics;

import dev.attune.api.RewardRange;
import dev.attune.api.SettingSpace;
import dev.attune.live.statistics.BucketView.SettingRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statistics of a bandit at one moment. Immutable. Time is an argument. */
public final class StatisticsSnapshot {
    private static final double EQUAL = 1e-6; // rounding of sums
    private static final int MOST_ARMS = 20;
    private static final double DAY = 86_400_000;
    private static final double SHORTEST = 60_000; // milliseconds from which a day can be extrapolated

    /**
     * How often an arm was chosen within a range, and what it has earned.
     *
     * @param id of the arm
     * @param share of the decisions of the range
     * @param decisions number of these decisions
     * @param reward mean of its rewards since its first choice, in the contexts for which it was chosen
     * @param always estimated mean reward of choosing it always, since its first choice
     * @param firstAt time of its first choice since it is among the frequent arms; null if unknown
     * @param lastAt time of its last choice; null if unknown
     */
    public record ArmShare(
            String id,
            double share,
            long decisions,
            RewardMean reward,
            RewardMean always,
            @Nullable Long firstAt,
            @Nullable Long lastAt) {}

    /**
     * The cost of exploration: estimated means of the best arms minus those of the chosen ones, summed. Intervals say how much the
     * sum would vary if nothing changed; they do not include errors of the estimated means.
     *
     * @param perDay lost reward a day; NaN if unknown
     * @param low lower end of its interval
     * @param high upper end of its interval
     * @param decisionsPerDay decisions a day; NaN if unknown
     * @param perDecision lost reward a decision
     * @param share lost reward as a share of the reward that was earned; unknown if rewards may be negative
     */
    public record ExplorationCost(
            double perDay,
            double low,
            double high,
            double decisionsPerDay,
            IntervalEstimate perDecision,
            IntervalEstimate share) {
        static ExplorationCost unknown(double decisionsPerDay) {
            return new ExplorationCost(
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    decisionsPerDay,
                    IntervalEstimate.UNKNOWN,
                    IntervalEstimate.UNKNOWN);
        }
    }

    /**
     * What another uniform share would earn and cost, if decisions that are not drawn by it stay as good as they were.
     *
     * @param share of decisions that would be uniformly random
     * @param reward expected mean
     * @param cost of the random draws, in reward a decision
     * @param costShare the cost as a share of the expected reward; NaN if rewards may be negative
     */
    public record OtherShare(double share, RewardMean reward, IntervalEstimate cost, double costShare) {}

    private static final List<Double> OTHER_SHARES = List.of(0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5);

    private final SettingSpace space;
    private final RewardRange range;
    private final Map<Span, List<Timeline.Bucket>> buckets = new EnumMap<>(Span.class);
    private final Tally all;
    private final Map<String, FrequentArms.Entry> arms;
    private final PropensityHistogram propensities;
    private final List<RecentDecision> recent;
    private final List<SegmentView> segments;
    private final List<Alarm> alarms; // oldest first
    private final double shift;
    private final long firstDecision;
    private final long lastDecision;
    private final long lastReward;

    StatisticsSnapshot(BanditStatistics of) {
        this.space = of.space;
        this.range = of.range;
        of.timelines.forEach(timeline -> buckets.put(timeline.span(), timeline.snapshot(of.arms)));
        this.all = of.all.copy();
        this.arms = of.arms.copy();
        this.propensities = of.propensities.copy();
        this.recent = of.recent.newestFirst();
        this.segments = of.segments.snapshot(of.range, of.shift);
        this.alarms = List.copyOf(of.alarms);
        this.shift = of.shift;
        this.firstDecision = of.firstDecision;
        this.lastDecision = of.lastDecision;
        this.lastReward = of.lastReward;
    }

    /** Returns the number of decisions since the beginning. */
    public long decisions() {
        return all.decisions;
    }

    /** Returns the number of decisions that expired since the beginning. */
    public long expired() {
        return all.expired;
    }

    /** Returns the time of the last decision; 0 if there was none. */
    public long lastDecision() {
        return lastDecision;
    }

    /** Returns the time of the first decision; 0 if there was none. */
    public long firstDecision() {
        return firstDecision;
    }

    /** Returns when a reward was last learnt; 0 if unknown or never. */
    public long lastReward() {
        return lastReward;
    }

    /** Returns the probabilities with which arms were chosen. */
    public PropensityHistogram propensities() {
        return propensities;
    }

    /** Returns the number of rewarded decisions of known weight. */
    public long weighted() {
        return all.weights.n;
    }

    /** Returns the effective size of the sample of {@link #weighted} decisions for the value of a random arm. */
    public double effectiveSampleSize() {
        return all.weights.effectiveSampleSize();
    }

    /** Returns the last decisions, newest first. */
    public List<RecentDecision> recent() {
        return recent;
    }

    /** Returns rewards and arms by the values of context features. */
    public List<SegmentView> segments() {
        return segments;
    }

    /** Returns whether rewards can be negative, so that shares of them say nothing. */
    public boolean signed() {
        return range.low() < 0;
    }

    /** Returns the last twenty alarms, newest first. */
    public List<Alarm> alarms() {
        List<Alarm> newest = new ArrayList<>(alarms);
        Collections.reverse(newest); // of alarms at the same time, the last one first
        newest.sort(Comparator.comparingLong(Alarm::time).reversed());
        return newest;
    }

    private List<Timeline.Bucket> within(TimeRange time) {
        return buckets.getOrDefault(time.span(), List.of()).stream()
                .filter(time::contains)
                .toList();
    }

    private Tally sum(TimeRange time) {
        Tally sum = new Tally(space.size());
        within(time).forEach(bucket -> sum.add(bucket.tally()));
        return sum;
    }

    /** Returns the mean reward within a range. */
    public RewardMean reward(TimeRange time) {
        return RewardMean.of(sum(time).rewards, range);
    }

    /** Returns the number of decisions within a range. */
    public long decisions(TimeRange time) {
        return sum(time).decisions;
    }

    /** Returns the number of decisions that expired within a range. */
    public long expired(TimeRange time) {
        return sum(time).expired;
    }

    /** Returns the share of decisions within a range that explored; NaN if there was no decision. */
    public double exploringShare(TimeRange time) {
        Tally sum = sum(time);
        return sum.decisions == 0 ? Double.NaN : (double) sum.exploring / sum.decisions;
    }

    /** Returns the reward of a decision within a range beyond that of a random arm. */
    public IntervalEstimate uplift(TimeRange time) {
        return sum(time).weights.uplift();
    }

    /** Returns the estimated reward of a random arm within a range. */
    public RewardMean random(TimeRange time) {
        return sum(time).weights.uniform(shift);
    }

    /** Returns whether nearly all rewards of a range have a known weight, so that a random arm can be valued with enough of them. */
    public boolean weightsKnown(TimeRange time) {
        return sum(time).weights.known();
    }

    /** Returns whether all arms had a chance in a range, so that more rewards will value a random arm. */
    public boolean allArmsTried(TimeRange time) {
        return sum(time).weights.covers();
    }

    /** Returns the effective size of the sample of a range for the value of a random arm. */
    public double effectiveSampleSize(TimeRange time) {
        return sum(time).weights.effectiveSampleSize();
    }

    /** Returns the cost of exploration, estimated from a range. */
    public ExplorationCost cost(TimeRange time) {
        Tally sum = sum(time);
        double days = (time.to() - Math.max(firstDecision, time.from())) / DAY;
        boolean daily = sum.decisions > 0 && days * DAY >= SHORTEST;
        double perDay = daily ? sum.decisions / days : Double.NaN;
        if (sum.scored == 0) {
            return ExplorationCost.unknown(perDay);
        }
        double error = Math.sqrt(sum.regret2);
        IntervalEstimate lost =
                daily ? IntervalEstimate.around(sum.regret / days, error / days) : IntervalEstimate.UNKNOWN;
        IntervalEstimate perDecision = IntervalEstimate.around(sum.regret / sum.scored, error / sum.scored)
                .map(cost -> Math.max(0, cost));
        double earned = sum.rewards.mean;
        return new ExplorationCost(
                lost.value(),
                Math.max(0, lost.low()),
                lost.high(),
                perDay,
                perDecision,
                sum.rewards.n == 0 || signed() || earned <= 0
                        ? IntervalEstimate.UNKNOWN
                        : perDecision.map(cost -> cost / earned));
    }

    /**
     * Returns what other uniform shares would earn; empty if the value of a random arm is unknown. With reward r, share e and value u of a random
     * arm, decisions that are not drawn earn v = (r - e u) / (1 - e), and share s earns (1 - s) v + s u; the cost is s (v - u).
     */
    public List<OtherShare> otherShares(TimeRange time, double share) {
        IntervalEstimate uplift = uplift(time);
        RewardMean random = random(time);
        if (Double.isNaN(uplift.value()) || share >= 1) {
            return List.of();
        }
        List<OtherShare> others = new ArrayList<>();
        for (double other : OTHER_SHARES) {
            double scale = other / (1 - share);
            double reward = random.mean() + (1 - other) * uplift.value() / (1 - share);
            IntervalEstimate cost = uplift.map(gap -> scale * gap);
            others.add(new OtherShare(
                    other,
                    new RewardMean(reward, Double.NaN, Double.NaN, random.n()),
                    cost,
                    signed() || reward <= 0 ? Double.NaN : cost.value() / reward));
        }
        return others;
    }

    /** Returns the arms chosen most within a range, the most frequent first. */
    public List<ArmShare> arms(TimeRange time) {
        Map<String, Long> counts = new HashMap<>();
        long total = 0;
        for (Timeline.Bucket bucket : within(time)) {
            total += bucket.tally().decisions;
            bucket.arms().forEach((id, count) -> counts.merge(id, count, Long::sum));
        }
        double decisions = total;
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_ARMS)
                .map(arm -> share(arm.getKey(), arm.getValue() / decisions, arm.getValue(), arms.get(arm.getKey())))
                .toList();
    }

    private ArmShare share(String id, double share, long decisions, FrequentArms.@Nullable Entry known) {
        return known == null
                ? new ArmShare(id, share, decisions, RewardMean.UNKNOWN, RewardMean.UNKNOWN, null, null)
                : new ArmShare(
                        id,
                        share,
                        decisions,
                        RewardMean.of(known.rewards, range),
                        always(known.always),
                        timeOrNull(known.first),
                        timeOrNull(known.last));
    }

    static @Nullable Long timeOrNull(long millis) {
        return millis == 0 ? null : millis;
    }

    /** Returns the value of an arm. If all its rewards are equal, as clicks that never came, the interval is that of as many equal rewards. */
    private RewardMean always(Weights of) {
        RewardMean value = of.value(shift);
        if (!(value.high() - value.low() <= EQUAL * Math.max(1, Math.abs(value.mean())))) {
            return value;
        }
        Moments equal = new Moments();
        equal.n = (long) of.effectiveSampleSize();
        equal.mean = value.mean();
        return RewardMean.of(equal, range);
    }

    /**
     * Returns the steps of a range, without empty ones.
     *
     * @param shown arms that are counted one by one, in this order
     */
    public List<BucketView> buckets(TimeRange time, List<ArmShare> shown) {
        return within(time).stream().map(bucket -> view(bucket, shown, time)).toList();
    }

    private BucketView view(Timeline.Bucket bucket, List<ArmShare> shown, TimeRange time) {
        List<Long> counts = shown.stream()
                .map(arm -> bucket.arms().getOrDefault(arm.id(), 0L))
                .toList();
        long chosen = bucket.arms().values().stream().mapToLong(n -> n).sum();
        long others =
                bucket.otherArms() + chosen - counts.stream().mapToLong(n -> n).sum();
        Tally tally = bucket.tally();
        Map<String, SettingRange> setting = new LinkedHashMap<>();
        for (int i = 0; i < space.size() && tally.decisions > 0; i++) {
            setting.put(
                    space.parameters().get(i).name(),
                    new SettingRange(
                            tally.sum[i] / tally.decisions,
                            tally.least[i],
                            tally.quantile(i, 0.1),
                            tally.quantile(i, 0.5),
                            tally.quantile(i, 0.9),
                            tally.most[i]));
        }
        return new BucketView(
                bucket.time(),
                tally.decisions,
                tally.exploring,
                RewardMean.of(tally.rewards, range),
                setting,
                counts,
                others,
                tally.scored == 0 ? Double.NaN : tally.regret,
                tally.expired,
                time.completes(bucket));
    }

    /**
     * Returns mean rewards of the complete steps of a range in at most so many groups of equal length, without those before the first decision;
     * unknown where there was none.
     */
    public List<RewardMean> trend(TimeRange time, int groups) {
        long step = time.span().bucketMillis();
        long from = Math.max(time.from(), Math.floorDiv(firstDecision, step) * step);
        long steps = Math.max(0, (time.to() - from) / step);
        long each = Math.max(1, (steps + groups - 1) / groups);
        int n = (int) (steps / each); // the oldest steps that do not fill a group are left out
        long begin = from + (steps - n * each) * step;
        List<Moments> sums = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            sums.add(new Moments());
        }
        for (Timeline.Bucket bucket : within(time)) {
            long place = Math.floorDiv(bucket.time() - begin, each * step);
            if (place >= 0 && place < n) {
                sums.get((int) place).add(bucket.tally().rewards);
            }
        }
        return sums.stream().map(sum -> RewardMean.of(sum, range)).toList();
    }
}
