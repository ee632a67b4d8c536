package dev.attune.cli;

import dev.attune.lab.run.ThreadPlayers;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code attune demo}: the sixty-second tour. */
@Command(
        name = "demo",
        description = {
            "The tour: the automatic bandit, which chooses model and exploration by itself, beside fixed policies and"
                    + " rates on a dense, a sparse and a changing world, 16 repetitions each. Prints tables and"
                    + " writes a report, in less than a minute on two cores.",
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune demo",
            "  attune demo --reps 80        narrower intervals",
            "  attune demo --out my-demo    somewhere else",
        })
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        var wanted = options.apply(SpecReader.read("demo.yaml", text()));
        return new Session(spec.commandLine().getOut(), spec.commandLine().getErr(), options.json())
                .run(wanted, options.out("demo"), new ThreadPlayers(options.threads()), options.fresh());
    }

    private static String text() throws IOException {
        try (InputStream in = DemoCommand.class.getResourceAsStream("demo.yaml")) {
            if (in == null) {
                throw new IOException("demo.yaml is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
