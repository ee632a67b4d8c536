package dev.attune.lab.evaluate;

import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.Normal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares propensities with what was chosen, in one pass and bounded memory: in all events, in parts of the log by time, and in strata of the context.
 *
 * <pre>
 *   for each stratum and arm, over the events of the stratum that offer the arm:
 *   ratio = sum of [arm chosen] / propensity / number of events        expected: 1, or less if the propensity of the arm is sometimes 0
 * </pre>
 *
 * <p>A ratio that is clearly above 1 cannot come from correct propensities: the arm was chosen more often than they say. A ratio below 1 can, where the
 * logging policy excludes the arm; that is for the weights of each candidate to show. The threshold holds for all strata and arms
 * together, and correct propensities exceed it in one log of a thousand. The ratio must also be above 1.1: propensities that are rounded
 * do not invalidate a log.
 *
 * <p>A stratum is a value of a category, a flag, a tag, or a number above or below the mean of the earlier events.
 */
final class PropensityCheck {
    private static final int MOST_STRATA = 200;
    private static final int STRATA_OF_AN_EVENT = 16;
    private static final int MOST_ARMS = 64;
    private static final double FALSE_ALARMS = 1e-3;
    private static final double LEAST_RATIO = 1.1;
    private static final int LEAST_CHOSEN = 20;
    private static final double CERTAIN = 1 - 1e-9;
    private static final double MOST_CERTAIN = 0.5; // share of events
    private static final double LEAST_OPEN = 0.5; // share of arms on offer with a propensity above 0
    private static final double SURE = 4; // standard errors

    private final Map<String, Stratum> strata = new LinkedHashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, double[]> means = new HashMap<>(); // count and mean of earlier numbers
    private final Set<String> chosenForCertain = new HashSet<>();
    private final List<String> names = new ArrayList<>();
    private long events;
    private long withChoice;
    private long certain;
    private double weights; // of the events with a choice
    private double open; // sum of weight / (arms x propensity): the share of arms that could be chosen
    private double openSquares;

    /** Sums over the events of a stratum, by arm. */
    private static final class Stratum {
        final double[] offered = new double[MOST_ARMS];
        final long[] chosen = new long[MOST_ARMS];
        final double[] inverse = new double[MOST_ARMS];
        final double[] variance = new double[MOST_ARMS];

        void add(int[] places, int arms, int chosenPlace, double weight, double propensity) {
            for (int k = 0; k < arms; k++) {
                if (places[k] >= 0) {
                    offered[places[k]] += weight;
                }
            }
            if (chosenPlace >= 0) {
                chosen[chosenPlace]++;
                inverse[chosenPlace] += weight / propensity;
                variance[chosenPlace] += weight * weight * (1 / propensity - 1) / propensity;
            }
        }

        double excess(int arm) {
            return (inverse[arm] - offered[arm]) / Math.sqrt(variance[arm]);
        }
    }

    private record Mismatch(String stratum, int arm, double excess) {}

    /** Adds an event whose propensity is known. */
    void add(LoggedEvent event, double propensity) {
        int arms = event.arms().size();
        events++;
        if (arms < 2) {
            return;
        }
        withChoice++;
        double share = event.weight() / (arms * propensity);
        weights += event.weight();
        open += share;
        openSquares += share * share;
        if (propensity >= CERTAIN) {
            certain++;
            if (chosenForCertain.size() < 1000) {
                chosenForCertain.add(event.arms().get(event.chosen()).id());
            }
        }
        int[] place = new int[arms];
        for (int k = 0; k < arms; k++) {
            place[k] = place(event.arms().get(k));
        }
        for (String name : strataOf(event)) {
            Stratum stratum = strata.get(name);
            if (stratum == null) {
                if (strata.size() == MOST_STRATA) {
                    continue;
                }
                stratum = new Stratum();
                strata.put(name, stratum);
            }
            stratum.add(place, arms, place[event.chosen()], event.weight(), propensity);
        }
    }

