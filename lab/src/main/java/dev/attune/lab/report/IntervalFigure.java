package dev.attune.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;

/**
 * Estimates with their intervals, one below the other, and a line to compare them with.
 *
 * @param title above the chart
 * @param subtitle below the title, smaller
 * @param axis what is measured
 * @param reference where the line is
 * @param rows what to draw, from the top
 */
public record IntervalFigure(String title, String subtitle, String axis, double reference, List<Row> rows)
        implements Drawing {
    private static final Color SURE = new Color(0x0072B2); // blue of Okabe and Ito
    private static final Color LINE = new Color(0xD55E00);
    private static final double LEFT = 210;
    private static final double RIGHT = 24;
    private static final double TOP = 84;
    private static final double ROW = 24;
    private static final double BOTTOM = 56;
    private static final int LONGEST_LABEL = 26;
    private static final double ROOM = 0.04; // of the axis beyond the outermost ends
    private static final double DOT = 8;
    private static final double WIDEST = 12; // limit of intervals that may not be acted on, in median half-lengths

    /**
     * One estimate.
     *
     * @param label what it is of
     * @param value the estimate
     * @param low lower end of its interval
     * @param high upper end of its interval
     * @param sure whether it may be acted on; otherwise it is drawn hollow
     */
    public record Row(String label, double value, double low, double high, boolean sure) {}

    /** Keeps a copy. */
    public IntervalFigure {
        rows = List.copyOf(rows);
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public int height() {
        return (int) (TOP + ROW * Math.max(1, rows.size()) + BOTTOM);
    }

    @Override
    public void draw(Graphics2D g) {
        Drawing.text(g, title, LineChart.TITLE, Color.BLACK, 14, 30);
        Drawing.text(g, subtitle, LineChart.SUBTITLE, LineChart.GREY, 14, 54);
        Rectangle2D area = new Rectangle2D.Double(LEFT, TOP, width() - LEFT - RIGHT, height() - TOP - BOTTOM);
        NumberAxis scale = scale();
        for (Object tick : scale.refreshTicks(g, new AxisState(), area, RectangleEdge.BOTTOM)) {
            NumberTick mark = (NumberTick) tick;
            double x = scale.valueToJava2D(mark.getValue(), area, RectangleEdge.BOTTOM);
            g.setPaint(LineChart.GRID);
            g.setStroke(new BasicStroke(1));
            g.draw(new Line2D.Double(x, area.getMinY(), x, area.getMaxY()));
            centred(g, mark.getText(), x, area.getMaxY() + 18);
        }
        centred(g, axis, area.getCenterX(), area.getMaxY() + 42);
        double at = scale.valueToJava2D(reference, area, RectangleEdge.BOTTOM);
        g.setPaint(LINE);
        g.setStroke(new BasicStroke(2));
        g.draw(new Line2D.Double(at, area.getMinY() - 4, at, area.getMaxY()));
        for (int i = 0; i < rows.size(); i++) {
            drawRow(g, rows.get(i), area.getMinY() + (i + 0.5) * ROW, scale, area);
        }
    }

    private static void drawRow(Graphics2D g, Row row, double y, NumberAxis scale, Rectangle2D area) {
        String label =
                row.label.length() <= LONGEST_LABEL ? row.label : row.label.substring(0, LONGEST_LABEL - 3) + "...";
        Drawing.text(g, label, LineChart.SUBTITLE, row.sure ? Color.BLACK : LineChart.GREY, 14, y + 5);
        g.setPaint(row.sure ? SURE : LineChart.GREY);
        g.setStroke(new BasicStroke(row.sure ? 2.2f : 1.2f));
        g.draw(new Line2D.Double(place(row.low, scale, area), y, place(row.high, scale, area), y));
        double x = place(row.value, scale, area);
        Ellipse2D dot = new Ellipse2D.Double(x - DOT / 2, y - DOT / 2, DOT, DOT);
        g.setPaint(row.sure ? SURE : Color.WHITE);
        g.fill(dot);
        g.setPaint(row.sure ? SURE : LineChart.GREY);
        g.draw(dot);
    }

    /** Inside the area: what lies beyond the axis ends at its edge. */
    private static double place(double value, NumberAxis scale, Rectangle2D area) {
        double inside = Math.max(scale.getLowerBound(), Math.min(value, scale.getUpperBound()));
        return scale.valueToJava2D(inside, area, RectangleEdge.BOTTOM);
    }

    /** From the lowest to the highest end of what may be acted on; a few wild intervals of the others do not squeeze these. */
    private NumberAxis scale() {
        double[] reach = rows.stream()
                .mapToDouble(row -> Math.max(Math.abs(row.low - reference), Math.abs(row.high - reference)))
                .sorted()
                .toArray();
        double limit = reach.length == 0 ? 1 : WIDEST * Math.max(reach[reach.length / 2], Double.MIN_NORMAL);
        double low = reference;
        double high = reference;
        for (Row row : rows) {
            low = Math.min(low, row.sure ? row.low : Math.max(row.low, reference - limit));
            high = Math.max(high, row.sure ? row.high : Math.min(row.high, reference + limit));
        }
        double room = high > low ? ROOM * (high - low) : 1;
        return ChartAxes.linear(axis, low - room, high + room);
    }

    private static void centred(Graphics2D g, String text, double x, double y) {
        double width = LineChart.SUBTITLE
                .getStringBounds(text, g.getFontRenderContext())
                .getWidth();
        Drawing.text(g, text, LineChart.SUBTITLE, LineChart.GREY, x - width / 2, y);
    }
}
