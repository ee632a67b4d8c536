package dev.attune.live.statistics;

import dev.attune.live.statistics.Period.Step.SettingRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statistics of a range of time. Immutable. */
public final class Period {
    private static final double EQUAL = 1e-6; // rounding of sums
    private static final int MOST_ARMS = 20;
    private static final double DAY = 86_400_000;
    private static final double SHORTEST = 60_000; // milliseconds from which a day can be extrapolated
    private static final List<Double> OTHER_SHARES = List.of(0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5);

    /**
     * How often an arm was chosen within the range, and what it has earned.
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

    /**
     * One step of a span.
     *
     * @param time of its begin, in milliseconds since 1970
     * @param decisions made
     * @param exploring number of these whose arm was not the estimated best
     * @param rewards learnt
     * @param setting the values in force of each hyperparameter; empty if there was no decision
     * @param arms number of choices of each of the shown arms
     * @param otherArms number of choices of all others
     * @param regret sum of best minus chosen mean as estimated; NaN if there is no estimate
     * @param expired decisions that ended without a reward
     * @param complete whether the step is over; one that is not shows chance more than change
     */
    public record Step(
            long time,
            long decisions,
            long exploring,
            RewardMean rewards,
            Map<String, SettingRange> setting,
            List<Long> arms,
            long otherArms,
            double regret,
            long expired,
            boolean complete) {
        /**
         * The values of a hyperparameter that were in force.
         *
         * @param mean of all
         * @param min the smallest
         * @param low the quantile of 10 %; NaN if it is not known, as are the next two
         * @param median of all
         * @param high the quantile of 90 %
         * @param max the largest
         */
        public record SettingRange(double mean, double min, double low, double median, double high, double max) {}
    }

    private final StatisticsSnapshot of;
    private final TimeRange time;
    private final List<Timeline.Bucket> buckets;
    private final Tally sum;

    Period(StatisticsSnapshot of, TimeRange time) {
        this.of = of;
        this.time = time;
        this.buckets = of.buckets.getOrDefault(time.span(), List.of()).stream()
                .filter(bucket -> bucket.time() >= time.from() && bucket.time() <= time.to())
                .toList();
        this.sum = new Tally(of.space.size());
        buckets.forEach(bucket -> sum.add(bucket.tally()));
    }

    /** Returns the number of decisions. */
    public long decisions() {
        return sum.decisions;
    }

    /** Returns the number of decisions that expired. */
    public long expired() {
        return sum.expired;
    }

    /** Returns the share of decisions that explored; NaN if there was no decision. */
    public double exploringShare() {
        return sum.decisions == 0 ? Double.NaN : (double) sum.exploring / sum.decisions;
    }

    /** Returns the mean reward. */
    public RewardMean reward() {
        return RewardMean.of(sum.rewards, of.range);
    }

    /** Returns the estimated reward of a random arm. */
    public RewardMean random() {
        return sum.weights.uniform(of.shift).within(of.range);
    }

    /** Returns the reward of a decision beyond that of a random arm. */
    public IntervalEstimate uplift() {
        return sum.weights.uplift();
    }

    /** Returns the sums for the value of a random arm. */
    Weights weights() {
        return sum.weights;
    }