    private int place(Arm arm) {
        Integer known = places.get(arm.id());
        if (known != null) {
            return known;
        }
        if (names.size() == MOST_ARMS) {
            return -1;
        }
        places.put(arm.id(), names.size());
        names.add(arm.id());
        return names.size() - 1;
    }

    private List<String> strataOf(LoggedEvent event) {
        List<String> found = new ArrayList<>();
        found.add("");
        long from = Long.highestOneBit(events);
        found.add(String.format(Locale.ROOT, " in the events %,d to %,d", from, 2 * from - 1));
        for (Map.Entry<String, FeatureValue> feature : event.context().values().entrySet()) {
            if (found.size() >= STRATA_OF_AN_EVENT) {
                break;
            }
            String where = " where " + feature.getKey();
            FeatureValue value = feature.getValue();
            if (value instanceof FeatureValue.Category category) {
                found.add(where + " is " + category.value());
            } else if (value instanceof FeatureValue.Flag flag) {
                found.add(where + " is " + flag.value());
            } else if (value instanceof FeatureValue.Tags tags) {
                new HashSet<>(tags.values())
                        .stream().sorted().limit(STRATA_OF_AN_EVENT).forEach(tag -> found.add(where + " has " + tag));
            } else if (value instanceof FeatureValue.Numeric number) {
                side(feature.getKey(), number.value()).ifPresent(side -> found.add(where + side));
            }
        }
        return found;
    }

    /** Returns the side of the mean of earlier values that a number is on, and learns the number. */
    private Optional<String> side(String name, double value) {
        double[] known = means.get(name);
        if (known == null) {
            if (means.size() < MOST_STRATA) {
                means.put(name, new double[] {1, value});
            }
            return Optional.empty();
        }
        boolean high = value > known[1];
        known[0]++;
        known[1] += (value - known[1]) / known[0];
        return Optional.of(high ? " is high" : " is low");
    }

    /** Returns a sentence for each reason why the propensities cannot be trusted; empty if there is none. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (certain > MOST_CERTAIN * withChoice && chosenForCertain.size() > 1) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "In %.0f %% of the events the propensity is 1 although several arms are on offer, and %d different"
                            + " arms were chosen in them: either the propensities are wrong, or the log has hardly"
                            + " explored.",
                    100.0 * certain / withChoice,
                    chosenForCertain.size()));
        }
        if (doubts.isEmpty() && open + SURE * Math.sqrt(openSquares) < LEAST_OPEN * weights) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "By its propensities the log could choose only about %.0f %% of the arms on offer: either the"
                            + " propensities are wrong, or the log has hardly explored.",
                    100 * open / weights));
        }
        worst().ifPresent(found -> doubts.add(sentence(found)));
        return doubts;
    }

    private Optional<Mismatch> worst() {
        List<Mismatch> found = new ArrayList<>();
        long tests = 0;
        for (Map.Entry<String, Stratum> entry : strata.entrySet()) {
            Stratum stratum = entry.getValue();
            for (int arm = 0; arm < names.size(); arm++) {
                if (stratum.chosen[arm] >= LEAST_CHOSEN) {
                    tests++;
                    if (stratum.inverse[arm] > LEAST_RATIO * stratum.offered[arm]) {
                        found.add(new Mismatch(entry.getKey(), arm, stratum.excess(arm)));
                    }
                }
            }
        }
        double threshold = Normal.quantile(1 - FALSE_ALARMS / Math.max(1, tests));
        return found.stream()
                .filter(mismatch -> mismatch.excess > threshold)
                .max(Comparator.comparingDouble(Mismatch::excess));
    }

    private String sentence(Mismatch found) {
        Stratum stratum = strata.getOrDefault(found.stratum, new Stratum());
        double share = stratum.chosen[found.arm] / stratum.offered[found.arm];
        double ratio = stratum.inverse[found.arm] / stratum.offered[found.arm];
        return String.format(
                Locale.ROOT,
                "Arm %s was chosen in %.1f %% of the events%s, and its propensities say %.1f %%: the propensities are"
                        + " wrong.",
                names.get(found.arm),
                100 * share,
                found.stratum.isEmpty() ? " that offer it" : found.stratum,
                100 * share / ratio);
    }
}
