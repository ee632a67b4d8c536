package dev.attune.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jfree.chart.ui.RectangleInsets;

/** Small charts in rows on one page, as papers have them, with one legend for all: beside the last chart if there is room, else below. */
public final class PanelGrid implements Drawing {
    private static final Font PANEL_TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final Font NAME = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    private static final LineStyle ANY_MARK =
            new LineStyle(LineChart.GREY, new BasicStroke(1), new Ellipse2D.Double(-4, -4, 8, 8), false);
    private static final double ROOM_FOR_MARKS = 1.04;
    private static final int MARGIN = 16;
    private static final int HEADER = 62;
    private static final int PANEL_HEADER = 20;
    private static final int GAP = 14;
    private static final int MANY_COLUMNS = 3;
    private static final int LEGEND_LINE = 24;
    private static final int LEGEND_COLUMN = 260;
    private static final int SAMPLE = 36;

    private final String title;
    private final String subtitle;
    private final int columns;
    private final List<LineChart> panels;
    /** What lines look like, by name; those of marks have no line through them. */
    private final Map<String, LineStyle> legend;

    private PanelGrid(
            String title, String subtitle, int columns, List<LineChart> panels, Map<String, LineStyle> legend) {
        this.title = title;
        this.subtitle = subtitle;
        this.columns = columns;
        this.panels = panels;
        this.legend = legend;
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
    public record Spread(String title, double[] x, double[] mean, double[] deviation) {
        private Band band() {
            return new Band(
                    mean,
                    IntStream.range(0, x.length)
                            .mapToDouble(i -> mean[i] - deviation[i])
                            .toArray(),
                    IntStream.range(0, x.length)
                            .mapToDouble(i -> mean[i] + deviation[i])
                            .toArray());
        }
    }

    /**
     * Returns regret or reward over time.
     *
     * @param title title of the figure
     * @param columns panels in a row
     * @param panels what to show, by title and in order; a tuner looks the same in all of them
     * @param meaning what the marks are, for the legend
     * @param marks values from elsewhere by tuner, to be marked at the ends of the lines of a panel
     */
    public static Drawing curves(
            String title,
            int columns,
            Map<String, Panel> panels,
            String meaning,
            Function<Panel, Map<String, Double>> marks) {
        Drawing.requireNoScreen();
        LineStyle.Palette styles = new LineStyle.Palette(panels.values());
        List<LineChart> charts = new ArrayList<>();
        Map<String, LineStyle> legend = new LinkedHashMap<>();
        List<Line> lines = new ArrayList<>();
        boolean marked = false;
        for (Map.Entry<String, Panel> entry : panels.entrySet()) {
            Panel panel = entry.getValue();
            List<LineChart.Curve> there = marks(panel, marks.apply(panel), styles);
            charts.add(small(entry.getKey(), panel, there, styles));
            panel.lines().forEach(line -> legend.put(line.name(), styles.of(line)));
            lines.addAll(panel.lines());
            marked |= !there.isEmpty();
        }
        if (marked) {
            legend.put(meaning, ANY_MARK);
        }
        String subtitle = Numbers.repetitions(lines.stream().mapToInt(Line::repetitions)) + ". " + Figures.about(lines);
        return new PanelGrid(title, subtitle, columns, charts, legend);
    }

    private static LineChart small(String title, Panel panel, List<LineChart.Curve> marks, LineStyle.Palette styles) {
        LineChart chart = Figures.curves(panel, styles);
        Interval extent = new Interval(chart.y().getLowerBound(), chart.y().getUpperBound());
        List<LineChart.Curve> curves = new ArrayList<>();
        chart.lines().forEach(line -> curves.add(line.small()));
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

    private static List<LineChart.Curve> marks(Panel panel, Map<String, Double> values, LineStyle.Palette styles) {
        List<LineChart.Curve> curves = new ArrayList<>();
        values.forEach((tuner, value) -> panel.lines().stream()
                .filter(line -> line.tuner().equals(tuner))
                .findFirst()
                .ifPresent(line -> curves.add(new LineChart.Curve(
                        "mark of " + tuner,
                        styles.of(line).hollow(),
                        new double[] {panel.rounds()},
                        Band.exactly(value),
                        true))));
        return curves;
    }

    /**
     * Returns points with bands, a panel for each.
     *
     * @param title title of the figure
     * @param subtitle what mean and band are
     * @param xTitle of the horizontal axes
     * @param yTitle of the vertical axes
     * @param spreads what to show, in order
     */
    public static Drawing spreads(String title, String subtitle, String xTitle, String yTitle, List<Spread> spreads) {
        Drawing.requireNoScreen();
        List<LineChart> charts = new ArrayList<>();
        for (Spread spread : spreads) {
            Band band = spread.band();
            Interval range = Band.range(List.of(band), Band::low, Band::high);
            double room = 0.08 * range.length();
            charts.add(new LineChart(
                    spread.title(),
                    "",
                    ChartAxes.small(xTitle, 0, spread.x()[spread.x().length - 1]),
                    ChartAxes.small(yTitle, range.low() - room, range.high() + room),
                    List.of(new LineChart.Curve(spread.title(), LineStyle.Palette.SINGLE, spread.x(), band, false))));
        }
        return new PanelGrid(title, subtitle, Math.max(1, Math.min(2, charts.size())), charts, Map.of());
    }

    private int panelWidth() {
        return columns < MANY_COLUMNS ? 470 : 315;
    }

    private int panelHeight() {
        return columns < MANY_COLUMNS ? 320 : 225;
    }

    private int rows() {
        return (panels.size() + columns - 1) / columns;
    }

    private boolean hasRoom() {
        return panels.size() % columns != 0;
    }

    private int legendColumns() {
        return Math.max(1, (width() - 2 * MARGIN) / LEGEND_COLUMN);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public int width() {
        return 2 * MARGIN + columns * panelWidth() + (columns - 1) * GAP;
    }

    @Override
    public int height() {
        int below = hasRoom() || legend.isEmpty()
                ? 0
                : LEGEND_LINE * ((legend.size() + legendColumns() - 1) / legendColumns()) + GAP;
        return HEADER + rows() * (panelHeight() + GAP) + below + MARGIN - GAP;
    }

    @Override
    public void draw(Graphics2D g) {
        Drawing.text(g, title, LineChart.TITLE, Color.BLACK, MARGIN, MARGIN + 14);
        Drawing.text(g, subtitle, LineChart.SUBTITLE, LineChart.GREY, MARGIN, MARGIN + 34);
        for (int i = 0; i < panels.size(); i++) {
            draw(g, panels.get(i), left(i), top(i));
        }
        if (hasRoom()) {
            int free = panels.size();
            drawLegend(g, left(free) + 3 * GAP, top(free) + PANEL_HEADER, 1);
        } else {
            drawLegend(g, MARGIN + 2 * GAP, HEADER + rows() * (panelHeight() + GAP), legendColumns());
        }
    }

    private int left(int panel) {
        return MARGIN + panel % columns * (panelWidth() + GAP);
    }

    private int top(int panel) {
        return HEADER + panel / columns * (panelHeight() + GAP);
    }

    private void draw(Graphics2D g, LineChart panel, int left, int top) {
        Drawing.text(g, panel.title(), PANEL_TITLE, Color.BLACK, left, top + 13);
        AffineTransform page = g.getTransform();
        g.translate(left, top + PANEL_HEADER);
        panel.chart(RectangleInsets.ZERO_INSETS)
                .draw(g, new Rectangle2D.Double(0, 0, panelWidth(), panelHeight() - PANEL_HEADER));
        g.setTransform(page);
    }

    private void drawLegend(Graphics2D g, int left, int top, int inARow) {
        int i = 0;
        for (Map.Entry<String, LineStyle> entry : legend.entrySet()) {
            int x = left + i % inARow * LEGEND_COLUMN;
            int y = top + i / inARow * LEGEND_LINE + LEGEND_LINE / 2;
            boolean mark = entry.getValue().equals(ANY_MARK);
            entry.getValue().drawSample(g, mark ? x + SAMPLE / 2.0 : x, y, mark ? 0 : SAMPLE);
            Drawing.text(g, entry.getKey(), NAME, Color.BLACK, x + SAMPLE + 8, y + 5);
            i++;
        }
    }
}
