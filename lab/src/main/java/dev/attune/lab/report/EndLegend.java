package dev.attune.lab.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The names of lines, beside the ends of the lines and pushed apart where they would overlap. */
final class EndLegend {
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);
    private static final double LEADER = 16;
    private static final double SAMPLE = 34;
    private static final double GAP = 6;
    private static final double LINE_HEIGHT = 17;
    private static final double BETWEEN = 4;
    private static final double WIDEST_NAME = 230;

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(List<String> name, LineStyle style, double y, boolean leader) {
        double height() {
            return name.size() * LINE_HEIGHT + BETWEEN;
        }
    }

    /** Returns how wide the legend of some names is. */
    static double width(List<String> names) {
        double widest = names.stream()
                .flatMap(name -> wrapped(name).stream())
                .mapToDouble(EndLegend::textWidth)
                .max()
                .orElse(0);
        return LEADER + SAMPLE + GAP + widest;
    }

    /**
     * Adds a line.
     *
     * @param y where it ends
     * @param leader whether its end is in sight, to be connected with the name
     */
    void add(String name, LineStyle style, double y, boolean leader) {
        entries.add(new Entry(wrapped(name), style, y, leader));
    }

    /** Draws everything to the right of x, between top and bottom as far as there is room. */
    void draw(Graphics2D g, double x, double top, double bottom) {
        entries.sort(Comparator.comparingDouble(Entry::y));
        double total = entries.stream().mapToDouble(Entry::height).sum();
        double squeeze = Math.min(1, (bottom - top) / total);
        double[] above = apart(top, bottom, squeeze);
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            double middle = above[i] + entry.height() * squeeze / 2;
            if (entry.leader) {
                entry.style.drawLeader(g, x, entry.y, x + LEADER, middle);
            }
            entry.style.drawSample(g, x + LEADER, middle, SAMPLE);
            drawName(g, entry, x + LEADER + SAMPLE + GAP, middle, squeeze);
        }
    }

    private static void drawName(Graphics2D g, Entry entry, double x, double middle, double squeeze) {
        g.setPaint(Color.BLACK);
        g.setFont(FONT.deriveFont((float) (FONT.getSize2D() * squeeze)));
        double baseline = middle + (5 - (entry.name.size() - 1) * LINE_HEIGHT / 2) * squeeze;
        for (String line : entry.name) {
            g.drawString(line, (float) x, (float) baseline);
            baseline += LINE_HEIGHT * squeeze;
        }
    }

    /**
     * The upper edges of the names: as near to the ends of their lines as can be without overlap, in the sense of least
     * squares, found by pooling neighbours that collide. Names at the top and at the bottom are kept inside.
     */
    private double[] apart(double top, double bottom, double squeeze) {
        int n = entries.size();
        double[] sum = new double[n]; // by block: of the upper edge wanted for its first name
        int[] size = new int[n];
        double[] before = new double[n + 1]; // heights of all names above
        int blocks = 0;
        for (int i = 0; i < n; i++) {
            double height = entries.get(i).height() * squeeze;
            before[i + 1] = before[i] + height;
            sum[blocks] = entries.get(i).y - height / 2 - before[i];
            size[blocks] = 1;
            while (blocks > 0 && sum[blocks - 1] / size[blocks - 1] > sum[blocks] / size[blocks]) {
                sum[blocks - 1] += sum[blocks];
                size[blocks - 1] += size[blocks];
                blocks--;
            }
            blocks++;
        }
        double[] above = new double[n];
        int i = 0;
        for (int block = 0; block < blocks; block++) {
            double wanted = Math.max(top, Math.min(sum[block] / size[block], bottom - before[n]));
            for (int k = 0; k < size[block]; k++, i++) {
                above[i] = wanted + before[i];
            }
        }
        return above;
    }

    private static List<String> wrapped(String name) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            line.append(name.charAt(i));
            if (textWidth(line.toString()) > WIDEST_NAME) {
                int space = line.lastIndexOf(" ");
                int cut = space > 0 ? space : line.length() - 1;
                lines.add(line.substring(0, cut));
                line.delete(0, space > 0 ? cut + 1 : cut);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    private static double textWidth(String text) {
        return FONT.getStringBounds(text, CONTEXT).getWidth();
    }
}
