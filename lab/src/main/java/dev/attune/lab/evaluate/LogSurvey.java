package dev.attune.lab.evaluate;

import dev.attune.encode.Arm;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what must be known about a log before policies are valued on it: one pass, constant memory. */
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
    private final Map<String, Long> policies = new LinkedHashMap<>(); // events with the choice of each
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    private static final class Offers {
        long offered;
        long chosen;
    }

    /**
     * Adds an event.
     *
     * @param propensity of the logged arm; NaN if unknown
     */
    void add(LoggedEvent event, double propensity) {
        if (Double.isNaN(event.reward())) {
            withoutReward++;
            return;
        }
        events++;
        event.policies().keySet().forEach(policy -> policies.merge(policy, 1L, Long::sum));
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

    /** Returns the number of events with a reward. */
    long events() {
        return events;
    }

    long withoutReward() {
        return withoutReward;
    }

    long withoutPropensity() {
        return withoutPropensity;
    }

    /** Returns the policies whose choices are in the log, each with the number of events that have its choice. */
    Map<String, Long> policies() {
        return policies;
    }

    /** Returns the range of rewards; 0 to 1 if all of them lie between. */
    Interval rewards() {
        return low >= 0 && high <= 1 ? new Interval(0, 1) : new Interval(low, high);
    }

    /** Returns the propensity that all but one in a hundred reach. */
    double commonPropensity() {
        return propensities.common();
    }

    /** Returns the arms offered most often, and among equals those chosen most often. */
    List<String> mostOffered() {
        List<Map.Entry<String, Offers>> sorted = new ArrayList<>(offers.entrySet());
        Comparator<Map.Entry<String, Offers>> byUse = Comparator.comparingLong(e -> e.getValue().offered);
        sorted.sort(byUse.thenComparingLong(entry -> entry.getValue().chosen).reversed());
        return sorted.stream().limit(MOST_ARMS).map(Map.Entry::getKey).toList();
    }

    /** Returns the share of the events that offer an arm. */
    double offered(String arm) {
        Offers known = offers.get(arm);
        return known == null ? 0 : (double) known.offered / events;
    }

    /** Returns the number of different arms in words. */
    String arms() {
        return (unnamedArms ? "more than " : "") + offers.size();
    }

    /** Returns the number of arms that are not valued one by one. */
    int armsLeftOut() {
        return Math.max(0, offers.size() - MOST_ARMS);
    }

    /**
     * A propensity that all but one in a hundred events reach, in constant memory: a histogram with sixteen bins for each halving, and
     * in each bin the smallest number that was seen. So it is one of the log's own propensities, and for a uniform log exactly 1/K.
     */
    static final class PropensityBound {
        private static final double BELOW = 0.01;
        private static final int BINS_PER_HALVING = 16;
        private static final int BINS = 64 * BINS_PER_HALVING; // down to 2^-64
        private static final double LN2 = StrictMath.log(2);

        private final long[] counts = new long[BINS];
        private final double[] least = new double[BINS];
        private long total;

        void add(double propensity) {
            int bin = (int) Math.min(BINS - 1.0, -StrictMath.log(propensity) / LN2 * BINS_PER_HALVING);
            least[bin] = counts[bin] == 0 ? propensity : Math.min(least[bin], propensity);
            counts[bin]++;
            total++;
        }

        /** Returns the bound; NaN if there are no propensities. */
        double common() {
            long below = 0;
            for (int bin = BINS - 1; bin >= 0; bin--) {
                below += counts[bin];
                if (counts[bin] > 0 && below > BELOW * total) {
                    return least[bin];
                }
            }
            return Double.NaN;
        }
    }
}
