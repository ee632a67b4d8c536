package dev.attune.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code attune help}: the help of any command. */
@Command(
        name = "help",
        description = "Prints the help of a command, as '--help' after its name does.",
        footer = {
            "  attune help               all commands",
            "  attune help run           one command",
            "  attune help journal ls    a command of a command",
        })
final class HelpCommand extends Subcommand {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command; all commands if none is given.")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() {
        CommandLine found = spec().root().commandLine();
        for (String name : names) {
            CommandLine next = found.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(found, List.of(name));
            }
            found = next;
        }
        found.usage(out());
        return 0;
    }
}
