package dev.attune.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * Lines with bands, each named at its end. Lines drawn later lie on top.
 *
 * @param title above the chart
 * @param subtitle below the title, smaller
 * @param x the horizontal axis, with its range
 * @param y the vertical axis, with its range
 * @param lines what to draw
 */
record LineChart(String title, String subtitle, ValueAxis x, ValueAxis y, List<Curve> lines) implements Drawing {
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    static final Font SUBTITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Color GREY = new Color(0x595959);
    static final Color GRID = new Color(0xE3E3E3);
    private static final float BANDS = 1.2f; // opacity of all bands together
    private static final float THICKEST_BAND = 0.2f;
    private static final int MARGIN = 14;
    private static final int MARKERS = 7; // on each line

    static {
        // JFreeChart's way round old faults of rotated text turns the titles of axes into outlines.
        TextUtils.setUseDrawRotatedStringWorkaround(false);
    }

    /**
     * One line.
     *
     * @param name at its end
     * @param style how it is drawn
     * @param t where the points are
     * @param band the points; unknown ones are left out
     * @param points whether each point is marked and has an error bar in place of a band
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Curve(String name, LineStyle style, double[] t, Band band, boolean points) {
        /** Returns the last value that is known; NaN if none is. */
        double end() {
            int last = band.mean().length - 1;
            while (last > 0 && Double.isNaN(band.mean()[last])) {
                last--;
            }
            return last < 0 ? Double.NaN : band.mean()[last];
        }

        Curve with(Band other) {
            return new Curve(name, style, t, other, points);
        }

        /** Returns the line for a small chart. */
        Curve small() {
            return new Curve(name, style.small(), t, band, points);
        }
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public int height() {
        return HEIGHT;
    }

    @Override
    public void draw(Graphics2D g) {
        JFreeChart chart = chart(new RectangleInsets(MARGIN, MARGIN, MARGIN, MARGIN));
        double legend = EndLegend.width(lines.stream().map(this::name).toList());
        chart.getPlot().setInsets(new RectangleInsets(0, 0, 0, legend));
        chart.addSubtitle(heading(title, TITLE, Color.BLACK, 2));
        chart.addSubtitle(heading(subtitle, SUBTITLE, GREY, 12));
        ChartRenderingInfo info = new ChartRenderingInfo();
        chart.draw(g, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT), info);
        Rectangle2D data = info.getPlotInfo().getDataArea();
        EndLegend names = new EndLegend();
        for (Curve line : lines) {
            double end = Math.max(y.getLowerBound(), Math.min(line.end(), y.getUpperBound()));
            double place = y.valueToJava2D(end, data, RectangleEdge.LEFT);
            names.add(name(line), line.style, place, inSight(line) && !line.points);
        }
        names.draw(g, data.getMaxX(), data.getMinY() - MARGIN, data.getMaxY());
    }

    private boolean inSight(Curve line) {
        return y.getRange().contains(line.end());
    }

    private String name(Curve line) {
        return inSight(line) ? line.name : line.name + ", off the chart";
    }

    private static TextTitle heading(String text, Font font, Color color, double below) {
        TextTitle heading = new TextTitle(text, font);
        heading.setPaint(color);
        heading.setHorizontalAlignment(HorizontalAlignment.LEFT);
        heading.setTextAlignment(HorizontalAlignment.LEFT);
        heading.setPadding(0, 0, below, 0);
        return heading;
    }

    /** Returns the chart without titles and names. */
    JFreeChart chart(RectangleInsets padding) {
        XYPlot plot = new XYPlot(null, x, y, null);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(GRID);
        plot.setRangeGridlineStroke(new BasicStroke(1));
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        addLines(plot);
        addMarkers(plot);
        addPoints(plot);
        JFreeChart chart = new JFreeChart(null, TITLE, plot, false);
        chart.setBackgroundPaint(Color.WHITE);
        chart.getRenderingHints().put(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        chart.setPadding(padding);
        return chart;
    }

    private void addLines(XYPlot plot) {
        DeviationRenderer renderer = new DeviationRenderer(true, false);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setAlpha(Math.min(THICKEST_BAND, BANDS / lines.size()));
        YIntervalSeriesCollection data = add(plot, renderer);
        for (Curve line : lines) {
            int series = data.getSeriesCount();
            data.addSeries(series(line, 0, 1));
            renderer.setSeriesPaint(series, line.style.color());
            // The bars of points take the place of the band.
            renderer.setSeriesFillPaint(series, line.points ? new Color(0, true) : line.style.color());
            renderer.setSeriesStroke(series, line.style.stroke());
        }
    }

    /** A few markers on each line, not side by side with those of the next line. */
    private void addMarkers(XYPlot plot) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        YIntervalSeriesCollection data = add(plot, renderer);
        for (int i = 0; i < lines.size(); i++) {
            Curve line = lines.get(i);
            if (line.style.marker() != null && !line.points && line.t.length >= MARKERS) {
                int step = Math.max(1, line.t.length / MARKERS);
                int start = step * (2 * i + 1) / (2 * lines.size());
                style(renderer, data.getSeriesCount(), line.style);
                data.addSeries(series(line, start, step));
            }
        }
    }

    private void addPoints(XYPlot plot) {
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawXError(false);
        renderer.setErrorStroke(new BasicStroke(1.4f));
        YIntervalSeriesCollection data = add(plot, renderer);
        for (Curve line : lines) {
            if (line.points) {
                style(renderer, data.getSeriesCount(), line.style);
                data.addSeries(series(line, 0, 1));
            }
        }
    }

    private static YIntervalSeriesCollection add(XYPlot plot, XYLineAndShapeRenderer renderer) {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        int index = plot.getDatasetCount();
        plot.setDataset(index, data);
        plot.setRenderer(index, renderer);
        return data;
    }

    private static void style(XYLineAndShapeRenderer renderer, int series, LineStyle style) {
        renderer.setUseFillPaint(true);
        renderer.setDrawOutlines(true);
        renderer.setSeriesPaint(series, style.color());
        renderer.setSeriesFillPaint(series, style.filled() ? style.color() : Color.WHITE);
        renderer.setSeriesOutlinePaint(series, style.color());
        renderer.setSeriesOutlineStroke(series, LineStyle.OUTLINE);
        renderer.setSeriesShape(series, style.marker());
    }

    private static YIntervalSeries series(Curve line, int start, int step) {
        YIntervalSeries series = new YIntervalSeries(line.name, false, true);
        Band band = line.band;
        for (int i = start; i < line.t.length; i += step) {
            if (Double.isFinite(band.mean()[i])) {
                series.add(line.t[i], band.mean()[i], band.low()[i], band.high()[i]);
            }
        }
        return series;
    }
}
