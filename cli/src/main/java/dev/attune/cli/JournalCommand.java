package dev.attune.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code attune journal}: looks into the decision log of a service, and repairs it. */
@Command(
        name = "journal",
        description =
                "Looks into the decision log of a data folder. Reading needs no lock: the service may be running.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            JournalLsCommand.class,
            JournalCatCommand.class,
            JournalVerifyCommand.class,
            JournalExportCommand.class,
            JournalRepairCommand.class
        },
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune journal ls data                        segments and snapshots",
            "  attune journal cat data --from 1000 --limit 5 five events, one JSON object a line",
            "  attune journal cat data --bandit news         all events of one bandit",
            "  attune journal export data --format csv --out log.csv",
            "  attune journal verify data                    reads and checks every byte",
            "  attune journal repair data                    what can be saved of a damaged one",
            "",
            "docs/format/journal.md has the format, byte by byte.",
        })
final class JournalCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        spec.commandLine().usage(out);
        out.flush();
    }
}
