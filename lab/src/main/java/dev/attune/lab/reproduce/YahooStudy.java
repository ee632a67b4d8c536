package dev.attune.lab.reproduce;

import dev.attune.lab.data.DataFolder;
import dev.attune.lab.data.DataSet;
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
record YahooStudy(SyntheticClickLog madeUp) implements Reproduction.Study {
    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        boolean real = DataFolder.ofUser().has(DataSet.YAHOO_R6A);
        Reproduction wanted = real ? reproduction : onMadeUp(reproduction, reproducer);
        List<Comparison> rows = Comparison.of(
                        reproduction.paper(), Labels.samples(reproducer.play(wanted), CellResult::reward), "reward")
                .stream()
                .map(row -> real ? row : row.withoutDifference())
                .toList();
        String what = real ? "Cumulative reward" : "Cumulative reward on a made-up log; the paper's is on other data";
        List<Sheet> sheets = List.of(
                Comparison.printed(what, reproduction.paper(), rows),
                Comparison.unprinted(
                        what + ", where the paper prints no number",
                        "VOI is Attune's default tuner. Greedy does not explore. +-: standard error.",
                        rows.stream()
                                .filter(row -> !row.labels().policy().endsWith("-released"))
                                .toList()));
        Findings findings = Findings.of(reproduction, sheets, rows, List.of());
        return real
                ? findings
                : findings.withTitle(reproduction.place()
                                + ": rewards on a made-up log in the format of Yahoo R6A, not on the paper's data")
                        .withRemarks(List.of("Yahoo R6A is not here: " + DataSet.YAHOO_R6A.command()
                                + " to compare with the paper. On the made-up log compare our rows with each other."));
    }

    private Reproduction onMadeUp(Reproduction reproduction, Reproducer reproducer) throws IOException {
        Path log = reproducer.folder(reproduction).resolve("made-up-log");
        if (!Files.isDirectory(log)) {
            reproducer.log("making up a click log, as Yahoo R6A is not here");
            Path unfinished = log.resolveSibling("made-up-log.unfinished");
            madeUp.write(unfinished);
            Files.move(unfinished, log);
        }
        return reproduction.with(spec -> spec.withEnvironments(spec.environments().stream()
                .map(environment -> environment.withGiven(Map.of("data", log.toString())))
                .toList()));
    }
}
