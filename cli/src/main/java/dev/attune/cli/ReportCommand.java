package dev.attune.cli;

import dev.attune.lab.run.RunFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune report}: writes the report of a folder of results, complete or not. */
@Command(
        name = "report",
        description = {
            "Writes the report of a folder of results and prints its tables.",
            "",
            "Nothing is run; the run may be stopped or still in progress. Files written into DIR: index.html (interactive, one file, works offline), summary.csv, grid.csv,"
                    + " differences.csv, ratios.csv, standings.csv, standings.md (tables in Markdown), curves/*.svg and *.png.",
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune report runs/demo",
            "  attune report runs/demo --json",
        })
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Folder of results of 'attune run' or 'attune demo'.")
    private Path folder;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        new Session(spec.commandLine().getOut(), spec.commandLine().getErr(), json).report(RunFolder.open(folder));
        return 0;
    }
}
