package dev.attune.lab.report;

import java.awt.Graphics2D;

/** Something that can be drawn on a white page of its own size. */
interface Drawing {
    /** What it shows, for readers that cannot see it. */
    String title();

    /** How wide the page is. */
    int width();

    /** How high the page is. */
    int height();

    /** Draws it. */
    void draw(Graphics2D g);
}
