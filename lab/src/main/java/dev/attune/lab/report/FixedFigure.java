package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jfree.chart.axis.SymbolAxis;

/** What each fixed setting comes to, and the tuners beside them. */
final class FixedFigure {
    private FixedFigure() {}

    /** The figure; empty if the run has no grid. */
    static Optional<LineChart> chart(Panel panel, LineStyles styles) {
        List<Line> grid = panel.grid().stream()
                .filter(line -> !Double.isNaN(Ranking.figure(panel, line).mean()))
                .toList();
        if (grid.isEmpty()) {
            return Optional.empty();
        }
        double[] ends = {-0.5, grid.size() - 0.5};
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : panel.lines()) {
            double mean = Ranking.figure(panel, line).mean();
            if (line.role() == Role.ASKED && !Double.isNaN(mean)) {
                double[] level = {mean, mean};
                curves.add(
                        new LineChart.Curve(line.tuner(), styles.of(line), ends, new Band(level, level, level), false));
            }
        }
        Collections.reverse(curves);
        curves.add(new LineChart.Curve("Fixed setting", LineStyles.grid(), places(grid), band(panel, grid), true));
        List<Band> bands = curves.stream().map(LineChart.Curve::band).toList();
        Extent extent = (panel.knowsRegret() ? Extent.fromZero(bands) : Extent.close(bands)).notEmpty();
        String figure = panel.knowsRegret() ? "regret" : "reward";
        return Optional.of(new LineChart(
                "Fixed settings: " + CurveFigure.title(panel, grid),
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
        List<Estimate> figures =
                grid.stream().map(line -> Ranking.figure(panel, line)).toList();
        return new Band(
                figures.stream().mapToDouble(Estimate::mean).toArray(),
                figures.stream()
                        .mapToDouble(f -> f.sd() >= 0 ? f.low() : f.mean())
                        .toArray(),
                figures.stream()
                        .mapToDouble(f -> f.sd() >= 0 ? f.high() : f.mean())
                        .toArray());
    }
}
