package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a report, each as SVG, PNG and PDF in the folder "curves":
 *
 * <ul>
 *   <li>environment-policy: regret or reward over time;
 *   <li>environment-policy-hyperparameter: the values in force over time, if any tuner changes them;
 *   <li>environment-policy-fixed: the result of each fixed setting, if the run has a grid.
 * </ul>
 */
final class Figures {
    /** How much longer the axis may get by a reference that is far from the tuners of the spec. */
    private static final double STRETCH = 1.6;
    /** The mean of few rounds goes up and down; the axis is chosen for what comes after this share of them. */
    private static final double SETTLED = 0.1;
    /** With two repetitions a band would hide everything. */
    private static final int ENOUGH_FOR_BANDS = 3;
    /** Values that differ by a larger factor are shown on a logarithmic axis. */
    private static final double TWO_DECADES = 100;

    private static final double ROOM = 1.5; // a factor, on a logarithmic axis
    private static final double CONSTANT = 1e-9; // smaller changes, in proportion, are rounding

    private Figures() {}

    /**
     * Writes all figures.
     *
     * @param analysis the results
     * @param folder of the report; its folder "curves" is created if necessary
     * @return the files written
     */
    static List<Path> write(Analysis analysis, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, LineChart> chart : charts(analysis).entrySet()) {
            files.addAll(chart.getValue().write(folder.resolve("curves"), chart.getKey()));
        }
        return files;
    }

    /** Returns all figures by the names of their files, without the endings. */
    static Map<String, LineChart> charts(Analysis analysis) {
        Drawing.requireNoScreen();
        LineStyle.Palette styles = new LineStyle.Palette(analysis.panels());
        Set<String> taken = new HashSet<>();
        Map<String, LineChart> charts = new LinkedHashMap<>();
        for (Panel panel : analysis.panels()) {
            String name = safe(panel.environment()) + "-" + safe(panel.policy());
            charts.put(unique(name, taken), curves(panel, styles));
            Set<String> hyperparameters = new TreeSet<>();
            panel.lines().forEach(line -> hyperparameters.addAll(line.settings().keySet()));
            for (String hyperparameter : hyperparameters) {
                settings(panel, hyperparameter, styles)
                        .ifPresent(chart -> charts.put(unique(name + "-" + safe(hyperparameter), taken), chart));
            }
            fixed(panel, styles).ifPresent(chart -> charts.put(unique(name + "-fixed", taken), chart));
        }
        return charts;
    }

    /** Letters, digits and dashes only. */
    private static String safe(String label) {
        String safe = label.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
        return safe.isEmpty() ? "x" : safe;
    }

    /** Labels that differ only in other characters, or in case, must not overwrite each other's files. */
    private static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate.toLowerCase(Locale.ROOT)); i++) {
            candidate = name + "-" + i;
        }
        return candidate;
    }

    /** Returns regret over time, or else the mean reward of a round so far, since sums of rewards are straight lines on top of each other. */
    static LineChart curves(Panel panel, LineStyle.Palette styles) {
        List<Line> drawn = panel.lines().stream()
                .filter(line ->
                        line.t().length > 0 && Double.isFinite(line.curve().mean()[line.t().length - 1]))
                .toList();
        List<LineChart.Curve> curves = new ArrayList<>();
        drawn.forEach(line -> curves.add(curve(panel, line, styles)));
        Interval extent = notEmpty(extent(panel, drawn, curves));
        List<String> remarks = new ArrayList<>(List.of(about(drawn)));
        for (LineChart.Curve curve : curves) {
            if (!extent.contains(curve.end())) {
                remarks.add(curve.name() + " ends at " + Numbers.brief(curve.end()) + " (off the chart).");
            }
        }
        Collections.reverse(curves); // references first: the tuners of the spec lie on top
        return new LineChart(
                title(panel, panel.lines()),
                String.join(" ", remarks),
                ChartAxes.linear("round", 0, panel.rounds()),
                ChartAxes.linear(
                        panel.knowsRegret() ? "cumulative regret" : "mean reward of a round so far",
                        extent.low(),
                        extent.high()),
                curves);
    }

    /** "LinUCB on simulation (T = 14,000, 20 repetitions)". */
    private static String title(Panel panel, List<Line> lines) {
        return panel.policy() + " on " + panel.environment() + " (T = " + Numbers.fixed(panel.rounds(), 0) + ", "
                + Numbers.repetitions(lines.stream().mapToInt(Line::repetitions)) + ")";
    }

    /** Returns an explanation of lines and bands. */
    static String about(List<Line> lines) {
        if (hasBands(lines)) {
            return "Means with pointwise 95 % confidence bands.";
        }
        return lines.stream().allMatch(line -> line.repetitions() == 1)
                ? "A single repetition."
                : "Means; too few repetitions for confidence bands.";
    }

    private static boolean hasBands(List<Line> lines) {
        return lines.stream().anyMatch(line -> line.repetitions() >= ENOUGH_FOR_BANDS);
    }

    /** Returns the band as it is drawn: none around few repetitions. */
    private static Band shown(Line line, Band band) {
        return line.repetitions() >= ENOUGH_FOR_BANDS ? band : Band.exactly(band.mean());
    }

    private static LineChart.Curve curve(Panel panel, Line line, LineStyle.Palette styles) {
        Band band = shown(line, line.curve());
        double[] t = rounds(line);
        return panel.knowsRegret()
                ? new LineChart.Curve(line.name(), styles.of(line), withZero(t), band.map(Figures::withZero), false)
                : new LineChart.Curve(line.name(), styles.of(line), t, band.map(sums -> perRound(sums, t)), false);
    }

    private static double[] rounds(Line line) {
        return LongStream.of(line.t()).asDoubleStream().toArray();
    }

    /** Sums begin at zero. */
    private static double[] withZero(double[] values) {
        return DoubleStream.concat(DoubleStream.of(0), DoubleStream.of(values)).toArray();
    }

    private static double[] perRound(double[] sums, double[] t) {
        return IntStream.range(0, t.length).mapToDouble(i -> sums[i] / t[i]).toArray();
    }

    /** Returns the range of the tuners of the spec and the best fixed setting; with the other references if they do not squeeze these. */
    private static Interval extent(Panel panel, List<Line> lines, List<LineChart.Curve> curves) {
        List<Band> asked = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).role() == Role.ASKED || lines.get(i).role() == Role.GRID) {
                asked.add(settled(panel, curves.get(i)));
            }
        }
        Interval extent = extent(panel, asked);
        double longest = STRETCH * extent.length();
        for (LineChart.Curve curve : curves) {
            Interval wider = extent.and(extent(panel, List.of(settled(panel, curve))));
            if (wider.length() <= longest) {
                extent = wider;
            }
        }
        return extent;
    }

    private static Interval extent(Panel panel, List<Band> bands) {
        return panel.knowsRegret() ? Band.rangeFromZero(bands) : Band.closeRange(bands);
    }

    /** Returns an interval that an axis can have, which must have some length. */
    private static Interval notEmpty(Interval extent) {
        return extent.length() > 0 ? extent : new Interval(extent.low(), extent.high() + 1);
    }

    private static Band settled(Panel panel, LineChart.Curve curve) {
        double[] t = curve.t();
        int early = 0;
        while (!panel.knowsRegret() && early < t.length - 1 && t[early] < SETTLED * panel.rounds()) {
            early++;
        }
        int from = early;
        return curve.band().map(values -> Arrays.copyOfRange(values, from, values.length));
    }

    /** Returns the values of a hyperparameter over time; empty if no tuner ever changes it. */
    private static Optional<LineChart> settings(Panel panel, String hyperparameter, LineStyle.Palette styles) {
        List<Line> drawn = new ArrayList<>();
        for (Line line : panel.lines()) {
            if (line.role() == Role.ASKED && changes(line.settings().get(hyperparameter))) {
                drawn.add(line);
            }
        }
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        String title = hyperparameter + " over time: " + title(panel, drawn);
        String about = about(drawn);
        panel.bestFixed()
                .filter(fixed -> !panel.grid().isEmpty() && fixed.settings().containsKey(hyperparameter))
                .ifPresent(drawn::add);
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : drawn) {
            Band band = shown(line, Objects.requireNonNull(line.settings().get(hyperparameter)));
            curves.add(new LineChart.Curve(line.name(), styles.of(line), rounds(line), band, false));
        }
        curves.removeIf(curve -> Double.isNaN(curve.end()));
        Collections.reverse(curves); // the best fixed setting first: the tuners of the spec lie on top
        List<Band> bands = curves.stream().map(LineChart.Curve::band).toList();
        Interval means = Band.range(bands, Band::mean, Band::mean);
        ValueAxis rounds = ChartAxes.linear("round", 0, panel.rounds());
        if (means.low() > 0 && means.high() > TWO_DECADES * means.low()) {
            curves.replaceAll(curve -> curve.with(onLogScale(curve.band())));
            ValueAxis values =
                    ChartAxes.logarithmic(hyperparameter + " (log scale)", means.low() / ROOM, means.high() * ROOM);
            String remark = hasBands(drawn) ? " Their lower ends are those of the logarithm." : "";
            return Optional.of(new LineChart(title, about + remark, rounds, values, curves));
        }
        Interval extent = notEmpty(Band.rangeFromZero(bands));
        return Optional.of(new LineChart(
                title, about, rounds, ChartAxes.linear(hyperparameter, extent.low(), extent.high()), curves));
    }

    /**
     * Takes the lower end of the band from the interval of the logarithm, mean exp(-half / mean) by the delta method.
     * The same to first order, it is always positive; the other often is not, and would fill the chart down to its floor.
     */
    private static Band onLogScale(Band band) {
        double[] low = new double[band.low().length];
        for (int i = 0; i < low.length; i++) {
            double mean = band.mean()[i];
            low[i] = mean * StrictMath.exp((band.low()[i] - mean) / mean);
        }
        return new Band(band.mean(), low, band.high());
    }

    private static boolean changes(@Nullable Band band) {
        if (band == null) {
            return false;
        }
        Interval means = Band.range(List.of(band), Band::mean, Band::mean);
        return means.length() > CONSTANT * Math.max(Math.abs(means.low()), Math.abs(means.high()));
    }

    /** Returns the result of each fixed setting, with the tuners beside them; empty if the run has no grid. */
    private static Optional<LineChart> fixed(Panel panel, LineStyle.Palette styles) {
        List<Line> grid = panel.grid().stream()
                .filter(line -> !Double.isNaN(panel.result(line).mean()))
                .toList();
        if (grid.isEmpty()) {
            return Optional.empty();
        }
        double[] ends = {-0.5, grid.size() - 0.5};
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : panel.lines()) {
            double mean = panel.result(line).mean();
            if (line.role() == Role.ASKED && !Double.isNaN(mean)) {
                curves.add(new LineChart.Curve(line.tuner(), styles.of(line), ends, Band.exactly(mean, mean), false));
            }
        }
        Collections.reverse(curves);
        curves.add(new LineChart.Curve(
                "Fixed setting",
                LineStyle.Palette.FIXED_SETTINGS,
                IntStream.range(0, grid.size()).asDoubleStream().toArray(),
                Band.ofPoints(grid.stream().map(panel::result).toList()),
                true));
        Interval extent = notEmpty(
                extent(panel, curves.stream().map(LineChart.Curve::band).toList()));
        String figure = panel.knowsRegret() ? "regret" : "reward";
        return Optional.of(new LineChart(
                "Fixed settings: " + title(panel, grid),
                grid.stream().anyMatch(line -> line.repetitions() > 1)
                        ? "Means; bars are 95 % confidence intervals. Settings are evenly spaced."
                        : "A single repetition: no confidence intervals. Settings are evenly spaced.",
                axis(grid),
                ChartAxes.linear(
                        figure + " after " + Numbers.fixed(panel.rounds(), 0) + " rounds", extent.low(), extent.high()),
                curves));
    }

    private static SymbolAxis axis(List<Line> grid) {
        List<String> labels = grid.stream().map(Line::tuner).toList();
        String name = FixedSetting.commonName(labels);
        return name == null
                ? ChartAxes.words("setting", labels)
                : ChartAxes.words(
                        name,
                        labels.stream()
                                .map(label -> Numbers.plain(FixedSetting.value(label)))
                                .toList());
    }
}
