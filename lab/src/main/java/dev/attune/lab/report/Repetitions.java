package dev.attune.lab.report;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * All repetitions of one tuner in one panel.
 *
 * @param label what the line is called
 * @param role why it is there
 * @param note what else to say
 * @param byNumber the repetitions; in their own order, so that sums do not depend on the order in which they finished
 */
record Repetitions(String label, Role role, String note, NavigableMap<Integer, CellResult> byNumber) {
    /** Collects cells; of several with the same number the last one counts. */
    static Repetitions of(String label, Role role, Collection<CellResult> cells) {
        NavigableMap<Integer, CellResult> byNumber = new TreeMap<>();
        cells.forEach(cell -> byNumber.put(cell.repetition(), cell));
        return new Repetitions(label, role, "", byNumber);
    }

    /** Returns what is compared: regret or else reward. */
    Sample result(boolean regret) {
        return Sample.of(byNumber.values(), regret ? CellResult::regret : CellResult::wholeReward);
    }

    Line line(boolean regret) {
        Collection<CellResult> cells = byNumber.values();
        List<CellResult> drawn =
                cells.stream().filter(cell -> cell.curve().t().length > 0).toList();
        long[] t = commonRounds(drawn);
        return new Line(
                label,
                role,
                note,
                cells.size(),
                SampleMean.of(result(true).values()),
                SampleMean.of(result(false).values()),
                cells.stream().mapToDouble(CellResult::cpuSeconds).average().orElse(Double.NaN),
                t,
                band(drawn, t, cell -> regret ? cell.curve().regret() : scaledReward(cell)),
                settings(drawn, t));
    }

    private static double[] scaledReward(CellResult cell) {
        double factor = cell.perAnswered();
        return Arrays.stream(cell.curve().reward()).map(sum -> sum * factor).toArray();
    }

    private static Map<String, Band> settings(Collection<CellResult> cells, long[] t) {
        Map<String, Band> settings = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            for (String name : cell.curve().settings().keySet()) {
                settings.computeIfAbsent(name, key -> {
                    List<CellResult> having = cells.stream()
                            .filter(other -> other.curve().settings().containsKey(key))
                            .toList();
                    return band(having, t, other -> other.curve().settings().get(key));
                });
            }
        }
        return settings;
    }

    private static Band band(Collection<CellResult> cells, long[] t, Function<CellResult, double[]> values) {
        return Band.of(cells.stream()
                .map(cell -> at(t, cell.curve().t(), values.apply(cell)))
                .toList());
    }

    /** Returns the values of a curve at some of its rounds. */
    private static double[] at(long[] wanted, long[] t, double[] values) {
        if (Arrays.equals(wanted, t)) {
            return values;
        }
        return LongStream.of(wanted)
                .mapToDouble(round -> values[Arrays.binarySearch(t, round)])
                .toArray();
    }

    /** Returns the rounds that every curve has: nearly always all of them, since curves of one run are thinned alike. */
    private static long[] commonRounds(Collection<CellResult> cells) {
        long[] common =
                cells.isEmpty() ? new long[0] : cells.iterator().next().curve().t();
        for (CellResult cell : cells) {
            long[] t = cell.curve().t();
            if (!Arrays.equals(common, t)) {
                common = LongStream.of(common)
                        .filter(round -> Arrays.binarySearch(t, round) >= 0)
                        .toArray();
            }
        }
        return common;
    }
}
