package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How tuners do over many problems: their regret over that of the best fixed setting in hindsight, which is a mark that nobody
 * can set in advance.
 */
final class Standings {
    private static final int LEAST_PROBLEMS = 3; // fewer are better read one by one

    private Standings() {}

    /**
     * One tuner over all problems that it played.
     *
     * @param tuner its label
     * @param problems how many
     * @param mean geometric mean of the ratios of mean regret
     * @param worst the largest of them
     * @param where it is the largest
     * @param luckMean geometric mean of the ratios of what nine repetitions of ten do not exceed
     * @param luckWorst the largest of them
     */
    record Standing(
            String tuner, int problems, double mean, double worst, String where, double luckMean, double luckWorst) {}

    /** One problem of one tuner. */
    record Ratio(Panel panel, Line line, double mean, double luck) {}

    /** Every tuner that was asked for in every problem with a known, positive regret of the best fixed setting. */
    static List<Ratio> ratios(Analysis analysis) {
        List<Ratio> ratios = new ArrayList<>();
        for (Panel panel : analysis.panels()) {
            Line best = Ranking.bestFixed(panel);
            if (best == null || !panel.knowsRegret() || !(best.regret().mean() > 0) || !(best.badLuck() > 0)) {
                continue;
            }
            for (Line line : panel.lines()) {
                if (line.role() == Role.ASKED) {
                    ratios.add(new Ratio(
                            panel, line, line.regret().mean() / best.regret().mean(), line.badLuck() / best.badLuck()));
                }
            }
        }
        return ratios;
    }

    /** In the order of the spec; empty for a handful of problems. */
    static List<Standing> of(Analysis analysis) {
        List<Ratio> ratios = ratios(analysis);
        Set<String> tuners = new LinkedHashSet<>();
        ratios.forEach(ratio -> tuners.add(ratio.line().tuner()));
        List<Standing> standings = new ArrayList<>();
        for (String tuner : tuners) {
            List<Ratio> own = ratios.stream()
                    .filter(ratio -> ratio.line().tuner().equals(tuner))
                    .toList();
            if (own.size() >= LEAST_PROBLEMS) {
                Ratio worst = worst(own, Ratio::mean);
                standings.add(new Standing(
                        tuner,
                        own.size(),
                        geometricMean(own, Ratio::mean),
                        worst.mean(),
                        where(worst),
                        geometricMean(own, Ratio::luck),
                        worst(own, Ratio::luck).luck()));
            }
        }
        return standings;
    }

    private static double geometricMean(List<Ratio> ratios, ToDoubleFunction<Ratio> which) {
        double sum = 0;
        for (Ratio ratio : ratios) {
            sum += StrictMath.log(which.applyAsDouble(ratio));
        }
        return StrictMath.exp(sum / ratios.size());
    }

    private static Ratio worst(List<Ratio> ratios, ToDoubleFunction<Ratio> which) {
        Ratio worst = ratios.get(0);
        for (Ratio ratio : ratios) {
            if (which.applyAsDouble(ratio) > which.applyAsDouble(worst)) {
                worst = ratio;
            }
        }
        return worst;
    }

    private static String where(Ratio ratio) {
        return ratio.panel().environment() + ", " + ratio.panel().policy();
    }

    /** The standings as a table; nothing for a handful of problems. */
    static List<String> lines(Analysis analysis, int width) {
        List<Standing> standings = of(analysis);
        if (standings.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(TextColumns.wrapped(
                "Over all problems: regret over that of the best fixed setting in hindsight, and the same for what nine"
                        + " repetitions of ten do not exceed (bad luck)",
                "  ",
                width));
        lines.add("");
        TextColumns columns = new TextColumns(width);
        columns.add(List.of("  tuner", "problems", "geometric mean", "bad luck", "worst of it", "worst", "where"));
        for (Standing standing : standings) {
            columns.add(List.of(
                    "  " + standing.tuner(),
                    Integer.toString(standing.problems()),
                    Numbers.fixed(standing.mean(), 2),
                    Numbers.fixed(standing.luckMean(), 2),
                    Numbers.fixed(standing.luckWorst(), 2),
                    Numbers.fixed(standing.worst(), 2),
                    standing.where()));
        }
        lines.addAll(columns.lines());
        lines.add("");
        return lines;
    }
}
