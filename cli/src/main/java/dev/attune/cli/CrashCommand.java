package dev.attune.cli;

import dev.attune.bench.crash.CrashReport;
import dev.attune.bench.crash.CrashRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune crash}: tests recovery by killing the service repeatedly. */
@Command(
        name = "crash",
        description = {
            "Tests recovery by killing the service at random moments under load.",
            "",
            "Checks that nothing acknowledged is lost, that nothing is counted twice, and that every state equals a"
                    + " replay of the journal, bit for bit."
        },
        footer = {
            "  attune crash                        200 kills, about ten minutes",
            "  attune crash --kills 20 --seed 7    fewer kills, at other moments",
            "  attune crash --power                with power cuts, full disks and wrong clocks",
            "",
            "Exit code: 0 all checks passed, 1 a check failed; data and log of the service then remain in the folder."
        })
final class CrashCommand extends Subcommand {
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

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (kills < 1) {
            throw new IllegalArgumentException("--kills " + kills + " must be at least 1");
        }
        Path folder = data == null ? Files.createTempDirectory(Path.of("").toAbsolutePath(), "attune-crash") : data;
        requireEmpty("--data", folder);
        CrashReport report = CrashRun.run(kills, power, folder, seed, progressBar()::at);
        print(report);
        if (!report.passed()) {
            log("data and log are in " + folder);
            return 1;
        }
        if (data == null) {
            delete(folder);
        }
        return 0;
    }

    private void print(CrashReport report) {
        PrintWriter out = out();
        if (json) {
            out.println(
                    JsonLine.of(report).put("violations", report.violations().size()));
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
        report.violations().stream().limit(SHOWN).forEach(this::log);
    }
}
