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
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    private static final Font SUBTITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Color GREY = new Color(0x595959);
    private static final Color GRID = new Color(0xE3E3E3);
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
        XYPlot plot = plot();
        double legend = EndLegend.width(lines.stream().map(this::name).toList());
        plot.setInsets(new RectangleInsets(0, 0, 0, legend));
        JFreeChart chart = new JFreeChart(null, TITLE, plot, false);
        chart.setBackgroundPaint(Color.WHITE);
        chart.getRenderingHints().put(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        chart.setPadding(new RectangleInsets(MARGIN, MARGIN, MARGIN, MARGIN));
        Rectangle2D area = new Rectangle2D.Double(0, 0, WIDTH, HEIGHT);
        chart.addSubtitle(heading(title, TITLE, Color.BLACK, 2));
        chart.addSubtitle(heading(subtitle, SUBTITLE, GREY, 12));
        ChartRenderingInfo info = new ChartRenderingInfo();
        chart.draw(g, area, info);
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
    XYPlot plot() {
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
        return plot;
    }

    private void addLines(XYPlot plot) {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        DeviationRenderer renderer = new DeviationRenderer(true, false);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setAlpha(Math.min(THICKEST_BAND, BANDS / lines.size()));
        for (Curve line : lines) {
            int series = data.getSeriesCount();
            data.addSeries(series(line, 0, 1));
            renderer.setSeriesPaint(series, line.style.color());
            // The bars of points take the place of the band.
            renderer.setSeriesFillPaint(series, line.points ? new Color(0, true) : line.style.color());
            renderer.setSeriesStroke(series, line.style.stroke());
        }
        add(plot, data, renderer);
    }

    /** A few markers on each line, not side by side with those of the next line. */
    private void addMarkers(XYPlot plot) {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        renderer.setUseFillPaint(true);
        renderer.setDrawOutlines(true);
        for (int i = 0; i < lines.size(); i++) {
            Curve line = lines.get(i);
            if (line.style.marker() == null || line.points || line.t.length < MARKERS) {
                continue;
            }
            int step = Math.max(1, line.t.length / MARKERS);
            int start = step * (2 * i + 1) / (2 * lines.size());
            int series = data.getSeriesCount();
            data.addSeries(series(line, start, step));
            style(renderer, series, line.style);
        }
        add(plot, data, renderer);
    }

    private void addPoints(XYPlot plot) {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawXError(false);
        renderer.setUseFillPaint(true);
        renderer.setDrawOutlines(true);
        renderer.setErrorStroke(new BasicStroke(1.4f));
        for (Curve line : lines) {
            if (line.points) {
                int series = data.getSeriesCount();
                data.addSeries(series(line, 0, 1));
                style(renderer, series, line.style);
            }
        }
        add(plot, data, renderer);
    }

    private static void style(XYLineAndShapeRenderer renderer, int series, LineStyle style) {
        renderer.setSeriesPaint(series, style.color());
        renderer.setSeriesFillPaint(series, style.filled() ? style.color() : Color.WHITE);
        renderer.setSeriesOutlinePaint(series, style.color());
        renderer.setSeriesOutlineStroke(series, style.outline());
        renderer.setSeriesShape(series, style.marker());
    }

    private static void add(XYPlot plot, YIntervalSeriesCollection data, XYLineAndShapeRenderer renderer) {
        int index = plot.getDatasetCount();
        plot.setDataset(index, data);
        plot.setRenderer(index, renderer);
    }

    private static YIntervalSeries series(Curve line, int start, int step) {
        YIntervalSeries series = new YIntervalSeries(line.name, false, true);
        for (int i = start; i < line.t.length; i += step) {
            if (Double.isFinite(line.band.mean()[i])) {
                series.add(
                        line.t[i],
                        line.band.mean()[i],
                        line.band.low()[i],
                        line.band.high()[i]);
            }
        }
        return series;
    }
}
