package dev.attune.lab.log;

import dev.attune.encode.Arm;
import java.util.function.Consumer;

/** Gathers the health of a log while it is read, in constant memory. */
public final class HealthCheck implements Consumer<LoggedEvent> {
    private static final int MOST_ARMS = 100_000;
    private static final int MOST_FEATURES = 1_000_000;

    private final DistinctNames arms = new DistinctNames(MOST_ARMS);
    private final DistinctNames contextFeatures = new DistinctNames(MOST_FEATURES);
    private final DistinctNames armFeatures = new DistinctNames(MOST_FEATURES);
    private long events;
    private long named;
    private long armsInAll;
    private int fewest = Integer.MAX_VALUE;
    private int most;

    private long known;
    private long nonZero;
    private double sum;
    private double weightedSum;
    private double weights;
    private double leastReward = Double.POSITIVE_INFINITY;
    private double greatestReward = Double.NEGATIVE_INFINITY;

    private long propensities;
    private double leastPropensity = Double.POSITIVE_INFINITY;
    private double greatestPropensity = Double.NEGATIVE_INFINITY;
    private double importance;
    private double importanceSquares;
    private double largestImportance;

    private long timed;
    private long outOfOrder;
    private long before = Long.MIN_VALUE;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** Begins with no events. */
    public HealthCheck() {}

    @Override
    public void accept(LoggedEvent event) {
        events++;
        named += event.id().isEmpty() ? 0 : 1;
        int many = event.arms().size();
        armsInAll += many;
        fewest = Math.min(fewest, many);
        most = Math.max(most, many);
        for (Arm arm : event.arms()) {
            arms.add(arm.id());
            arm.features().values().keySet().forEach(armFeatures::add);
        }
        event.context().values().keySet().forEach(contextFeatures::add);
        if (!Double.isNaN(event.reward())) {
            reward(event.reward(), event.weight());
        }
        if (!Double.isNaN(event.propensity())) {
            propensity(event.propensity(), event.weight() / (many * event.propensity()));
        }
        if (event.time() != LoggedEvent.NO_TIME) {
            time(event.time());
        }
    }

    private void reward(double reward, double weight) {
        known++;
        nonZero += reward == 0 ? 0 : 1;
        sum += reward;
        weightedSum += weight * reward;
        weights += weight;
        leastReward = Math.min(leastReward, reward);
        greatestReward = Math.max(greatestReward, reward);
    }

    private void propensity(double propensity, double weight) {
        propensities++;
        leastPropensity = Math.min(leastPropensity, propensity);
        greatestPropensity = Math.max(greatestPropensity, propensity);
        importance += weight;
        importanceSquares += weight * weight;
        largestImportance = Math.max(largestImportance, weight);
    }

    private void time(long time) {
        timed++;
        outOfOrder += time < before ? 1 : 0;
        before = time;
        first = Math.min(first, time);
        last = Math.max(last, time);
    }

    /** What the events come to, and what their reader passed over. */
    public LogHealth health(Skipped skipped) {
        boolean weighed = propensities > 0;
        return new LogHealth(
                events,
                new LogHealth.Arms(
                        arms.count(),
                        arms.more(),
                        events == 0 ? 0 : fewest,
                        events == 0 ? 0 : (double) armsInAll / events,
                        most),
                new LogHealth.Rewards(
                        known,
                        events - known,
                        known == 0 ? Double.NaN : weightedSum / weights,
                        sum,
                        nonZero,
                        known == 0 ? Double.NaN : leastReward,
                        known == 0 ? Double.NaN : greatestReward),
                new LogHealth.Propensities(
                        weighed ? leastPropensity : Double.NaN,
                        weighed ? greatestPropensity : Double.NaN,
                        events - propensities,
                        skipped.times(Reason.BAD_PROPENSITY)),
                new LogHealth.Overlap(
                        weighed ? importance * importance / importanceSquares : Double.NaN,
                        weighed ? largestImportance / importance : Double.NaN),
                new LogHealth.Times(
                        timed == 0 ? LoggedEvent.NO_TIME : first,
                        timed == 0 ? LoggedEvent.NO_TIME : last,
                        events - timed,
                        outOfOrder),
                new LogHealth.FeatureNames(
                        contextFeatures.count(), armFeatures.count(), contextFeatures.more() || armFeatures.more()),
                skipped.times(Reason.REPEATED),
                named > RecentIds.GENERATION,
                skipped.times(Reason.DANGLING_REWARD),
                skipped.lost());
    }
}
