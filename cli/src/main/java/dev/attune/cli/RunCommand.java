package dev.attune.cli;

import dev.attune.lab.spec.SpecReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune run}: everything that a spec asks for, then the report. */
@Command(
        name = "run",
        description = {
            "Runs every environment of a spec with every policy and every tuner, and writes a report.",
            "",
            "Results are appended to DIR/results.jsonl as cells finish. A run that was stopped goes on where it"
                    + " stopped when the same command is given again. The same spec gives the same numbers on any"
                    + " machine and number of threads.",
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune run specs/exploration-matters.yaml",
            "  attune run specs/paper.yaml --reps 3 --out paper-3",
            "  attune run my.yaml --json | jq .regret.mean",
            "",
            "A spec in short (docs/guide/specs.md has all fields):",
            "  rounds: 5000",
            "  environments: [simulation, fixed-arms]",
            "  policies: [LinUCB]",
            "  tuners: [VOI, OP, Theory]",
            "",
            "Exit code: 0 done, 1 failed, 2 the command line, the spec or its data were wrong, 130 stopped by Ctrl-C.",
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SPEC", description = "A YAML file: what to try.")
    private Path file;

    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        var wanted = options.apply(SpecReader.read(file));
        String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        new Session(spec.commandLine().getOut(), spec.commandLine().getErr(), options.json())
                .run(wanted, options.out(name), options.threads(), options.fresh());
        return 0;
    }
}
