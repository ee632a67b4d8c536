package dev.attune.lab.report;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.io.Serial;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;

/** The axes of figures: few ticks at round numbers, thousands separated, the same in every country. */
final class ChartAxes {
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
    private static final Font TICKS = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Font SMALL_TITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font SMALL_TICKS = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    private static final int MOST_TICKS = 8;
    private static final int MOST_SMALL_TICKS = 6;
    private static final int LONGEST_TICK = 8; // letters that fit side by side
    private static final double HUGE = 1e9;
    private static final double TINY = 1e-5;

    private ChartAxes() {}

    /** From low to high in equal steps. */
    static NumberAxis linear(String title, double low, double high) {
        NumberAxis axis = new NumberAxis(title);
        axis.setTickUnit(unit(low, high, MOST_TICKS));
        return ranged(axis, low, high);
    }

    /** Returns an axis for one of many panels: smaller letters and fewer ticks. */
    static NumberAxis small(String title, double low, double high) {
        NumberAxis axis = linear(title, low, high);
        axis.setTickUnit(unit(low, high, MOST_SMALL_TICKS));
        axis.setLabelFont(SMALL_TITLE);
        axis.setTickLabelFont(SMALL_TICKS);
        axis.setLabelInsets(new RectangleInsets(2, 2, 2, 2));
        return axis;
    }

    private static NumberTickUnit unit(double low, double high, int most) {
        return new NumberTickUnit(step(high - low, most), format(Math.max(Math.abs(low), Math.abs(high))));
    }

    /** From low to high, both positive, in equal ratios. */
    static LogAxis logarithmic(String title, double low, double high) {
        LogAxis axis = new DecadeAxis(title);
        axis.setSmallestValue(low);
        return ranged(axis, low, high);
    }

    /** Words side by side, at 0, 1, 2 and so on. */
    static SymbolAxis words(String title, List<String> words) {
        SymbolAxis axis = new SymbolAxis(title, words.toArray(String[]::new));
        axis.setGridBandsVisible(false);
        axis.setVerticalTickLabels(words.stream().anyMatch(word -> word.length() > LONGEST_TICK));
        return ranged(axis, -0.5, words.size() - 0.5);
    }

    private static <A extends ValueAxis> A ranged(A axis, double low, double high) {
        axis.setRange(low, high);
        axis.setLabelFont(TITLE);
        axis.setTickLabelFont(TICKS);
        axis.setAxisLinePaint(LineChart.GREY);
        axis.setTickMarkPaint(LineChart.GREY);
        axis.setLabelInsets(new RectangleInsets(6, 6, 6, 6));
        return axis;
    }

    /** Returns the smallest of 1, 2, 5, 10, 20, 50 ... that makes few ticks. */
    private static double step(double length, int most) {
        double smallest = length / most;
        int exponent = Numbers.exponent(smallest);
        for (int digit : new int[] {1, 2, 5}) {
            double step = scaled(digit, exponent);
            if (step >= smallest) {
                return step;
            }
        }
        return scaled(10, exponent);
    }

    /** Returns a number times a power of ten, without rounding in between. */
    private static double scaled(int digits, int exponent) {
        return BigDecimal.valueOf(digits).scaleByPowerOfTen(exponent).doubleValue();
    }

    private static NumberFormat format(double largest) {
        String pattern = largest >= HUGE || largest < TINY ? "0.###E0" : "#,##0.########";
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    /** Ticks at 1, 2 and 5 in each decade; JFreeChart's own are at equal steps of the exponent, such as 1.2589. */
    private static final class DecadeAxis extends LogAxis {
        @Serial
        private static final long serialVersionUID = 1;

        private static final double MANY_DECADES = 1e4; // beyond them only the powers of ten

        DecadeAxis(String title) {
            super(title);
        }

        @Override
        protected List<NumberTick> refreshTicksVertical(Graphics2D g, Rectangle2D area, RectangleEdge edge) {
            double low = getLowerBound();
            double high = getUpperBound();
            int[] digits = high / low > MANY_DECADES ? new int[] {1} : new int[] {1, 2, 5};
            List<NumberTick> ticks = new ArrayList<>();
            for (int exponent = Numbers.exponent(low); exponent <= Numbers.exponent(high); exponent++) {
                for (int digit : digits) {
                    double value = scaled(digit, exponent);
                    if (value >= low && value <= high) {
                        String text = format(value).format(value);
                        ticks.add(new NumberTick(value, text, TextAnchor.CENTER_RIGHT, TextAnchor.CENTER, 0));
                    }
                }
            }
            return ticks;
        }
    }
}
