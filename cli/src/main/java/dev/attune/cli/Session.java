package dev.attune.cli;

import dev.attune.lab.report.Report;
import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.CellPlayers.FailedCellsException;
import dev.attune.lab.run.Plan;
import dev.attune.lab.run.RunFolder;
import dev.attune.lab.run.Runner;
import dev.attune.lab.spec.Spec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;

/** Plans, runs with progress and reports: shared by {@code run}, {@code demo} and {@code report}. */
final class Session {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    Session(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /**
     * Runs the cells that have no result yet.
     *
     * @param another whether another wave of repetitions may begin
     * @return the exit code
     */
    int run(Spec spec, Path where, CellPlayers players, boolean fresh, BooleanSupplier another)
            throws IOException, InterruptedException {
        Plan plan = Plan.of(spec, BuildVersion.number(), label -> log("preparing " + label));
        plan.notes().forEach(note -> log("  " + note));
        plan.leftOut().forEach(pair -> log("left out: " + pair));
        RunFolder folder = RunFolder.create(where);
        Thread stopped = new Thread(() -> log("\nstopped; finished cells are in " + where
                + ". The same command continues; 'attune report " + where + "' shows them."));
        Runtime.getRuntime().addShutdownHook(stopped);
        int there;
        try {
            there = Runner.run(plan, folder, List.of(), players, fresh, another, new ProgressBar(err));
        } catch (FailedCellsException e) {
            log("failed cells, " + e.failures().size() + ":");
            e.failures().forEach(failure -> log("  " + failure));
            log("attune: all other cells are finished and in " + where
                    + ". The same command runs the failed ones again; 'attune report " + where
                    + "' shows the finished ones.");
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            Subcommand.removeHook(stopped);
        }
        if (there > 0) {
            log(there + " cells were there already (--fresh runs them again)");
        }
        report(folder);
        return CommandLine.ExitCode.OK;
    }

    /** Writes the report of a folder of results and prints its table. */
    void report(RunFolder folder) throws IOException {
        Report report = Report.of(folder.results());
        report.write(folder.path());
        out.print(json ? report.json() : report.table());
        if (!json) {
            out.println("Report: "
                    + folder.path().resolve("index.html").toAbsolutePath().normalize());
        }
    }

    private void log(String line) {
        err.println(line);
    }
}
