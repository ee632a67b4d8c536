package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a line is drawn: distinguished by colour, and without colour by dashes and markers.
 *
 * @param color of line, band and marker
 * @param stroke width and dashes
 * @param marker centred at the origin; null for none
 * @param filled whether the marker is filled with the colour or with white
 */
record LineStyle(Color color, BasicStroke stroke, @Nullable Shape marker, boolean filled) {
    static final Stroke OUTLINE = new BasicStroke(1.6f);
    private static final double SMALL = 0.75;
    private static final Stroke LEADER = new BasicStroke(0.8f);

    /** A piece of the line with its marker in the middle, as legends show it. */
    void drawSample(Graphics2D g, double x, double y, double length) {
        g.setPaint(color);
        g.setStroke(stroke);
        g.draw(new Line2D.Double(x, y, x + length, y));
        if (marker != null) {
            g.translate(x + length / 2, y);
            g.setPaint(filled ? color : Color.WHITE);
            g.fill(marker);
            g.setPaint(color);
            g.setStroke(OUTLINE);
            g.draw(marker);
            g.translate(-x - length / 2, -y);
        }
    }

    /** Returns the style for a small chart: thinner, with a smaller marker. */
    LineStyle small() {
        AffineTransform smaller = AffineTransform.getScaleInstance(SMALL, SMALL);
        BasicStroke thinner = new BasicStroke(
                (float) (SMALL * stroke.getLineWidth()),
                stroke.getEndCap(),
                stroke.getLineJoin(),
                stroke.getMiterLimit(),
                stroke.getDashArray(),
                0);
        return new LineStyle(color, thinner, marker == null ? null : smaller.createTransformedShape(marker), filled);
    }

    /** The thin line from the end of a curve to its name. */
    void drawLeader(Graphics2D g, double x1, double y1, double x2, double y2) {
        g.setPaint(color);
        g.setStroke(LEADER);
        g.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    /** Returns the style with a marker that is not filled. */
    LineStyle hollow() {
        return new LineStyle(color, stroke, marker, false);
    }

    /**
     * The styles of a report: a tuner looks the same in all its figures.
     *
     * <p>Colours are those of Okabe and Ito, "Color universal design", 2008, which the colour-blind can distinguish, without the
     * yellow, which is too pale on white, and with black and greys kept for the references. After six tuners the colours
     * come again with dashes and white markers.
     */
    static final class Palette {
        private static final float LINE_WIDTH = 2.2f;
        private static final List<Color> COLORS = List.of(
                new Color(0x0072B2), // blue
                new Color(0xD55E00), // vermillion
                new Color(0x009E73), // bluish green
                new Color(0xCC79A7), // reddish purple
                new Color(0xE69F00), // orange
                new Color(0x56B4E9)); // sky blue
        private static final List<Shape> MARKERS = List.of(
                new Ellipse2D.Double(-4, -4, 8, 8),
                new Rectangle2D.Double(-3.6, -3.6, 7.2, 7.2),
                polygon(0, -5, 4.8, 3.6, -4.8, 3.6),
                polygon(0, -5.2, 5.2, 0, 0, 5.2, -5.2, 0),
                polygon(0, 5, 4.8, -3.6, -4.8, -3.6),
                polygon(0, -6, 1.7, -1.7, 6, 0, 1.7, 1.7, 0, 6, -1.7, 1.7, -6, 0, -1.7, -1.7));
        private static final float[][] DASHES = {{}, {9, 4}, {3, 3}, {12, 3, 3, 3}};

        private static final LineStyle BEST_FIXED = plain(Color.BLACK, 11, 5);
        private static final LineStyle GREEDY = plain(new Color(0x595959), 11, 4, 2, 4);
        private static final LineStyle RANDOM = plain(new Color(0x8C8C8C), 2, 4);

        /** A line alone. */
        static final LineStyle SINGLE = plain(COLORS.get(0));

        /** Points of fixed settings. */
        static final LineStyle FIXED_SETTINGS =
                new LineStyle(Color.BLACK, new BasicStroke(1), new Ellipse2D.Double(-4.5, -4.5, 9, 9), true);

        private final List<String> tuners;

        Palette(Collection<Panel> panels) {
            tuners = panels.stream()
                    .flatMap(panel -> panel.lines().stream())
                    .filter(line -> line.role() == Role.ASKED)
                    .map(Line::tuner)
                    .distinct()
                    .toList();
        }

        LineStyle of(Line line) {
            return switch (line.role()) {
                case GRID -> BEST_FIXED;
                case GREEDY -> GREEDY;
                case RANDOM -> RANDOM;
                case ASKED -> asked(tuners.indexOf(line.tuner()));
            };
        }

        private static LineStyle asked(int index) {
            int cycle = index / COLORS.size();
            // The marker moves on by one in each cycle, so that a colour does not meet the same shape twice.
            Shape marker = MARKERS.get((index + cycle) % MARKERS.size());
            return new LineStyle(
                    COLORS.get(index % COLORS.size()), stroke(DASHES[cycle % DASHES.length]), marker, cycle % 2 == 0);
        }

        private static LineStyle plain(Color color, float... dash) {
            return new LineStyle(color, stroke(dash), null, true);
        }

        private static BasicStroke stroke(float... dash) {
            return dash.length == 0
                    ? new BasicStroke(LINE_WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                    : new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
        }

        private static Path2D polygon(double... xy) {
            Path2D path = new Path2D.Double();
            path.moveTo(xy[0], xy[1]);
            for (int i = 2; i < xy.length; i += 2) {
                path.lineTo(xy[i], xy[i + 1]);
            }
            path.closePath();
            return path;
        }
    }
}