    /** Returns the cost of exploration, estimated from the range. */
    public ExplorationCost cost() {
        double days = (time.to() - Math.max(of.firstDecision, time.from())) / DAY;
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
                sum.rewards.n == 0 || of.signed() || earned <= 0
                        ? IntervalEstimate.UNKNOWN
                        : perDecision.map(cost -> cost / earned));
    }

    /**
     * Returns what other uniform shares would earn; empty if the value of a random arm is unknown. With reward r, share e and value u of a random
     * arm, decisions that are not drawn earn v = (r - e u) / (1 - e), and share s earns (1 - s) v + s u; the cost is s (v - u).
     */
    public List<OtherShare> otherShares(double share) {
        IntervalEstimate uplift = uplift();
        RewardMean random = random();
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
                    of.signed() || reward <= 0 ? Double.NaN : cost.value() / reward));
        }
        return others;
    }

    /** Returns the arms chosen most of the range, the most frequent first. */
    public List<ArmShare> arms() {
        Map<String, Long> counts = new HashMap<>();
        buckets.forEach(bucket -> bucket.arms().forEach((id, count) -> counts.merge(id, count, Long::sum)));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_ARMS)
                .map(arm -> share(arm.getKey(), arm.getValue()))
                .toList();
    }

    private ArmShare share(String id, long decisions) {
        double share = (double) decisions / sum.decisions;
        FrequentArms.Entry known = of.arms.get(id);
        return known == null
                ? new ArmShare(id, share, decisions, RewardMean.UNKNOWN, RewardMean.UNKNOWN, null, null)
                : new ArmShare(
                        id,
                        share,
                        decisions,
                        RewardMean.of(known.rewards, of.range),
                        always(known.always),
                        timeOrNull(known.first),
                        timeOrNull(known.last));
    }

    static @Nullable Long timeOrNull(long millis) {
        return millis == 0 ? null : millis;
    }

    /** Returns the value of an arm. If all its rewards are equal, as clicks that never came, the interval is that of as many equal rewards. */
    private RewardMean always(Weights weights) {
        RewardMean value = weights.value(of.shift);
        if (!(value.high() - value.low() <= EQUAL * Math.max(1, Math.abs(value.mean())))) {
            return value.within(of.range);
        }
        Moments equal = new Moments();
        equal.n = (long) weights.effectiveSampleSize();
        equal.mean = value.mean();
        return RewardMean.of(equal, of.range);
    }

    /**
     * Returns the steps of the range, without empty ones.
     *
     * @param shown arms that are counted one by one, in this order
     */
    public List<Step> steps(List<ArmShare> shown) {
        return buckets.stream().map(bucket -> step(bucket, shown)).toList();
    }

    private Step step(Timeline.Bucket bucket, List<ArmShare> shown) {
        List<Long> counts = shown.stream()
                .map(arm -> bucket.arms().getOrDefault(arm.id(), 0L))
                .toList();
        long chosen = bucket.arms().values().stream().mapToLong(n -> n).sum();
        long others =
                bucket.otherArms() + chosen - counts.stream().mapToLong(n -> n).sum();
        Tally tally = bucket.tally();
        Map<String, SettingRange> setting = new LinkedHashMap<>();
        for (int i = 0; i < of.space.size() && tally.decisions > 0; i++) {
            setting.put(
                    of.space.parameters().get(i).name(),
                    new SettingRange(
                            tally.sum[i] / tally.decisions,
                            tally.least[i],
                            tally.quantile(i, 0.1),
                            tally.quantile(i, 0.5),
                            tally.quantile(i, 0.9),
                            tally.most[i]));
        }
        return new Step(
                bucket.time(),
                tally.decisions,
                tally.exploring,
                RewardMean.of(tally.rewards, of.range),
                setting,
                counts,
                others,
                tally.scored == 0 ? Double.NaN : tally.regret,
                tally.expired,
                bucket.time() + time.span().bucketMillis() <= time.to() + 1);
    }

    /**
     * Returns mean rewards of the complete steps of the range in at most so many groups of equal length, without those before the first decision;
     * unknown where there was none.
     */
    public List<RewardMean> trend(int groups) {
        long step = time.span().bucketMillis();
        long from = Math.max(time.from(), Math.floorDiv(of.firstDecision, step) * step);
        long steps = Math.max(0, (time.to() - from) / step);
        long each = Math.max(1, (steps + groups - 1) / groups);
        int n = (int) (steps / each); // the oldest steps that do not fill a group are left out
        long begin = from + (steps - n * each) * step;
        List<Moments> sums = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            sums.add(new Moments());
        }
        for (Timeline.Bucket bucket : buckets) {
            long place = Math.floorDiv(bucket.time() - begin, each * step);
            if (place >= 0 && place < n) {
                sums.get((int) place).add(bucket.tally().rewards);
            }
        }
        return sums.stream().map(sum -> RewardMean.of(sum, of.range)).toList();
    }
}
