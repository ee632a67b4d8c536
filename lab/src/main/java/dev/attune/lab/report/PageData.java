package dev.attune.lab.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An analysis as the JSON that the page's scripts read: thinned, and with numbers as long as a chart can show. */
final class PageData {
    /** How many numbers of curves a page may hold, so that it stays a few megabytes and opens at once. */
    private static final int CURVE_NUMBERS = 600_000;

    private static final int FEWEST_POINTS = 60;
    private static final int MOST_POINTS = 200;
    private static final MathContext SIX_DIGITS = new MathContext(6);

    /** Whole numbers below are written without a point. */
    private static final double SHORT = 1e6;

    private final int points;

    /** What the scripts of the page read, field by field. */
    record PageView(
            String title, List<String> about, String repetitions, List<PanelView> panels, List<Overall> overall) {}

    /** The results of a tuner on all problems with known regret: its ratio to the baseline, as a mean and at worst. */
    record Overall(String tuner, double geometricMean, double worst, int panels) {}

    /** A {@link Panel}, with the baseline of its ratios, the reference of its differences, and what they establish. */
    record PanelView(
            String environment,
            String policy,
            long rounds,
            boolean knowsRegret,
            String baseline,
            String reference,
            List<String> verdict,
            List<LineView> lines,
            List<Fixed> grid) {}

    /** A {@link Line}, thinned, and compared with the panel's baseline and reference. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record LineView(
            String tuner,
            String role,
            String note,
            int repetitions,
            SampleMean result,
            double ratio,
            double cpuSeconds,
            double microsecondsPerRound,
            @Nullable Difference difference,
            long[] t,
            Band curve,
            Map<String, Band> settings) {}

    /** One fixed setting of the grid, with its values by hyperparameter. */
    record Fixed(String label, Map<String, Double> values, SampleMean result) {}

    private PageData(int points) {
        this.points = points;
    }

    /** JSON that may stand in a script element: no name in it can close the element. */
    static String json(Analysis analysis, List<String> about) {
        SimpleModule rounding = new SimpleModule();
        rounding.addSerializer(double[].class, new Doubles());
        rounding.addSerializer(Double.class, new OneDouble());
        rounding.addSerializer(double.class, new OneDouble());
        try {
            return new ObjectMapper()
                    .registerModule(rounding)
                    .writeValueAsString(page(analysis, about))
                    // In JSON, this character occurs in strings only.
                    .replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write the report's data", e);
        }
    }

    private static PageView page(Analysis analysis, List<String> about) {
        List<Line> lines = analysis.panels().stream()
                .flatMap(panel -> panel.lines().stream())
                .toList();
        long bands =
                lines.stream().mapToLong(line -> 1 + line.settings().size()).sum();
        long points = CURVE_NUMBERS / (3 * Math.max(1, bands));
        PageData data = new PageData((int) Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, points)));
        List<PanelView> panels = analysis.panels().stream().map(data::panel).toList();
        return new PageView(analysis.title(), about, repetitions(lines), panels, overall(panels));
    }

    private static String repetitions(List<Line> lines) {
        var all = lines.stream().mapToInt(Line::repetitions).summaryStatistics();
        if (all.getCount() == 0) {
            return "0";
        }
        return all.getMin() == all.getMax() ? "" + all.getMin() : all.getMin() + " to " + all.getMax();
    }

    private static List<Overall> overall(List<PanelView> panels) {
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (PanelView panel : panels) {
            for (LineView line : panel.lines()) {
                if (panel.knowsRegret() && line.ratio() > 0) {
                    ratios.computeIfAbsent(line.tuner(), tuner -> new ArrayList<>())
                            .add(line.ratio());
                }
            }
        }
        List<Overall> overall = new ArrayList<>();
        ratios.forEach((tuner, all) -> {
            double logs = all.stream().mapToDouble(StrictMath::log).sum();
            double worst = all.stream().mapToDouble(ratio -> ratio).max().orElse(Double.NaN);
            overall.add(new Overall(tuner, StrictMath.exp(logs / all.size()), worst, all.size()));
        });
        return overall;
    }

    private PanelView panel(Panel panel) {
        Optional<Line> baseline =
                panel.bestFixed().or(() -> panel.bestFirst().stream().findFirst());
        return new PanelView(
                panel.environment(),
                panel.policy(),
                panel.rounds(),
                panel.knowsRegret(),
                baseline.map(Line::tuner).orElse(""),
                panel.reference(),
                panel.conclusions(),
                panel.lines().stream().map(line -> line(panel, line, baseline)).toList(),
                panel.grid().stream()
                        .map(line -> new Fixed(line.tuner(), lastValues(line), panel.result(line)))
                        .toList());
    }

    /** Returns the last values of the settings; a fixed setting is constant. */
    private static Map<String, Double> lastValues(Line line) {
        Map<String, Double> values = new LinkedHashMap<>();
        line.settings().forEach((name, band) -> values.put(name, band.mean()[band.mean().length - 1]));
        return values;
    }

    private LineView line(Panel panel, Line line, Optional<Line> baseline) {
        int[] kept = kept(line.t().length);
        long[] t = new long[kept.length];
        for (int i = 0; i < kept.length; i++) {
            t[i] = line.t()[kept[i]];
        }
        Map<String, Band> settings = new LinkedHashMap<>();
        line.settings().forEach((name, band) -> settings.put(name, thinned(band, kept, line.repetitions())));
        return new LineView(
                line.tuner(),
                line.role() == Role.GRID ? "BEST_FIXED" : line.role().name(),
                line.note(),
                line.repetitions(),
                panel.result(line),
                panel.ratio(line, baseline),
                line.cpuSeconds(),
                panel.microseconds(line),
                panel.toReference(line),
                t,
                thinned(line.curve(), kept, line.repetitions()),
                settings);
    }

    /** Returns which points are kept: evenly spread, always with the first and the last. */
    private int[] kept(int all) {
        int n = Math.min(all, points);
        int[] kept = new int[n];
        for (int i = 0; i < n; i++) {
            kept[i] = n == 1 ? all - 1 : (int) ((long) i * (all - 1) / (n - 1));
        }
        return kept;
    }

    private static Band thinned(Band band, int[] kept, int repetitions) {
        double[] none = {}; // a single repetition has no interval to draw
        return repetitions < 2
                ? new Band(pick(band.mean(), kept), none, none)
                : new Band(pick(band.mean(), kept), pick(band.low(), kept), pick(band.high(), kept));
    }

    private static double[] pick(double[] values, int[] kept) {
        double[] picked = new double[kept.length];
        for (int i = 0; i < kept.length; i++) {
            picked[i] = values[kept[i]];
        }
        return picked;
    }

    private static void write(double value, JsonGenerator json) throws IOException {
        if (!Double.isFinite(value)) {
            json.writeNull();
            return;
        }
        double rounded = new BigDecimal(value).round(SIX_DIGITS).doubleValue();
        if (Math.abs(rounded) < SHORT && rounded == (long) rounded) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }

    private static final class OneDouble extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            write(value, json);
        }
    }

    private static final class Doubles extends JsonSerializer<double[]> {
        @Override
        public void serialize(double[] values, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeStartArray();
            for (double value : values) {
                write(value, json);
            }
            json.writeEndArray();
        }
    }
}
