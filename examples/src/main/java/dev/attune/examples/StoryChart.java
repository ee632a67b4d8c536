package dev.attune.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line chart as SVG: what the worked examples show. */
final class StoryChart {
    private static final String[] COLOURS = {"#0072b2", "#d55e00", "#009e73", "#777777"};
    private static final int LEFT = 70;
    private static final int TOP = 50;
    private static final int WIDTH = 560;
    private static final int HEIGHT = 260;

    private final String title;
    private final String x;
    private final String y;
    private final List<String> names = new ArrayList<>();
    private final List<double[]> series = new ArrayList<>();

    StoryChart(String title, String x, String y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /** Adds a line whose values have the same distance on the horizontal axis. */
    StoryChart line(String name, List<Double> values) {
        names.add(name);
        series.add(values.stream().mapToDouble(Double::doubleValue).toArray());
        return this;
    }

    /** Writes the chart; {@code last} is the end of the horizontal axis. */
    void write(Path file, double last) throws IOException {
        double top = 0;
        for (double[] values : series) {
            for (double value : values) {
                top = Math.max(top, value);
            }
        }
        double unit = Math.pow(10, Math.floor(Math.log10(top / 4)));
        top = 4 * unit * Math.ceil(1.02 * top / (4 * unit)); // four steps of a round number
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 370" font-family="sans-serif" font-size="13">
                <rect width="820" height="370" fill="white"/>
                """);
        svg.append(text(LEFT, 25, "start", title).replace("<text", "<text font-weight=\"bold\" font-size=\"15\""));
        for (int tick = 0; tick <= 4; tick++) {
            double height = TOP + HEIGHT - HEIGHT * tick / 4.0;
            svg.append(format("<path d='M%d %.1fh%d' stroke='#dddddd'/>%n", LEFT, height, WIDTH));
            svg.append(text(LEFT - 8, height + 4, "end", number(top * tick / 4)));
            double width = LEFT + WIDTH * tick / 4.0;
            svg.append(text(width, TOP + HEIGHT + 20, "middle", number(last * tick / 4)));
        }
        svg.append(text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 45, "middle", x));
        svg.append(text(LEFT, TOP - 8, "start", y));
        for (int i = 0; i < series.size(); i++) {
            double[] values = series.get(i);
            StringBuilder path = new StringBuilder();
            for (int k = 0; k < values.length; k++) {
                path.append(format(
                        "%s%.1f %.1f",
                        k == 0 ? "M" : "L",
                        LEFT + WIDTH * (k + 1.0) / values.length,
                        TOP + HEIGHT - HEIGHT * values[k] / top));
            }
            String colour = COLOURS[i % COLOURS.length];
            String dash = i == 0 ? "" : " stroke-dasharray='" + (2 + 3 * i) + " 3'";
            svg.append(format("<path d='%s' fill='none' stroke='%s' stroke-width='2'%s/>%n", path, colour, dash));
            double height = TOP + 20 + 24.0 * i;
            svg.append(format(
                    "<path d='M%d %.1fh26' stroke='%s' stroke-width='2'%s/>%n",
                    LEFT + WIDTH + 14, height - 4, colour, dash));
            svg.append(text(LEFT + WIDTH + 46, height, "start", names.get(i)));
        }
        Files.writeString(file, svg.append("</svg>\n"));
    }

    private static String text(double x, double y, String anchor, String text) {
        return format("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>%n", x, y, anchor, text);
    }

    private static String number(double value) {
        return format(value >= 100 || value == Math.rint(value) ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values).replace(System.lineSeparator(), "\n");
    }
}
