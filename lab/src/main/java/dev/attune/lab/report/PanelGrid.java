package dev.attune.lab.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.ui.RectangleInsets;

/**
 * Small charts in rows on one page, with one legend for all: beside the last chart if there is room, else below.
 *
 * @param title above all
 * @param subtitle below the title, smaller
 * @param columns charts in a row
 * @param panels the charts, row by row; their names are not shown at the ends of lines
 * @param legend what lines look like, in order
 */
record PanelGrid(String title, String subtitle, int columns, List<LineChart> panels, List<Entry> legend)
        implements Drawing {
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    private static final Font SUBTITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Font PANEL_TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final Font NAME = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    private static final Color GREY = new Color(0x595959);
    private static final int MARGIN = 16;
    private static final int HEADER = 62;
    private static final int PANEL_HEADER = 20;
    private static final int GAP = 14;
    private static final int MANY_COLUMNS = 3;
    private static final int LEGEND_LINE = 24;
    private static final int LEGEND_COLUMN = 260;
    private static final int SAMPLE = 36;

    /**
     * A line of the legend.
     *
     * @param name what it stands for
     * @param style how it is drawn
     * @param markOnly whether only its marker is shown
     */
    record Entry(String name, LineStyle style, boolean markOnly) {}

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
        Drawing.text(g, title, TITLE, Color.BLACK, MARGIN, MARGIN + 14);
        Drawing.text(g, subtitle, SUBTITLE, GREY, MARGIN, MARGIN + 34);
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
        JFreeChart chart = new JFreeChart(null, PANEL_TITLE, panel.plot(), false);
        chart.setBackgroundPaint(Color.WHITE);
        chart.getRenderingHints().put(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        chart.setPadding(RectangleInsets.ZERO_INSETS);
        AffineTransform page = g.getTransform();
        g.translate(left, top + PANEL_HEADER);
        chart.draw(g, new Rectangle2D.Double(0, 0, panelWidth(), panelHeight() - PANEL_HEADER));
        g.setTransform(page);
    }

    private void drawLegend(Graphics2D g, int left, int top, int inARow) {
        for (int i = 0; i < legend.size(); i++) {
            Entry entry = legend.get(i);
            int x = left + i % inARow * LEGEND_COLUMN;
            int y = top + i / inARow * LEGEND_LINE + LEGEND_LINE / 2;
            if (entry.markOnly) {
                entry.style.drawSample(g, x + SAMPLE / 2.0, y, 0);
            } else {
                entry.style.drawSample(g, x, y, SAMPLE);
            }
            Drawing.text(g, entry.name, NAME, Color.BLACK, x + SAMPLE + 8, y + 5);
        }
    }
}
