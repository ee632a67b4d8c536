package dev.attune.cli;

import dev.attune.live.json.EventJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code attune journal cat}: prints events as JSON lines. */
@Command(name = "cat", description = "Prints events, one JSON object per line.", mixinStandardHelpOptions = true)
final class JournalCatCommand implements Callable<Integer> {
    @Mixin
    private JournalSelection selection;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        EventJson json = new EventJson();
        try {
            selection.read(record -> out.println(json.line(record))).ifPresent(torn -> {
                spec.commandLine().getErr().println("attune: " + torn.message());
                spec.commandLine().getErr().flush();
            });
        } finally {
            out.flush();
        }
        return 0;
    }
}
