package dev.attune.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Figures of many small charts, as papers have them; each as SVG and as PNG. */
public final class PanelFigures {
    private static final double ROOM_FOR_MARKS = 1.04;
    private static final LineStyle ANY_MARK =
            new LineStyle(new Color(0x595959), new BasicStroke(1), new Ellipse2D.Double(-4, -4, 8, 8), false);

    private PanelFigures() {}

    /**
     * A value to be marked at the end of a line.
     *
     * @param environment of the panel
     * @param policy of the panel
     * @param tuner of the line
     * @param value the value
     */
    public record Mark(String environment, String policy, String tuner, double value) {}

    /**
     * Values from elsewhere.
     *
     * @param meaning what they are, for the legend
     * @param values the values; those of panels or lines that are not shown are not shown either
     */
    public record Marks(String meaning, List<Mark> values) {
        /** None. */
        public static final Marks NONE = new Marks("", List.of());
    }

    /**
     * Points with what they are spread over.
     *
     * @param title title of their panel
     * @param x where they are, ascending
     * @param mean their height
     * @param deviation how far the band goes up and down
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Spread(String title, double[] x, double[] mean, double[] deviation) {}

    /**
     * Regret or reward over time.
     *
     * @param title title of the figure
     * @param panels what to show, in order; a tuner looks the same in all of them
     * @param titles of the panels
     * @param marks values from elsewhere, to be marked at the ends of lines
     * @param columns panels in a row
     * @param folder folder of the files; created if necessary
     * @param name name of the files, without ending
     * @return the SVG and the PNG
     */
    public static List<Path> curves(
            String title,
            List<Panel> panels,
            Function<Panel, String> titles,
            Marks marks,
            int columns,
            Path folder,
            String name)
            throws IOException {
        Drawing.requireNoScreen();
        LineStyle.Palette styles = new LineStyle.Palette(new Analysis(title, panels));
        List<LineChart> charts = new ArrayList<>();
        Map<String, LineStyle> legend = new LinkedHashMap<>();
        boolean marked = false;
        for (Panel panel : panels) {
            List<LineChart.Curve> there = marks(panel, marks.values(), styles);
            charts.add(small(titles.apply(panel), panel, there, styles));
            panel.lines().forEach(line -> legend.put(PanelCharts.name(line), styles.of(line)));
            marked |= !there.isEmpty();
        }
        List<PanelGrid.Entry> entries = new ArrayList<>();
        legend.forEach((line, style) -> entries.add(new PanelGrid.Entry(line, style, false)));
        if (marked) {
            entries.add(new PanelGrid.Entry(marks.meaning(), ANY_MARK, true));
        }
        List<Line> lines =
                panels.stream().flatMap(panel -> panel.lines().stream()).toList();
        String subtitle =
                Numbers.repetitions(lines.stream().mapToInt(Line::repetitions)) + ". " + PanelCharts.about(lines);
        return write(new PanelGrid(title, subtitle, columns, charts, entries), folder, name);
    }

    /**
     * Points with bands, a panel for each.
     *
     * @param title title of the figure
     * @param subtitle what mean and band are
     * @param xTitle of the horizontal axes
     * @param yTitle of the vertical axes
     * @param spreads what to show, in order
     * @param folder folder of the files; created if necessary
     * @param name name of the files, without ending
     * @return the SVG and the PNG
     */
    public static List<Path> spreads(
            String title, String subtitle, String xTitle, String yTitle, List<Spread> spreads, Path folder, String name)
            throws IOException {
        Drawing.requireNoScreen();
        List<LineChart> charts = new ArrayList<>();
        for (Spread spread : spreads) {
            Band band = band(spread);
            double low = Band.points(List.of(band), Band::low).min().orElse(0);
            double high = Band.points(List.of(band), Band::high).max().orElse(1);
            double room = 0.08 * (high - low);
            charts.add(new LineChart(
                    spread.title(),
                    "",
                    ChartAxes.small(xTitle, 0, spread.x()[spread.x().length - 1]),
                    ChartAxes.small(yTitle, low - room, high + room),
                    List.of(new LineChart.Curve(spread.title(), LineStyle.Palette.single(), spread.x(), band, false))));
        }
        return write(
                new PanelGrid(title, subtitle, Math.max(1, Math.min(2, charts.size())), charts, List.of()),
                folder,
                name);
    }

    private static List<Path> write(PanelGrid grid, Path folder, String name) throws IOException {
        return grid.write(Files.createDirectories(folder), name);
    }

    private static Band band(Spread spread) {
        int n = spread.x().length;
        return new Band(
                spread.mean(),
                IntStream.range(0, n)
                        .mapToDouble(i -> spread.mean()[i] - spread.deviation()[i])
                        .toArray(),
                IntStream.range(0, n)
                        .mapToDouble(i -> spread.mean()[i] + spread.deviation()[i])
                        .toArray());
    }

    private static LineChart small(String title, Panel panel, List<LineChart.Curve> marks, LineStyle.Palette styles) {
        LineChart chart = PanelCharts.curves(panel, styles);
        Interval extent = new Interval(chart.y().getLowerBound(), chart.y().getUpperBound());
        List<LineChart.Curve> curves = new ArrayList<>();
        for (LineChart.Curve line : chart.lines()) {
            curves.add(new LineChart.Curve(line.name(), line.style().small(), line.t(), line.band(), line.points()));
        }
        if (!marks.isEmpty()) {
            extent = extent.and(
                    Band.rangeFromZero(marks.stream().map(LineChart.Curve::band).toList()));
            curves.addAll(marks);
        }
        return new LineChart(
                title,
                "",
                ChartAxes.small("round", 0, panel.rounds() * ROOM_FOR_MARKS),
                ChartAxes.small(panel.knowsRegret() ? "regret" : "mean reward", extent.low(), extent.high()),
                curves);
    }

    private static List<LineChart.Curve> marks(Panel panel, List<Mark> marks, LineStyle.Palette styles) {
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Mark mark : marks) {
            Line line = line(panel, mark);
            if (line != null) {
                LineStyle style = styles.of(line);
                double[] value = {mark.value()};
                curves.add(new LineChart.Curve(
                        "mark of " + mark.tuner(),
                        new LineStyle(style.color(), style.stroke(), style.marker(), false),
                        new double[] {panel.rounds()},
                        new Band(value, value, value),
                        true));
            }
        }
        return curves;
    }

    private static @Nullable Line line(Panel panel, Mark mark) {
        return panel.environment().equals(mark.environment()) && panel.policy().equals(mark.policy())
                ? panel.lines().stream()
                        .filter(line -> line.tuner().equals(mark.tuner()))
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
