package dev.attune.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code attune journal}: reads, checks and repairs the decision log of a service. */
@Command(
        name = "journal",
        description = {
            "Reads, checks, exports and repairs the decision log of a service.",
            "",
            "Reading takes no lock: the service may be running."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            JournalLsCommand.class,
            JournalCatCommand.class,
            JournalVerifyCommand.class,
            JournalExportCommand.class,
            JournalRepairCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune journal ls data                list segments and snapshots",
            "  attune journal cat data --limit 5     print five events, one JSON object per line",
            "  attune journal cat data --bandit news   print all events of one bandit",
            "  attune journal export data --format csv --out log.csv",
            "  attune journal verify data            read and check every byte",
            "  attune journal repair data            recover a damaged journal",
            "",
            "docs/format/journal.md specifies the format.",
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
