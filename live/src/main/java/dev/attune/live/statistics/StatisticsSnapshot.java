package dev.attune.live.statistics;

import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.SettingSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Statistics of a bandit at one moment. Immutable. Time is an argument. */
public final class StatisticsSnapshot {
    private static final int MOST_ARMS = 20;
    private static final double DAY = 86_400_000;
    private static final double SHORTEST = 60_000; // milliseconds from which a day can be extrapolated

    /**
     * How often an arm was chosen within a span, and what it has earned.
     *
     * @param id of the arm
     * @param share of the decisions of the span
     * @param decisions number of these decisions
     * @param reward mean of its rewards since it is among the arms chosen most
     */
    public record ArmShare(String id, double share, long decisions, IntervalEstimate reward) {}

    /**
     * The cost of exploration: estimated means of the best arms minus those of the chosen ones, summed. The interval says how much the
     * sum would vary from day to day if nothing changed; it does not include errors of the estimated means.
     *
     * @param perDay lost reward a day
     * @param decisionsPerDay decisions a day; NaN if unknown
     */
    public record ExplorationCost(IntervalEstimate perDay, double decisionsPerDay) {}

    private final SettingSpace space;
    private final RewardRange range;
    private final Map<Span, List<Bucket>> buckets;
    private final Tally all;
    private final List<FrequentArms.Entry> arms;
    private final PropensityHistogram propensities;
    private final List<RecentDecision> recent;
    private final List<Alarm> alarms; // oldest first
    private final long firstDecision;
    private final long lastDecision;

    StatisticsSnapshot(
            SettingSpace space,
            RewardRange range,
            Map<Span, List<Bucket>> buckets,
            Tally all,
            List<FrequentArms.Entry> arms,
            PropensityHistogram propensities,
            List<RecentDecision> recent,
            List<Alarm> alarms,
            long firstDecision,
            long lastDecision) {
        this.space = space;
        this.range = range;
        this.buckets = buckets;
        this.all = all;
        this.arms = arms;
        this.propensities = propensities;
        this.recent = recent;
        this.alarms = alarms;
        this.firstDecision = firstDecision;
        this.lastDecision = lastDecision;
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

    /** Returns the probabilities with which arms were chosen. */
    public PropensityHistogram propensities() {
        return propensities;
    }

    /** Returns the number of rewarded decisions of known probability. */
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

    /** Returns the last twenty alarms, newest first. */
    public List<Alarm> alarms() {
        List<Alarm> newest = new ArrayList<>(alarms);
        Collections.reverse(newest); // of alarms at the same time, the last one first
        newest.sort(Comparator.comparingLong(Alarm::time).reversed());
        return newest;
    }

    /** Returns the begin of the first bucket of a span. */
    public static long from(Span span, long now) {
        return Math.floorDiv(now, span.bucketMillis()) * span.bucketMillis()
                - (span.buckets() - 1) * span.bucketMillis();
    }

    private List<Bucket> within(Span span, long now) {
        long from = from(span, now);
        return buckets.getOrDefault(span, List.of()).stream()
                .filter(bucket -> bucket.time() >= from)
                .toList();
    }

    private Tally sum(Span span, long now) {
        return since(span, from(span, now));
    }

    private Tally since(Span span, long from) {
        Tally sum = new Tally(space.size());
        for (Bucket bucket : buckets.getOrDefault(span, List.of())) {
            if (bucket.time() >= from) {
                sum.add(bucket.tally());
            }
        }
        return sum;
    }

    /** Returns the mean reward within a span. */
    public IntervalEstimate reward(Span span, long now) {
        return IntervalEstimate.ofMean(sum(span, now).rewards, range);
    }

    /** Returns the number of decisions in the steps that begin at a time or later, or contain it. */
    public long decisionsSince(Span span, long time) {
        return since(span, Math.floorDiv(time, span.bucketMillis()) * span.bucketMillis()).decisions;
    }

    /** Returns the number of decisions that expired within a span. */
    public long expired(Span span, long now) {
        return sum(span, now).expired;
    }

    /** Returns the share of decisions within a span whose arm was not the estimated best; NaN if there was no decision. */
    public double exploringShare(Span span, long now) {
        Tally sum = sum(span, now);
        return sum.decisions == 0 ? Double.NaN : (double) sum.exploring / sum.decisions;
    }

    /** Returns the reward of a decision within a span beyond that of a random arm. */
    public IntervalEstimate uplift(Span span, long now) {
        return sum(span, now).weights.uplift();
    }

    /** Returns the cost of exploration a day, estimated from a span. */
    public ExplorationCost cost(Span span, long now) {
        Tally sum = sum(span, now);
        double days = (now - Math.max(firstDecision, from(span, now))) / DAY;
        if (sum.decisions == 0 || days * DAY < SHORTEST) {
            return new ExplorationCost(IntervalEstimate.UNKNOWN, Double.NaN);
        }
        double perDay = sum.decisions / days;
        if (sum.scored == 0) {
            return new ExplorationCost(IntervalEstimate.UNKNOWN, perDay);
        }
        IntervalEstimate cost = IntervalEstimate.around(sum.regret / days, Math.sqrt(sum.regret2) / days, sum.scored);
        return new ExplorationCost(
                new IntervalEstimate(cost.value(), Math.max(0, cost.low()), cost.high(), cost.n()), perDay);
    }

    /** Returns the arms chosen most within a span, the most frequent first. */
    public List<ArmShare> arms(Span span, long now) {
        Map<String, Long> counts = new HashMap<>();
        long total = 0;
        for (Bucket bucket : within(span, now)) {
            total += bucket.tally().decisions;
            bucket.arms().forEach(arm -> counts.merge(arm.id(), arm.count(), Long::sum));
        }
        Map<String, Moments> rewards = new HashMap<>();
        arms.forEach(arm -> rewards.put(arm.id(), arm.rewards()));
        double decisions = total;
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_ARMS)
                .map(arm -> new ArmShare(
                        arm.getKey(),
                        arm.getValue() / decisions,
                        arm.getValue(),
                        IntervalEstimate.ofMean(rewards.getOrDefault(arm.getKey(), new Moments()), range)))
                .toList();
    }

    /**
     * Returns the steps of a span, without empty ones.
     *
     * @param shown arms that are counted one by one, in this order
     */
    public List<BucketView> buckets(Span span, long now, List<ArmShare> shown) {
        Map<String, Integer> places = new HashMap<>();
        shown.forEach(arm -> places.put(arm.id(), places.size()));
        return within(span, now).stream().map(bucket -> view(bucket, places)).toList();
    }

    private BucketView view(Bucket bucket, Map<String, Integer> places) {
        long[] counts = new long[places.size()];
        long others = bucket.otherArms();
        for (Bucket.ArmCount arm : bucket.arms()) {
            Integer place = places.get(arm.id());
            if (place == null) {
                others += arm.count();
            } else {
                counts[place] += arm.count();
            }
        }
        Tally tally = bucket.tally();
        List<BucketView.SettingRange> settings = new ArrayList<>();
        for (int i = 0; i < space.size() && tally.decisions > 0; i++) {
            Hyperparameter parameter = space.parameters().get(i);
            settings.add(new BucketView.SettingRange(
                    parameter.name(), tally.sum[i] / tally.decisions, tally.least[i], tally.most[i]));
        }
        return new BucketView(
                bucket.time(),
                tally.decisions,
                tally.exploring,
                IntervalEstimate.ofMean(tally.rewards, range),
                settings,
                Arrays.stream(counts).boxed().toList(),
                others,
                tally.scored == 0 ? Double.NaN : tally.regret,
                tally.expired);
    }
}
