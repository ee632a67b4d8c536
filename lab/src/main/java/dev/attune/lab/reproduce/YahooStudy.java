package dev.attune.lab.reproduce;

import dev.attune.lab.data.DataFolder;
import dev.attune.lab.data.DataSets;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Table 2: rewards on Yahoo R6A if it is there; else on a made-up log, whose rewards cannot be compared with the paper's.
 *
 * @param madeUp the log to make up
 */
record YahooStudy(MadeUpClickLog madeUp) implements Study {
    @Override
    public Findings run(Reproduction reproduction, Workshop workshop) throws IOException, InterruptedException {
        boolean real = DataFolder.ofUser().has(DataSets.YAHOO_R6A);
        Reproduction wanted = real ? reproduction : onMadeUp(reproduction, workshop);
        List<Comparison> rows =
                Comparison.of(reproduction.paper(), Sample.of(workshop.play(wanted), CellResult::reward), "reward")
                        .stream()
                        .map(row -> real ? row : row.withoutDifference())
                        .toList();
        String title = real
                ? reproduction.title()
                : reproduction.place()
                        + ": rewards on a made-up log in the format of Yahoo R6A, not on the paper's data";
        String what = real ? "Cumulative reward" : "Cumulative reward on a made-up log; the paper's is on other data";
        List<Sheet> sheets = List.of(
                ComparisonSheet.printed(what, reproduction.paper(), rows),
                ComparisonSheet.unprinted(
                        what + ", where the paper prints no number",
                        "VOI is Attune's default tuner. Greedy does not explore. +-: standard error.",
                        rows.stream()
                                .filter(row -> !row.labels().policy().endsWith("-released"))
                                .toList()));
        return new Findings(
                reproduction,
                title,
                real
                        ? List.of()
                        : List.of("Yahoo R6A is not here: " + DataSets.YAHOO_R6A.command()
                                + " to compare with the paper. On the made-up log compare our rows with each other."),
                sheets.stream().filter(sheet -> !sheet.rows().isEmpty()).toList(),
                rows,
                List.of());
    }

    private Reproduction onMadeUp(Reproduction reproduction, Workshop workshop) throws IOException {
        Path log = workshop.folder(reproduction).resolve("made-up-log");
        if (!Files.isDirectory(log)) {
            workshop.tell("making up a click log, as Yahoo R6A is not here");
            Path unfinished = log.resolveSibling("made-up-log.unfinished");
            madeUp.write(unfinished);
            Files.move(unfinished, log);
        }
        return reproduction.with(spec -> spec.withEnvironments(spec.environments().stream()
                .map(environment -> environment.withGiven(Map.of("data", log.toString())))
                .toList()));
    }
}
