package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jspecify.annotations.Nullable;

/** The charts of a panel: regret or reward over time, the values of hyperparameters over time, and the results of fixed settings. */
final class PanelCharts {
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

    private PanelCharts() {}

    /** Returns regret over time, or else the mean reward of a round so far, since sums of rewards are straight lines on top of each other. */
    static LineChart curves(Panel panel, LineStyle.Palette styles) {
        List<Line> drawn = new ArrayList<>();
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : panel.lines()) {
            if (line.t().length > 0 && Double.isFinite(line.curve().mean()[line.t().length - 1])) {
                drawn.add(line);
                curves.add(curve(panel, line, styles));
            }
        }
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
    static String title(Panel panel, List<Line> lines) {
        return panel.policy() + " on " + panel.environment() + " (T = " + Numbers.fixed(panel.rounds(), 0) + ", "
                + Numbers.repetitions(lines.stream().mapToInt(Line::repetitions)) + ")";
    }

    /** "Best fixed (explore=0.5)". */
    static String name(Line line) {
        return line.note().isEmpty() ? line.tuner() : line.tuner() + " (" + line.note() + ")";
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

    static boolean hasBands(List<Line> lines) {
        return lines.stream().anyMatch(line -> line.repetitions() >= ENOUGH_FOR_BANDS);
    }

    /** Returns the band as it is drawn: none around few repetitions. */
    static Band shown(Line line, Band band) {
        return line.repetitions() >= ENOUGH_FOR_BANDS ? band : new Band(band.mean(), band.mean(), band.mean());
    }

    private static LineChart.Curve curve(Panel panel, Line line, LineStyle.Palette styles) {
        Band band = shown(line, line.curve());
        double[] t = LongStream.of(line.t()).asDoubleStream().toArray();
        if (panel.knowsRegret()) {
            band = each(band, PanelCharts::withZero);
            t = withZero(t);
        } else {
            band = each(band, values -> perRound(values, line.t()));
        }
        return new LineChart.Curve(name(line), styles.of(line), t, band, false);
    }

    private static Band each(Band band, UnaryOperator<double[]> change) {
        return new Band(change.apply(band.mean()), change.apply(band.low()), change.apply(band.high()));
    }

    /** Sums begin at zero. */
    private static double[] withZero(double[] values) {
        return DoubleStream.concat(DoubleStream.of(0), DoubleStream.of(values)).toArray();
    }

    private static double[] perRound(double[] values, long[] t) {
        return IntStream.range(0, t.length).mapToDouble(i -> values[i] / t[i]).toArray();
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
        return each(curve.band(), values -> Arrays.copyOfRange(values, from, values.length));
    }

    /** Returns all hyperparameters of a panel. */
    static Set<String> hyperparameters(Panel panel) {
        Set<String> names = new TreeSet<>();
        panel.lines().forEach(line -> names.addAll(line.settings().keySet()));
        return names;
    }

    /** Returns the values of a hyperparameter over time; empty if no tuner ever changes it. */
    static Optional<LineChart> settings(Panel panel, String hyperparameter, LineStyle.Palette styles) {
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
        Line fixed = panel.bestFixed().orElse(null);
        if (fixed != null && !panel.grid().isEmpty() && fixed.settings().containsKey(hyperparameter)) {
            drawn.add(fixed);
        }
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : drawn) {
            Band band = shown(line, Objects.requireNonNull(line.settings().get(hyperparameter)));
            double[] t = LongStream.of(line.t()).asDoubleStream().toArray();
            LineChart.Curve curve = new LineChart.Curve(name(line), styles.of(line), t, band, false);
            if (!Double.isNaN(curve.end())) {
                curves.add(curve);
            }
        }
        Collections.reverse(curves); // the best fixed setting first: the tuners of the spec lie on top
        List<Band> bands = curves.stream().map(LineChart.Curve::band).toList();
        double lowest = Band.points(bands, Band::mean).min().orElse(0);
        double highest = Band.points(bands, Band::mean).max().orElse(0);
        ValueAxis rounds = ChartAxes.linear("round", 0, panel.rounds());
        if (lowest > 0 && highest > TWO_DECADES * lowest) {
            curves.replaceAll(PanelCharts::onLogScale);
            ValueAxis values = ChartAxes.logarithmic(hyperparameter + " (log scale)", lowest / ROOM, highest * ROOM);
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
    private static LineChart.Curve onLogScale(LineChart.Curve curve) {
        Band band = curve.band();
        double[] low = new double[band.low().length];
        for (int i = 0; i < low.length; i++) {
            double mean = band.mean()[i];
            low[i] = mean * StrictMath.exp((band.low()[i] - mean) / mean);
        }
        return new LineChart.Curve(
                curve.name(), curve.style(), curve.t(), new Band(band.mean(), low, band.high()), curve.points());
    }

    private static boolean changes(@Nullable Band band) {
        if (band == null) {
            return false;
        }
        double lowest = Band.points(List.of(band), Band::mean).min().orElse(0);
        double highest = Band.points(List.of(band), Band::mean).max().orElse(0);
        return highest - lowest > CONSTANT * Math.max(Math.abs(lowest), Math.abs(highest));
    }

    /** Returns the result of each fixed setting, with the tuners beside them; empty if the run has no grid. */
    static Optional<LineChart> fixed(Panel panel, LineStyle.Palette styles) {
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
                double[] level = {mean, mean};
                curves.add(
                        new LineChart.Curve(line.tuner(), styles.of(line), ends, new Band(level, level, level), false));
            }
        }
        Collections.reverse(curves);
        curves.add(new LineChart.Curve(
                "Fixed setting", LineStyle.Palette.fixedSettings(), places(grid), band(panel, grid), true));
        List<Band> bands = curves.stream().map(LineChart.Curve::band).toList();
        Interval extent = notEmpty(extent(panel, bands));
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
        if (name == null) {
            return ChartAxes.words("setting", labels);
        }
        return ChartAxes.words(
                name,
                labels.stream()
                        .map(label -> Numbers.plain(Objects.requireNonNull(FixedSetting.parse(label))
                                .value()))
                        .toList());
    }

    private static double[] places(List<Line> grid) {
        return IntStream.range(0, grid.size()).asDoubleStream().toArray();
    }

    private static Band band(Panel panel, List<Line> grid) {
        List<SampleMean> figures = grid.stream().map(line -> panel.result(line)).toList();
        return new Band(
                figures.stream().mapToDouble(SampleMean::mean).toArray(),
                figures.stream()
                        .mapToDouble(f -> f.sd() >= 0 ? f.low() : f.mean())
                        .toArray(),
                figures.stream()
                        .mapToDouble(f -> f.sd() >= 0 ? f.high() : f.mean())
                        .toArray());
    }
}
