package dev.attune.cli;

import dev.attune.journal.ClockRepair;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.RepairPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune journal repair}: recovers a damaged journal. */
@Command(
        name = "repair",
        description = {
            "Shows what can be recovered of a damaged journal and what would be lost, asks for confirmation, and repairs"
                    + " it.",
            "",
            "No file is deleted: files that are not kept are renamed to *.damaged. The service must be stopped."
        },
        mixinStandardHelpOptions = true)
final class JournalRepairCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
    private Path folder;

    @Option(
            names = "--clock",
            description =
                    "Correct the dates of events that are after the present, because the clock was ahead. The next"
                            + " start replays the whole journal.")
    private boolean clock;

    @Option(names = "--yes", description = "Repair without confirmation.")
    private boolean yes;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        JournalFolder data = JournalFolder.existing(folder);
        PrintWriter out = spec.commandLine().getOut();
        try (FolderLock lock = FolderLock.acquire(data.root())) {
            if (clock) {
                return repairClock(lock, out);
            }
            Optional<RepairPlan> plan = RepairPlan.of(data);
            if (plan.isEmpty()) {
                out.println("nothing to repair: the journal is sound (a torn tail is cut when the service starts)");
                out.flush();
                return 0;
            }
            show(plan.get(), out);
            if (!yes && !agreed(out)) {
                out.println("nothing was changed");
                out.flush();
                return 1;
            }
            plan.get().carryOut(lock, JournalOptions.DEFAULT);
            out.println("done");
            out.flush();
            return 0;
        }
    }

    private int repairClock(FolderLock lock, PrintWriter out) throws IOException {
        long now = System.currentTimeMillis();
        ClockRepair found = ClockRepair.of(lock.folder(), now);
        if (found.events() == 0) {
            out.println("nothing to repair: no event is dated after " + Instant.ofEpochMilli(now));
            out.flush();
            return 0;
        }
        out.println("events dated after " + Instant.ofEpochMilli(now) + ": " + found.events() + ", from position "
                + found.first() + " on, up to " + Instant.ofEpochMilli(found.latest()));
        out.println("will date them as the last event before them, and rename the snapshots to *.wrong-clock;"
                + " the next start replays the whole journal");
        if (!yes && !agreed(out)) {
            out.println("nothing was changed");
            out.flush();
            return 1;
        }
        ClockRepair.carryOut(lock, now, JournalOptions.DEFAULT.disk());
        out.println("done");
        out.flush();
        return 0;
    }

    private static void show(RepairPlan plan, PrintWriter out) {
        out.println("damaged: " + plan.damage().getMessage());
        if (plan.keptTo() < plan.keptFrom()) {
            out.println("kept:    nothing; the journal will continue at position " + plan.keptFrom());
        } else {
            out.println("kept:    positions " + plan.keptFrom() + " to " + plan.keptTo());
        }
        out.println("lost:    " + plan.lost() + " complete events after the cut, and the unreadable part");
        if (plan.aside() > 0) {
            out.println("aside:   " + plan.aside() + " older events, covered by a sound snapshot: no state is lost");
        }
        plan.steps().forEach(step -> out.println("will " + step));
        out.flush();
    }

    private static boolean agreed(PrintWriter out) throws IOException {
        out.print("Repair? Type yes: ");
        out.flush();
        // Not closed: standard input belongs to the caller.
        return "yes".equals(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine());
    }
}
