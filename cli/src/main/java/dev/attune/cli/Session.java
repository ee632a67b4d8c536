package dev.attune.cli;

import dev.attune.lab.report.Report;
import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.FailedCellsException;
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

/** What {@code run} and {@code demo} share: plan, run with progress, report. */
final class Session {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    Session(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Runs what is not there yet; the exit code. */
    int run(Spec spec, Path where, CellPlayers players, boolean fresh) throws IOException, InterruptedException {
        return run(spec, where, players, fresh, () -> true);
    }

    /**
     * Runs what is not there yet.
     *
     * @param another whether another wave of repetitions may begin
     * @return the exit code
     */
    int run(Spec spec, Path where, CellPlayers players, boolean fresh, BooleanSupplier another)
            throws IOException, InterruptedException {
        Plan plan = Plan.of(spec, BuildVersion.number(), label -> tell("preparing " + label));
        plan.leftOut().forEach(pair -> tell("left out: " + pair));
        RunFolder folder = RunFolder.create(where);
        Thread stopped = new Thread(() -> tell("\nstopped; what is finished is in " + where
                + ". The same command goes on from there; 'attune report " + where + "' shows it."));
        Runtime.getRuntime().addShutdownHook(stopped);
        int there;
        try {
            there = Runner.run(plan, folder, List.of(), players, fresh, another, new ProgressBar(err, onTerminal()));
        } catch (FailedCellsException e) {
            tell("failed cells, " + e.failures().size() + ":");
            e.failures().forEach(failure -> tell("  " + failure));
            tell("attune: all others are finished and in " + where
                    + ". The same command runs the failed ones again; 'attune report " + where
                    + "' shows what is there.");
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            forget(stopped);
        }
        if (there > 0) {
            tell(there + " cells were there already (--fresh runs them again)");
        }
        report(folder);
        return CommandLine.ExitCode.OK;
    }

    /** The launcher knows; the JVM cannot tell where standard error goes. */
    static boolean onTerminal() {
        return "1".equals(System.getProperty("attune.terminal"));
    }

    static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is going down: that is what the hook is for
        }
    }

    /** Writes the report of a folder and prints its table. */
    void report(RunFolder folder) throws IOException {
        Report report = Report.of(folder.results());
        report.write(folder.path());
        out.print(json ? report.json() : report.table());
        out.flush();
        if (!json) {
            out.println("Report: "
                    + folder.path().resolve("index.html").toAbsolutePath().normalize());
            out.flush();
        }
    }

    private void tell(String line) {
        err.println(line);
        err.flush();
    }
}
