package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The table that the terminal shows: plain text, or one JSON object a line. */
final class SummaryTable {
    private static final int LONGEST_NAME = 16; // of the reference in a heading
    private static final double LARGE = 1e6;
    private static final double SMALL = 0.1;

    private SummaryTable() {}

    /** One block for each panel, at most 100 columns wide, the standings, and a key; lines end with a line feed. */
    static String toText(Analysis analysis, Standings standings) {
        List<String> lines = new ArrayList<>();
        for (Panel panel : analysis.panels()) {
            lines.addAll(block(panel));
            lines.add("");
        }
        lines.addAll(standings.lines());
        if (analysis.panels().isEmpty()) {
            lines.add("No results yet.");
        } else {
            lines.addAll(Sheet.wrapped(
                    "*: best of the tuners asked for. +-: half of a 95 % interval. ratio: to the best fixed setting in"
                            + " hindsight, which has the luck of being chosen on these very repetitions. minus X [95 %]: difference on the same repetitions, with a bootstrap interval"
                            + " for each pair by itself. wins: repetitions in which X did better. CPU s: of the bandit"
                            + " in one repetition. us: microseconds a round.",
                    ""));
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> block(Panel panel) {
        List<String> lines = new ArrayList<>();
        String repetitions = Numbers.repetitions(panel.lines().stream().mapToInt(Line::repetitions));
        lines.addAll(Sheet.wrapped(
                panel.environment() + ", " + panel.policy() + ": T = " + Numbers.fixed(panel.rounds(), 0) + ", n = "
                        + repetitions + (panel.knowsRegret() ? "" : ", regret unknown: higher reward is better"),
                "  "));
        lines.add("");
        lines.addAll(rows(panel));
        lines.add("");
        accuracy(panel).ifPresent(text -> {
            lines.addAll(Sheet.wrapped(text, ""));
            lines.add("");
        });
        lines.addAll(Sheet.wrapped(String.join(" ", panel.conclusions()), ""));
        return lines;
    }

    /** Returns the share of right choices, where the best choice of a round earns 1 and regret is what is missing to that: a classification. */
    private static Optional<String> accuracy(Panel panel) {
        double rounds = panel.rounds();
        List<Line> ranked = panel.bestFirst();
        boolean classification = ranked.stream()
                .allMatch(line -> Math.abs(line.regret().mean() + line.reward().mean() - rounds) < 1e-9 * rounds);
        return classification && !ranked.isEmpty()
                ? Optional.of("Accuracy: "
                        + ranked.stream()
                                .map(line -> line.tuner() + " "
                                        + Numbers.fixed(line.reward().mean() / rounds, 3))
                                .collect(Collectors.joining(", "))
                        + ".")
                : Optional.empty();
    }

    private static List<String> rows(Panel panel) {
        List<Line> ranked = panel.bestFirst();
        Line star = panel.bestAsked();
        int most = ranked.stream().mapToInt(Line::repetitions).max().orElse(0);
        int power = power(panel);
        double unit = Double.parseDouble("1e" + power); // exact, unlike a product of tens
        int decimals = decimals(values(panel).map(value -> value / unit), 3);
        List<Line> learning =
                ranked.stream().filter(line -> line.role() != Role.RANDOM).toList();
        int cpuDecimals = decimals(learning.stream().mapToDouble(Line::cpuSeconds), 2);
        int roundDecimals = decimals(learning.stream().mapToDouble(line -> panel.microseconds(line)), 2);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "  tuner",
                (panel.knowsRegret() ? "regret" : "reward") + (power == 0 ? "" : " x1e" + power),
                "+-",
                "ratio",
                panel.differences().isEmpty() ? "" : "minus " + shortName(panel.reference()) + " [95 %]",
                panel.differences().isEmpty() ? "" : "wins",
                "CPU s",
                "us"));
        for (Line line : ranked) {
            SampleMean result = panel.result(line);
            Panel.Difference difference = panel.toReference(line);
            rows.add(List.of(
                    (line.equals(star) ? "* " : "  ") + name(line, most),
                    Numbers.fixed(result.mean() / unit, decimals),
                    Numbers.fixed(result.half() / unit, decimals),
                    Numbers.fixed(panel.ratio(line, panel.bestFixed()), 2),
                    difference == null ? "" : minusReference(difference, unit, decimals),
                    difference == null ? "" : difference.wins() + "/" + difference.repetitions(),
                    Numbers.fixed(line.cpuSeconds(), cpuDecimals),
                    Numbers.fixed(panel.microseconds(line), roundDecimals)));
        }
        return Sheet.aligned(rows);
    }

    private static String shortName(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
    }

    private static String name(Line line, int most) {
        return line.repetitions() == most ? line.name() : line.name() + ", n = " + line.repetitions();
    }

    /** Returns the opposite difference: the row's line minus the reference. */
    private static String minusReference(Panel.Difference difference, double unit, int decimals) {
        String mean = Numbers.signed(-difference.mean() / unit, decimals);
        if (Double.isNaN(difference.low())) {
            return mean;
        }
        return mean + " [" + Numbers.signed(-difference.high() / unit, decimals) + ", "
                + Numbers.signed(-difference.low() / unit, decimals) + "]";
    }

    private static DoubleStream values(Panel panel) {
        return panel.lines().stream()
                .mapToDouble(line -> Math.abs(panel.result(line).mean()));
    }

    /** Very large and very small figures are given in units of a power of ten. */
    private static int power(Panel panel) {
        double largest = values(panel).filter(Double::isFinite).max().orElse(0);
        return largest > 0 && (largest >= LARGE || largest < SMALL)
                ? Math.floorDiv(Numbers.exponent(largest), 3) * 3
                : 0;
    }

    /** Returns as many decimals as show about this many digits of the smallest number, but not more than that. */
    private static int decimals(DoubleStream values, int digits) {
        double smallest = values.filter(value -> value > 0 && Double.isFinite(value))
                .min()
                .orElse(0);
        return Math.min(digits, Numbers.decimals(2 * smallest, digits)); // 50 is nearer to three digits than to two
    }

    /** Returns the same rows, one JSON object a line; unknown numbers are null. */
    static String toJson(Analysis analysis) {
        StringBuilder text = new StringBuilder();
        for (Panel panel : analysis.panels()) {
            Line star = panel.bestAsked();
            for (Line line : panel.bestFirst()) {
                text.append(JsonText.of(json(panel, line, line.equals(star)))).append('\n');
            }
        }
        return text.toString();
    }

    private static Map<String, Object> json(Panel panel, Line line, boolean best) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("environment", panel.environment());
        row.put("policy", panel.policy());
        row.put("tuner", line.tuner());
        row.put("role", line.role().name().toLowerCase(Locale.ROOT));
        row.put("note", line.note());
        row.put("rounds", panel.rounds());
        row.put("repetitions", line.repetitions());
        row.put("regret", line.regret());
        row.put("reward", line.reward());
        row.put("ratioToBestFixed", panel.ratio(line, panel.bestFixed()));
        row.put("bestAsked", best);
        row.put("reference", panel.reference());
        Panel.Difference difference = panel.toReference(line);
        if (difference != null) {
            Map<String, Object> minus = new LinkedHashMap<>();
            minus.put("mean", -difference.mean());
            minus.put("low", -difference.high());
            minus.put("high", -difference.low());
            minus.put("referenceWins", difference.wins());
            minus.put("repetitions", difference.repetitions());
            row.put("minusReference", minus);
        }
        row.put("cpuSeconds", line.cpuSeconds());
        row.put("microsecondsPerRound", panel.microseconds(line));
        return row;
    }
}
