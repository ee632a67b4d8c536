package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Regret of all tuners of a panel over time, summed up; or else reward, as the mean of a round so far, since sums of
 * rewards are straight lines that lie on top of each other.
 */
final class CurveFigure {
    /** How much longer the axis may get by a reference that runs away from what was asked for. */
    private static final double STRETCH = 1.6;
    /** The mean of few rounds goes up and down; the axis is chosen for what comes after this share of them. */
    private static final double SETTLED = 0.1;
    /** With two repetitions a band would hide everything. */
    private static final int ENOUGH_FOR_BANDS = 3;

    private CurveFigure() {}

    static LineChart chart(Panel panel, LineStyles styles) {
        List<Line> drawn = new ArrayList<>();
        List<LineChart.Curve> curves = new ArrayList<>();
        for (Line line : panel.lines()) {
            if (line.t().length > 0 && Double.isFinite(line.curve().mean()[line.t().length - 1])) {
                drawn.add(line);
                curves.add(curve(panel, line, styles));
            }
        }
        Extent extent = extent(panel, drawn, curves).notEmpty();
        List<String> remarks = new ArrayList<>(List.of(about(drawn)));
        for (LineChart.Curve curve : curves) {
            if (!extent.contains(curve.end())) {
                remarks.add(curve.name() + " ends at " + Numbers.brief(curve.end()) + " (off the chart).");
            }
        }
        Collections.reverse(curves); // references first: what was asked for lies on top
        return new LineChart(
                title(panel, panel.lines()),
                String.join(" ", remarks),
                ChartAxes.linear("round", 0, panel.rounds()),
                ChartAxes.linear(
                        panel.knowsRegret() ? "cumulative regret" : "mean reward of a round so far",
                        extent.low(),
                        extent.high()),
                curves);
    }

    /** "LinUCB on simulation (T = 14,000, 20 repetitions)". */
    static String title(Panel panel, List<Line> lines) {
        return panel.policy() + " on " + panel.environment() + " (T = " + Numbers.fixed(panel.rounds(), 0) + ", "
                + Numbers.repetitions(lines.stream().mapToInt(Line::repetitions)) + ")";
    }

    /** "Best fixed (explore=0.5)". */
    static String name(Line line) {
        return line.note().isEmpty() ? line.tuner() : line.tuner() + " (" + line.note() + ")";
    }

    /** What lines and bands are. */
    static String about(List<Line> lines) {
        if (hasBands(lines)) {
            return "Means with pointwise 95 % confidence bands.";
        }
        return lines.stream().allMatch(line -> line.repetitions() == 1)
                ? "A single repetition."
                : "Means; too few repetitions for confidence bands.";
    }

    static boolean hasBands(List<Line> lines) {
        return lines.stream().anyMatch(line -> line.repetitions() >= ENOUGH_FOR_BANDS);
    }

    /** The band as it is drawn: none around few repetitions. */
    static Band shown(Line line, Band band) {
        return line.repetitions() >= ENOUGH_FOR_BANDS ? band : new Band(band.mean(), band.mean(), band.mean());
    }

    private static LineChart.Curve curve(Panel panel, Line line, LineStyles styles) {
        Band band = shown(line, line.curve());
        double[] t = LongStream.of(line.t()).asDoubleStream().toArray();
        if (panel.knowsRegret()) {
            band = each(band, CurveFigure::withZero);
            t = withZero(t);
        } else {
            band = each(band, values -> perRound(values, line.t()));
        }
        return new LineChart.Curve(name(line), styles.of(line), t, band, false);
    }

    private static Band each(Band band, UnaryOperator<double[]> change) {
        return new Band(change.apply(band.mean()), change.apply(band.low()), change.apply(band.high()));
    }

    /** Sums begin at zero. */
    private static double[] withZero(double[] values) {
        return DoubleStream.concat(DoubleStream.of(0), DoubleStream.of(values)).toArray();
    }

    private static double[] perRound(double[] values, long[] t) {
        return IntStream.range(0, t.length).mapToDouble(i -> values[i] / t[i]).toArray();
    }

    /** Shows all that was asked for and the best fixed setting; the other references if they do not squeeze these. */
    private static Extent extent(Panel panel, List<Line> lines, List<LineChart.Curve> curves) {
        List<Band> asked = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).role() == Role.ASKED || lines.get(i).role() == Role.GRID) {
                asked.add(settled(panel, curves.get(i)));
            }
        }
        Extent extent = extent(panel, asked);
        double longest = STRETCH * extent.length();
        for (LineChart.Curve curve : curves) {
            Extent wider = extent.and(extent(panel, List.of(settled(panel, curve))));
            if (wider.length() <= longest) {
                extent = wider;
            }
        }
        return extent;
    }

    private static Extent extent(Panel panel, List<Band> bands) {
        return panel.knowsRegret() ? Extent.fromZero(bands) : Extent.close(bands);
    }

    private static Band settled(Panel panel, LineChart.Curve curve) {
        double[] t = curve.t();
        int early = 0;
        while (!panel.knowsRegret() && early < t.length - 1 && t[early] < SETTLED * panel.rounds()) {
            early++;
        }
        int from = early;
        return each(curve.band(), values -> Arrays.copyOfRange(values, from, values.length));
    }
}
