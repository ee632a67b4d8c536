package dev.attune.cli;

import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code attune demo}: a one-minute tour. */
@Command(
        name = "demo",
        description = {
            "Compares the automatic bandit with fixed policies and rates, in a minute.",
            "",
            "The automatic bandit chooses model and exploration itself. It runs beside policies with fixed rates on a dense,"
                    + " a sparse and a changing world, 16 repetitions each. The command prints tables and writes a report.",
        },
        footer = {
            "  attune demo",
            "  attune demo --reps 80        narrower intervals",
            "  attune demo --out my-demo    another folder",
        })
final class DemoCommand extends Subcommand {
    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws Exception {
        var wanted = options.apply(SpecReader.read("demo.yaml", text()));
        return new Session(out(), err(), options.json())
                .run(
                        wanted,
                        options.out("demo"),
                        CellPlayers.onThreads(options.threads()),
                        options.fresh(),
                        () -> true);
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
