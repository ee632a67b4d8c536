package dev.attune.cli;

import dev.attune.bench.crash.CrashReport;
import dev.attune.bench.crash.CrashRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune crash}: tests recovery by killing the service repeatedly. */
@Command(
        name = "crash",
        description = {
            "Tests recovery by killing the service at random moments under load.",
            "",
            "Checks that nothing acknowledged is lost, that nothing is counted twice, and that every state equals a"
                    + " replay of the journal, bit for bit."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune crash                        200 kills, about ten minutes",
            "  attune crash --kills 20 --seed 7    fewer kills, at other moments",
            "  attune crash --power                with power cuts, full disks and wrong clocks",
            "",
            "Exit code: 0 all checks passed, 1 a check failed; data and log of the service then remain in the folder."
        },
        mixinStandardHelpOptions = true)
final class CrashCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Option(names = "--kills", paramLabel = "N", defaultValue = "200", description = "Number of kills (default: 200).")
    private int kills;

    @Option(
            names = "--power",
            description = "Among the kills are power cuts and full disks, on a file system on a loop device, which"
                    + " needs root, and clocks that are wrong by up to 400 days.")
    private boolean power;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Empty folder for data and log of the service (default: a new one in the working folder).")
    private @Nullable Path data;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the moments (default: 1).")
    private long seed;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (kills < 1) {
            throw new IllegalArgumentException("--kills " + kills + " must be at least 1");
        }
        Path folder = data == null ? Files.createTempDirectory(Path.of("").toAbsolutePath(), "attune-crash") : data;
        requireEmpty(folder);
        PrintWriter err = spec.commandLine().getErr();
        ProgressBar bar = new ProgressBar(err, Terminal.showsErrors());
        CrashReport report = CrashRun.run(kills, power, folder, seed, bar::at);
        print(report);
        if (!report.passed()) {
            err.println("data and log are in " + folder);
            err.flush();
            return 1;
        }
        if (data == null) {
            delete(folder);
        }
        return 0;
    }

    static void requireEmpty(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new IllegalArgumentException("--data " + folder + " is not empty");
                }
            }
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void print(CrashReport report) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new JsonLine()
                    .put("kills", report.kills())
                    .put("powerCuts", report.powerCuts())
                    .put("fullDisks", report.fullDisks())
                    .put("wrongClocks", report.wrongClocks())
                    .put("skipped", report.skipped())
                    .put("killsInStart", report.killsInStart())
                    .put("decisions", report.decisions())
                    .put("rewards", report.rewards())
                    .put("events", report.events())
                    .put("askedAgain", report.askedAgain())
                    .put("statesCompared", report.statesCompared())
                    .put("lost", report.lost())
                    .put("doubled", report.doubled())
                    .put("mismatches", report.mismatches())
                    .put("violations", report.violations().size()));
        } else {
            out.printf("%,d kills, %,d of them before the service was ready%n", report.kills(), report.killsInStart());
            if (power) {
                out.printf(
                        "of these %,d power cuts, %,d full disks, %,d wrong clocks%n",
                        report.powerCuts(), report.fullDisks(), report.wrongClocks());
            }
            if (!report.skipped().isEmpty()) {
                out.println(report.skipped());
            }
            out.printf(
                    "%,d decisions and %,d rewards acknowledged, %,d events in the journal%n",
                    report.decisions(), report.rewards(), report.events());
            out.printf(
                    "%,d of them repeated after a crash, %,d states compared with a replay%n",
                    report.askedAgain(), report.statesCompared());
            out.printf(
                    "lost %d, doubled %d, mismatches %d, violations %d%n",
                    report.lost(),
                    report.doubled(),
                    report.mismatches(),
                    report.violations().size());
        }
        report.violations().stream().limit(SHOWN).forEach(spec.commandLine().getErr()::println);
        spec.commandLine().getErr().flush();
        out.flush();
    }
}
