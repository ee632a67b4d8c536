package dev.attune.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import org.jspecify.annotations.Nullable;

/**
 * How a line is drawn: told apart by colour, and without colour by dashes and markers.
 *
 * @param color of line, band and marker
 * @param stroke width and dashes
 * @param marker centred at the origin; null for none
 * @param filled whether the marker is filled with the colour or with white
 */
record LineStyle(Color color, Stroke stroke, @Nullable Shape marker, boolean filled) {
    private static final Stroke OUTLINE = new BasicStroke(1.6f);
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

    /** The same for a small chart: thinner, with a smaller marker. */
    LineStyle small() {
        AffineTransform smaller = AffineTransform.getScaleInstance(SMALL, SMALL);
        return new LineStyle(
                color,
                stroke instanceof BasicStroke basic
                        ? new BasicStroke(
                                (float) (SMALL * basic.getLineWidth()),
                                basic.getEndCap(),
                                basic.getLineJoin(),
                                basic.getMiterLimit(),
                                basic.getDashArray(),
                                0)
                        : stroke,
                marker == null ? null : smaller.createTransformedShape(marker),
                filled);
    }

    /** The thin line from the end of a curve to its name. */
    void drawLeader(Graphics2D g, double x1, double y1, double x2, double y2) {
        g.setPaint(color);
        g.setStroke(LEADER);
        g.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    Stroke outline() {
        return OUTLINE;
    }
}
