package dev.attune.lab.report;

import dev.attune.lab.run.Judgement.Judged;
import dev.attune.lab.run.Judgement.Mark;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The numbers of a run as CSV files: summary.csv, curves.csv, grid.csv, differences.csv, ratios.csv and standings.csv. */
final class SummaryCsv {
    private SummaryCsv() {}

    /** Writes the files into a folder, which is created if necessary. */
    static void write(Analysis analysis, Standings standings, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("summary.csv"), summary(analysis));
        Files.writeString(folder.resolve("curves.csv"), curves(analysis));
        Files.writeString(folder.resolve("grid.csv"), grid(analysis));
        Files.writeString(folder.resolve("differences.csv"), differences(analysis));
        Files.writeString(folder.resolve("ratios.csv"), ratios(standings));
        Files.writeString(folder.resolve("standings.csv"), standings(standings));
    }

    /** Returns a row for each tuner in each panel; random choice, which has no policy, once for each environment. */
    static String summary(Analysis analysis) {
        CsvText csv = new CsvText("environment,policy,tuner,rounds,reps,regret_mean,regret_sd,reward_mean,reward_sd,"
                + "cpu_seconds_mean");
        List<Panel> panels = analysis.panels();
        for (int i = 0; i < panels.size(); i++) {
            Panel panel = panels.get(i);
            boolean last =
                    i + 1 == panels.size() || !panels.get(i + 1).environment().equals(panel.environment());
            for (Line line : panel.lines()) {
                boolean random = line.role() == Role.RANDOM;
                if (!random || last) {
                    csv.add(
                            panel.environment(),
                            random ? Analysis.RANDOM : panel.policy(),
                            random ? "-" : line.tuner(),
                            panel.rounds(),
                            line.repetitions(),
                            line.regret(),
                            line.reward(),
                            line.cpuSeconds());
                }
            }
        }
        return csv.toString();
    }

    /** Returns a row for each point of each curve: the mean over repetitions, and the ends of the band around it. */
    static String curves(Analysis analysis) {
        CsvText csv = new CsvText("environment,policy,tuner,of,round,reps,mean,low,high");
        for (Panel panel : analysis.panels()) {
            for (Line line : panel.lines()) {
                for (int i = 0; i < line.t().length; i++) {
                    csv.add(
                            panel.environment(),
                            panel.policy(),
                            line.tuner(),
                            panel.knowsRegret() ? "regret" : "reward",
                            line.t()[i],
                            line.repetitions(),
                            line.curve().mean()[i],
                            line.curve().low()[i],
                            line.curve().high()[i]);
                }
            }
        }
        return csv.toString();
    }

    /** Returns a row for each fixed setting. */
    static String grid(Analysis analysis) {
        CsvText csv = new CsvText("environment,policy,setting,rounds,reps,regret_mean,regret_sd,reward_mean,reward_sd");
        for (Panel panel : analysis.panels()) {
            for (Line line : panel.grid()) {
                csv.add(
                        panel.environment(),
                        panel.policy(),
                        line.tuner(),
                        panel.rounds(),
                        line.repetitions(),
                        line.regret(),
                        line.reward());
            }
        }
        return csv.toString();
    }

    /** Returns a row for each pair that is compared: tuner minus against, of regret or, if that is unknown, of reward. */
    static String differences(Analysis analysis) {
        CsvText csv = new CsvText("environment,policy,tuner,against,mean,low,high,wins,reps");
        for (Panel panel : analysis.panels()) {
            for (Panel.Difference difference : panel.differences()) {
                csv.add(
                        panel.environment(),
                        panel.policy(),
                        difference.tuner(),
                        difference.against(),
                        difference.mean(),
                        difference.low(),
                        difference.high(),
                        difference.wins(),
                        difference.repetitions());
            }
        }
        return csv.toString();
    }

    /** Returns a row for each contestant in each problem: its regret, or else its reward, over that of the mark. */
    static String ratios(Standings standings) {
        CsvText csv = new CsvText(
                "environment,policy,tuner,against,mark,of,reps,ratio,low,high,standard_error,p90_ratio,p90_low,"
                        + "p90_high,cpu_seconds_mean");
        for (Judged one : standings.problems()) {
            csv.add(
                    one.environment(),
                    one.policy(),
                    one.tuner(),
                    against(one.mark()),
                    one.chosen(),
                    one.ofReward() ? "reward" : "regret",
                    one.repetitions(),
                    one.mean().value(),
                    Standings.interval(one.mean()),
                    one.mean().standardError(),
                    one.p90().value(),
                    Standings.interval(one.p90()),
                    one.cpuSeconds());
        }
        return csv.toString();
    }

    /** Returns a row for each contestant over all problems, for each kind of mark. */
    static String standings(Standings standings) {
        CsvText csv = new CsvText(
                "against,contestant,problems,geometric_mean,low,high,p90_geometric_mean,p90_low,p90_high,worst,"
                        + "where,lost,reference,over_reference,over_reference_low,over_reference_high");
        for (Mark mark : Mark.values()) {
            for (Standings.Standing standing : standings.over(mark)) {
                csv.add(
                        against(mark),
                        standing.contestant(),
                        standing.problems(),
                        standing.mean().value(),
                        Standings.interval(standing.mean()),
                        standing.p90().value(),
                        Standings.interval(standing.p90()),
                        standing.worst(),
                        standing.where(),
                        standing.lost(),
                        String.valueOf(standings.reference(mark)),
                        standing.toReference().value(),
                        Standings.interval(standing.toReference()));
            }
        }
        return csv.toString();
    }

    private static String against(Mark mark) {
        return mark == Mark.OWN ? "fixed rate" : "fixed policy and rate";
    }
}
