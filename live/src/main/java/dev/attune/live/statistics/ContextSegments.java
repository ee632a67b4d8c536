package dev.attune.live.statistics;

import dev.attune.api.RewardRange;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.live.statistics.BanditStatistics.Ending;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rewards, arms and uplift by the values of context features, in constant memory: the first {@value #FEATURES} features that are categories or
 * flags, of each the {@value #VALUES} most frequent values, of each value the {@value #ARMS} most frequent arms. A new value takes the place of one
 * whose guard has fallen to zero, as in {@link FrequentArms}, and is counted from then on.
 */
final class ContextSegments {
    static final int FEATURES = 8;
    static final int VALUES = 8;
    static final int ARMS = 6;

    private static final int LONGEST = 200; // characters of a name or value

    /** Sums of one value of a feature. */
    private static final class Cell {
        int number; // never used again, so that a late reward cannot go to another value
        String value;
        long guard;
        long decisions;
        long exploring;
        final Moments rewards = new Moments();
        final Weights weights = new Weights();
        Map<String, Long> arms = new LinkedHashMap<>();
        long otherArms;

        Cell(int number, String value) {
            this.number = number;
            this.value = value;
        }

        void choose(Choice choice) {
            guard++;
            decisions++;
            exploring += choice.exploring() ? 1 : 0;
            if (arms.containsKey(choice.arm()) || arms.size() < ARMS) {
                arms.merge(choice.arm(), 1L, Long::sum);
            } else {
                otherArms++;
            }
        }

        private Cell transfer(SavedFields saved) {
            number = saved.whole(number);
            value = saved.text(value);
            guard = saved.count(guard);
            decisions = saved.count(decisions);
            exploring = saved.count(exploring);
            rewards.transfer(saved);
            weights.transfer(saved);
            arms = saved.counts(arms, ARMS);
            otherArms = saved.count(otherArms);
            return this;
        }
    }

    private final Map<String, Map<String, Cell>> features = new LinkedHashMap<>(); // by name, then by value
    private final Map<Integer, Cell> cells = new HashMap<>(); // by number
    private int next = 1;

    /** Adds a decision; returns the numbers of its segments. */
    int[] decided(Choice choice, Features context) {
        int[] found = new int[Math.min(FEATURES, context.values().size())];
        int n = 0;
        for (Map.Entry<String, FeatureValue> feature : context.values().entrySet()) {
            String value = text(feature.getValue());
            if (value == null || feature.getKey().length() > LONGEST || value.length() > LONGEST) {
                continue;
            }
            Map<String, Cell> values = features.get(feature.getKey());
            if (values == null) {
                if (features.size() >= FEATURES) {
                    continue;
                }
                values = new LinkedHashMap<>();
                features.put(feature.getKey(), values);
            }
            Cell cell = find(values, value);
            if (cell != null) {
                cell.choose(choice);
                found[n++] = cell.number;
            }
        }
        return Arrays.copyOf(found, n);
    }

    private static @Nullable String text(FeatureValue value) {
        if (value instanceof FeatureValue.Category category) {
            return category.value();
        }
        return value instanceof FeatureValue.Flag flag ? String.valueOf(flag.value()) : null;
    }

    /** Returns the cell of a value, a new one if there is room; null if it is not counted. */
    private @Nullable Cell find(Map<String, Cell> values, String value) {
        Cell known = values.get(value);
        if (known != null) {
            return known;
        }
        if (values.size() >= VALUES) {
            Cell weakest = null;
            for (Cell cell : values.values()) {
                if (cell.guard == 0) {
                    weakest = cell;
                }
            }
            if (weakest == null) {
                values.values().forEach(cell -> cell.guard--);
                return null;
            }
            values.remove(weakest.value);
            cells.remove(weakest.number);
        }
        Cell made = new Cell(next++, value);
        values.put(value, made);
        cells.put(made.number, made);
        return made;
    }

    /** Adds the reward of a decision. */
    void ended(Ending ending, double shift) {
        for (int number : ending.attribution().segments()) {
            Cell cell = cells.get(number);
            if (cell != null) {
                cell.rewards.add(ending.value());
                cell.weights.add(ending.attribution().weight(), ending.value() - shift);
            }
        }
    }

    /** Returns a copy for other threads, the most frequent values first. */
    List<SegmentView> snapshot(RewardRange range, double shift) {
        List<SegmentView> all = new ArrayList<>();
        features.forEach((feature, values) -> {
            List<SegmentView.ValueView> views = new ArrayList<>();
            for (Cell cell : values.values()) {
                List<SegmentView.ArmCount> arms = new ArrayList<>();
                cell.arms.forEach((id, count) -> arms.add(new SegmentView.ArmCount(id, count)));
                arms.sort(Comparator.comparingLong(SegmentView.ArmCount::decisions)
                        .reversed()
                        .thenComparing(SegmentView.ArmCount::id));
                views.add(new SegmentView.ValueView(
                        cell.value,
                        cell.decisions,
                        cell.exploring,
                        RewardMean.of(cell.rewards, range),
                        cell.weights.uniform(shift).within(range),
                        cell.weights.uplift(),
                        List.copyOf(arms),
                        cell.otherArms));
            }
            views.sort(Comparator.comparingLong(SegmentView.ValueView::decisions)
                    .reversed()
                    .thenComparing(SegmentView.ValueView::value));
            all.add(new SegmentView(feature, List.copyOf(views)));
        });
        return List.copyOf(all);
    }

    void transfer(SavedFields saved) {
        next = saved.whole(next);
        List<String> names = new ArrayList<>(features.keySet());
        saved.list(names, FEATURES, () -> "", name -> {
            String feature = saved.text(name);
            Map<String, Cell> values = features.computeIfAbsent(feature, any -> new LinkedHashMap<>());
            List<Cell> all = new ArrayList<>(values.values());
            saved.require(all.isEmpty(), "one feature twice");
            saved.list(all, VALUES, () -> new Cell(0, ""), cell -> cell.transfer(saved));
            for (Cell cell : all) {
                values.put(cell.value, cell);
                saved.require(cells.put(cell.number, cell) == null, "one segment twice");
            }
            saved.require(values.size() == all.size(), "one segment twice");
            return feature;
        });
    }
}
