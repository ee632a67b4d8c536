package dev.attune.cli;

import dev.attune.flink.sweep.ClusterAddress;
import dev.attune.flink.sweep.FlinkPlayers;
import dev.attune.flink.sweep.JobJar;
import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.PlanRecipe;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune run}: runs the cells of a spec and writes the report. */
@Command(
        name = "run",
        description = {
            "Runs every environment of a spec with every policy and every tuner, and writes a report.",
            "",
            "Results are appended to DIR/results.jsonl as cells finish. The same command continues a run that was"
                    + " stopped. The same spec gives the same numbers on any machine and with any number of threads.",
        },
        footer = {
            "  attune run specs/exploration-matters.yaml",
            "  attune run specs/paper.yaml --reps 3 --out paper-3",
            "  attune run specs/suite2.yaml --minutes 60",
            "  attune run my.yaml --json | jq .regret.mean",
            "  attune run --classpath my.jar my.yaml    with your own policies, tuners or environments",
            "  attune run specs/paper.yaml --on flink://localhost:8081   on a cluster (docs/guide/sweeps-on-flink.md)",
            "",
            "A minimal spec (docs/guide/specs.md describes all fields):",
            "  rounds: 5000",
            "  environments: [simulation, fixed-arms]",
            "  policies: [LinUCB]",
            "  tuners: [VOI, OP, Theory]",
            "",
            "Exit code: 0 success, 1 failed cells, 2 invalid command line, spec or data, 130 stopped by Ctrl-C.",
        })
final class RunCommand extends Subcommand {
    @Parameters(paramLabel = "SPEC", description = "Spec of the run, a YAML file.")
    private Path file;

    @Option(
            names = "--on",
            paramLabel = "WHERE",
            defaultValue = "local",
            description = {
                "Where the cells run: local, in threads of this process (default); flink, on Flink in this process;"
                        + " flink://HOST:PORT, on a Flink cluster, in at most --threads of its free slots (default: all)."
                        + " Results do not depend on it."
            })
    private String on;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description =
                    "For a spec with 'until': start no further wave of repetitions after N minutes. The report lists the"
                            + " estimates that are not precise enough; the same command continues.")
    private @Nullable Integer minutes;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws Exception {
        long began = System.nanoTime();
        Spec wanted = options.apply(SpecReader.read(file));
        String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        return new Session(out(), err(), options.json())
                .run(
                        wanted,
                        options.out(name),
                        players(wanted),
                        options.fresh(),
                        () -> minutes == null || System.nanoTime() - began < TimeUnit.MINUTES.toNanos(minutes));
    }

    private CellPlayers players(Spec wanted) throws IOException {
        if (on.equals("local")) {
            return CellPlayers.onThreads(options.threads());
        }
        PlanRecipe recipe = PlanRecipe.of(file, wanted, BuildVersion.number());
        if (on.equals("flink")) {
            return FlinkPlayers.embedded(recipe, options.threads());
        }
        if (!on.startsWith("flink://")) {
            throw new IllegalArgumentException("--on = '" + on + "' must be local, flink or flink://host:port");
        }
        ClusterAddress cluster = ClusterAddress.parse(on);
        Integer most = options.askedThreads();
        return FlinkPlayers.at(cluster, recipe, most == null ? Integer.MAX_VALUE : most, jars());
    }

    /** Returns the jars that a cluster needs: those of Attune and of the plug-ins. */
    private List<Path> jars() throws IOException {
        List<Path> plugins =
                ((AttuneCommand) spec().root().userObject()).plugins().paths();
        for (Path plugin : plugins) {
            if (Files.isDirectory(plugin)) {
                throw new IllegalArgumentException(
                        "--classpath: " + plugin + " is a folder; a cluster takes jar files only");
            }
        }
        List<Path> jars = new ArrayList<>(plugins);
        jars.add(0, JobJar.find());
        return jars;
    }
}
