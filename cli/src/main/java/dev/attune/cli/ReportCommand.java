package dev.attune.cli;

import dev.attune.lab.run.RunFolder;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune report}: writes the report of a folder of results, complete or not. */
@Command(
        name = "report",
        description = {
            "Writes the report of a folder of results and prints its tables.",
            "",
            "Nothing is run; the run may be stopped or still in progress. Files written into DIR: index.html (interactive, one file, works offline), summary.csv, grid.csv,"
                    + " differences.csv, ratios.csv, standings.csv, standings.md (tables in Markdown), curves/*.svg and *.png.",
        },
        footer = {
            "  attune report runs/demo",
            "  attune report runs/demo --json",
        })
final class ReportCommand extends Subcommand {
    @Parameters(paramLabel = "DIR", description = "Folder of results of 'attune run' or 'attune demo'.")
    private Path folder;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        new Session(out(), err(), json).report(RunFolder.open(folder));
        return 0;
    }
}
