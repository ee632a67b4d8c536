package dev.attune.lab.evaluate;

import dev.attune.encode.Arm;
import dev.attune.lab.log.LoggedEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What has to be known about a log before anything is valued on it: one pass, constant memory. */
final class LogSurvey {
    /** Arms that are valued one by one. */
    static final int MOST_ARMS = 20;

    /** Names that are remembered; an arm whose name comes later is not valued by itself. */
    private static final int MOST_NAMES = 20_000;

    private final Map<String, Offers> offers = new LinkedHashMap<>();
    private final PropensityBound propensities = new PropensityBound();
    private long events;
    private long withoutReward;
    private long withoutPropensity;
    private boolean unnamedArms;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    private static final class Offers {
        long offered;
        long chosen;
    }

    /**
     * Takes note of an event.
     *
     * @param propensity of the logged arm; NaN if unknown
     */
    void add(LoggedEvent event, double propensity) {
        if (Double.isNaN(event.reward())) {
            withoutReward++;
            return;
        }
        events++;
        low = Math.min(low, event.reward());
        high = Math.max(high, event.reward());
        if (Double.isNaN(propensity)) {
            withoutPropensity++;
        } else {
            propensities.add(propensity);
        }
        for (int k = 0; k < event.arms().size(); k++) {
            Arm arm = event.arms().get(k);
            Offers known = offers.get(arm.id());
            if (known == null) {
                if (offers.size() == MOST_NAMES) {
                    unnamedArms = true;
                    continue;
                }
                known = new Offers();
                offers.put(arm.id(), known);
            }
            known.offered++;
            known.chosen += k == event.chosen() ? 1 : 0;
        }
    }

    /** Events with a reward: those that count. */
    long events() {
        return events;
    }

    long withoutReward() {
        return withoutReward;
    }

    long withoutPropensity() {
        return withoutPropensity;
    }

    /** The smallest and the largest reward; 0 and 1 if all of them lie between. */
    Interval rewards() {
        return low >= 0 && high <= 1 ? new Interval(0, 1) : new Interval(low, high);
    }

    /** The propensity above which all but one in a hundred lie. */
    double commonPropensity() {
        return propensities.common();
    }

    /** The arms offered most often, and among equals those chosen most often. */
    List<String> mostOffered() {
        List<Map.Entry<String, Offers>> sorted = new ArrayList<>(offers.entrySet());
        Comparator<Map.Entry<String, Offers>> byUse = Comparator.comparingLong(e -> e.getValue().offered);
        sorted.sort(byUse.thenComparingLong(entry -> entry.getValue().chosen).reversed());
        return sorted.stream().limit(MOST_ARMS).map(Map.Entry::getKey).toList();
    }

    /** Share of the events that offer an arm. */
    double offered(String arm) {
        Offers known = offers.get(arm);
        return known == null ? 0 : (double) known.offered / events;
    }

    /** How many different arms there are, as words. */
    String arms() {
        return (unnamedArms ? "more than " : "") + offers.size();
    }

    /** Whether arms are left that are not valued one by one. */
    int armsLeftOut() {
        return Math.max(0, offers.size() - MOST_ARMS);
    }
}
