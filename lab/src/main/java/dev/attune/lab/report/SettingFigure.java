package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jfree.chart.axis.ValueAxis;
import org.jspecify.annotations.Nullable;

/** The values of a hyperparameter that the tuners of a panel put in force over time. */
final class SettingFigure {
    /** Values that differ by a larger factor are shown on a logarithmic axis. */
    private static final double TWO_DECADES = 100;

    private static final double ROOM = 1.5; // a factor, on a logarithmic axis
    private static final double CONSTANT = 1e-9; // smaller changes, in proportion, are rounding

    private SettingFigure() {}

    /** All hyperparameters of a panel. */
    static Set<String> hyperparameters(Panel panel) {
        Set<String> names = new TreeSet<>();
        panel.lines().forEach(line -> names.addAll(line.settings().keySet()));
        return names;
    }

    /** The figure; empty if no tuner ever changes this hyperparameter. */
    static Optional<LineChart> chart(Panel panel, String hyperparameter, LineStyles styles) {
        List<Line> drawn = new ArrayList<>();
        for (Line line : panel.lines()) {
            if (line.role() == Role.ASKED && changes(line.settings().get(hyperparameter))) {
                drawn.add(line);
            }
        }
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        String title = hyperparameter + " over time: " + CurveFigure.title(panel, drawn);
        String about = CurveFigure.about(drawn);
        Line fixed = Ranking.bestFixed(panel);
        if (fixed != null && !panel.grid().isEmpty() && fixed.settings().containsKey(hyperparameter)) {
            drawn.add(fixed);
        }
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : drawn) {
            Band band = CurveFigure.shown(
                    line, Objects.requireNonNull(line.settings().get(hyperparameter)));
            double[] t = LongStream.of(line.t()).asDoubleStream().toArray();
            LineChart.Curve curve = new LineChart.Curve(CurveFigure.name(line), styles.of(line), t, band, false);
            if (!Double.isNaN(curve.end())) {
                curves.add(curve);
            }
        }
        Collections.reverse(curves); // the best fixed setting first: what was asked for lies on top
        List<Band> bands = curves.stream().map(LineChart.Curve::band).toList();
        double lowest = Extent.points(bands, Band::mean).min().orElse(0);
        double highest = Extent.points(bands, Band::mean).max().orElse(0);
        ValueAxis rounds = ChartAxes.linear("round", 0, panel.rounds());
        if (lowest > 0 && highest > TWO_DECADES * lowest) {
            curves.replaceAll(SettingFigure::onLogScale);
            ValueAxis values = ChartAxes.logarithmic(hyperparameter + " (log scale)", lowest / ROOM, highest * ROOM);
            String remark = CurveFigure.hasBands(drawn) ? " Their lower ends are those of the logarithm." : "";
            return Optional.of(new LineChart(title, about + remark, rounds, values, curves));
        }
        Extent extent = Extent.fromZero(bands).notEmpty();
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
        double lowest = Extent.points(List.of(band), Band::mean).min().orElse(0);
        double highest = Extent.points(List.of(band), Band::mean).max().orElse(0);
        return highest - lowest > CONSTANT * Math.max(Math.abs(lowest), Math.abs(highest));
    }
}
