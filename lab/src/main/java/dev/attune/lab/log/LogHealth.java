package dev.attune.lab.log;

import dev.attune.encode.Arm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.function.Consumer;

/**
 * How well a log is suited for evaluating other policies: what it contains, what is missing, and how much of it a policy that differs from the
 * logging policy could use. Collects the events while the log is read, in constant memory.
 */
public final class LogHealth implements Consumer<LoggedEvent> {
    private static final int MOST_ARMS = 100_000;
    private static final int MOST_FEATURES = 1_000_000;
    private static final int LABEL = 20;

    private final NameSet.Counter arms = new NameSet.Counter(MOST_ARMS);
    private final NameSet.Counter contextFeatures = new NameSet.Counter(MOST_FEATURES);
    private final NameSet.Counter armFeatures = new NameSet.Counter(MOST_FEATURES);
    private final IntSummaryStatistics offers = new IntSummaryStatistics(); // arms of an event
    private long named;

    private final DoubleSummaryStatistics rewards = new DoubleSummaryStatistics();
    private long nonZero;
    private double rewardSum;
    private double weightedSum;
    private double weights;

    private final DoubleSummaryStatistics propensities = new DoubleSummaryStatistics();
    private double importance; // weights of a uniform policy: the event's own weight / (arms x propensity)
    private double importanceSquares;
    private double largestImportance;

    private final LongSummaryStatistics times = new LongSummaryStatistics();
    private long outOfOrder;
    private long before = Long.MIN_VALUE;

    private final boolean assumeUniform;
    private long assumed;

    /** Creates the statistics of no events, with the propensities of the log. */
    public LogHealth() {
        this(false);
    }

    /**
     * Creates the statistics of no events.
     *
     * @param assumeUniform whether an event without a propensity counts as chosen uniformly
     */
    public LogHealth(boolean assumeUniform) {
        this.assumeUniform = assumeUniform;
    }

    @Override
    public void accept(LoggedEvent event) {
        int many = event.arms().size();
        offers.accept(many);
        named += event.id().isEmpty() ? 0 : 1;
        for (Arm arm : event.arms()) {
            arms.add(arm.id());
            arm.features().values().keySet().forEach(armFeatures::add);
        }
        event.context().values().keySet().forEach(contextFeatures::add);
        if (!Double.isNaN(event.reward())) {
            reward(event.reward(), event.weight());
        }
        boolean unknown = Double.isNaN(event.propensity());
        assumed += unknown && assumeUniform ? 1 : 0;
        double propensity = unknown && assumeUniform ? 1.0 / many : event.propensity();
        if (!Double.isNaN(propensity)) {
            propensities.accept(propensity);
            double weight = event.weight() / (many * propensity);
            importance += weight;
            importanceSquares += weight * weight;
            largestImportance = Math.max(largestImportance, weight);
        }
        if (event.time() != LoggedEvent.NO_TIME) {
            times.accept(event.time());
            outOfOrder += event.time() < before ? 1 : 0;
            before = event.time();
        }
    }

    private void reward(double reward, double weight) {
        rewards.accept(reward);
        nonZero += reward == 0 ? 0 : 1;
        rewardSum += reward;
        weightedSum += weight * reward;
        weights += weight;
    }

    /** Returns (sum w)^2 / sum w^2 over the weights of a policy that chooses uniformly; NaN without propensities. */
    public double effectiveEvents() {
        return importance * importance / importanceSquares;
    }

    /**
     * Returns a table of what was read, followed by what was skipped.
     *
     * @param skipped what the reader of the events skipped
     */
    public List<String> lines(Skipped skipped) {
        List<String> lines = new ArrayList<>();
        add(lines, "events", count(offers.getCount()));
        if (offers.getCount() > 0) {
            measures(lines, skipped);
        }
        if (!skipped.reasons().isEmpty()) {
            lines.add("");
            lines.add("Lost, or accepted with a fault:");
            int width = skipped.reasons().values().stream()
                    .mapToInt(found -> count(found.times()).length())
                    .max()
                    .orElse(0);
            skipped.reasons()
                    .forEach((reason, found) ->
                            lines.add(String.format(Locale.ROOT, "  %" + width + "s", count(found.times()))
                                    + (found.lost() ? "  lost  " : "        ") + reason + " (first: " + found.first()
                                    + ")"));
        }
        return lines;
    }

    private void measures(List<String> lines, Skipped skipped) {
        add(
                lines,
                "arms",
                count(arms.count()) + (arms.exceeded() ? " and more" : "") + ", "
                        + (offers.getMin() == offers.getMax()
                                ? offers.getMax() + " in every event"
                                : offers.getMin() + " to " + offers.getMax() + " in an event, "
                                        + number(offers.getAverage()) + " on average"));
        add(
                lines,
                "features",
                count(contextFeatures.count()) + " of contexts, " + count(armFeatures.count()) + " of arms"
                        + (contextFeatures.exceeded() || armFeatures.exceeded() ? ", and more" : ""));
        long repeated = skipped.times(EventSink.REPEATED);
        if (repeated > 0) {
            boolean forgotten = named > EventSink.RECENT_IDS;
            add(lines, "repeated ids", (forgotten ? "at least " : "") + count(repeated));
        }
        if (times.getCount() > 0) {
            add(
                    lines,
                    "time",
                    Instant.ofEpochMilli(times.getMin()) + " to " + Instant.ofEpochMilli(times.getMax())
                            + some(outOfOrder, "earlier than the event before")
                            + some(offers.getCount() - times.getCount(), "without a time"));
        }
        add(
                lines,
                "rewards",
                rewards.getCount() == 0
                        ? "none is known"
                        : "mean " + number(weightedSum / weights) + ", sum " + number(rewardSum) + ", from "
                                + number(rewards.getMin()) + " to " + number(rewards.getMax()) + ", " + count(nonZero)
                                + " not zero" + some(offers.getCount() - rewards.getCount(), "unknown"));
        if (propensities.getCount() == 0) {
            add(lines, "propensities", "none is known");
            return;
        }
        add(
                lines,
                "propensities",
                "from " + number(propensities.getMin()) + " to " + number(propensities.getMax())
                        + some(assumed, "of them assumed: uniform choice (--uniform)")
                        + some(offers.getCount() - propensities.getCount(), "unknown")
                        + some(skipped.times(EventSink.BAD_PROPENSITY), "of them outside (0, 1]"));
        add(
                lines,
                "for a uniform policy",
                String.format(
                        Locale.ROOT,
                        (effectiveEvents() >= 100 ? "worth %,.0f" : "worth %.1f")
                                + " events of its own; the heaviest has "
                                + (largestImportance >= 0.1 * importance ? "%.0f" : "%.2g") + " %% of the weight",
                        effectiveEvents(),
                        100 * (largestImportance / importance)));
    }

    private static void add(List<String> lines, String label, String value) {
        lines.add(label + " ".repeat(LABEL - label.length()) + "  " + value);
    }

    private static String some(long many, String what) {
        return many == 0 ? "" : ", " + count(many) + " " + what;
    }

    private static String count(long many) {
        return String.format(Locale.ROOT, "%,d", many);
    }

    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return count((long) value);
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 0.001 ? "%.4f" : "%.3g", value);
    }
}
