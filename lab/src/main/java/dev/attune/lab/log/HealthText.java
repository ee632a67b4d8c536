package dev.attune.lab.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The health of a log as a table for people: what was read, then what was passed over. */
public final class HealthText {
    private static final int LABEL = 20;

    private final LogHealth health;
    private final List<String> lines = new ArrayList<>();

    private HealthText(LogHealth health) {
        this.health = health;
    }

    /** The lines of the table. */
    public static List<String> lines(LogHealth health, Skipped skipped) {
        HealthText text = new HealthText(health);
        text.measures();
        text.skipped(skipped);
        return List.copyOf(text.lines);
    }

    private void measures() {
        LogHealth.Arms arms = health.arms();
        LogHealth.Rewards rewards = health.rewards();
        LogHealth.Propensities propensities = health.propensities();
        LogHealth.Times times = health.times();
        add("events", count(health.events()));
        if (health.events() == 0) {
            return;
        }
        add(
                "arms",
                count(arms.distinct())
                        + (arms.more() ? " and more" : "")
                        + (arms.fewest() == arms.most()
                                ? ", " + arms.most() + " in every event"
                                : ", " + arms.fewest() + " to " + arms.most() + " in an event, " + number(arms.mean())
                                        + " on average"));
        add(
                "features",
                count(health.features().context()) + " of contexts, "
                        + count(health.features().arms()) + " of arms"
                        + (health.features().more() ? ", and more" : ""));
        if (health.repeated() > 0) {
            add("repeated ids", (health.repeatedAtLeast() ? "at least " : "") + count(health.repeated()));
        }
        if (times.first() != LoggedEvent.NO_TIME) {
            add(
                    "time",
                    Instant.ofEpochMilli(times.first()) + " to " + Instant.ofEpochMilli(times.last())
                            + some(times.outOfOrder(), "earlier than the event before")
                            + some(times.missing(), "without a time"));
        }
        if (rewards.known() == 0) {
            add("rewards", "none is known");
        } else {
            add(
                    "rewards",
                    "mean " + number(rewards.mean()) + ", sum " + number(rewards.sum()) + ", from "
                            + number(rewards.least()) + " to " + number(rewards.greatest()) + ", "
                            + count(rewards.nonZero()) + " not zero" + some(rewards.missing(), "unknown"));
        }
        if (Double.isNaN(propensities.least())) {
            add("propensities", "none is known");
            return;
        }
        add(
                "propensities",
                "from " + number(propensities.least()) + " to " + number(propensities.greatest())
                        + some(propensities.missing(), "unknown")
                        + some(propensities.outside(), "of them outside (0, 1]"));
        add(
                "for a uniform policy",
                "worth " + rounded(health.uniform().effectiveEvents())
                        + " events of its own; the heaviest has "
                        + percent(health.uniform().largestShare()) + " of the weight");
    }

    private void skipped(Skipped skipped) {
        if (skipped.reasons().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("Lost, or taken although odd:");
        int width = skipped.reasons().values().stream()
                .mapToInt(found -> count(found.times()).length())
                .max()
                .orElse(0);
        for (Map.Entry<String, Skipped.Count> entry : skipped.reasons().entrySet()) {
            Skipped.Count found = entry.getValue();
            String times = count(found.times());
            lines.add("  " + " ".repeat(width - times.length()) + times + (found.lost() ? "  lost  " : "        ")
                    + entry.getKey() + " (first: " + found.first() + ")");
        }
    }

    private void add(String label, String value) {
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

    private static String rounded(double many) {
        return String.format(Locale.ROOT, many >= 100 ? "%,.0f" : "%.1f", many);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share >= 0.1 ? "%.0f %%" : "%.2g %%", 100 * share);
    }
}
