package dev.attune.flink.sweep;

import dev.attune.lab.run.Plan;
import dev.attune.lab.run.PlanRecipe;
import dev.attune.lab.run.RunFolder;
import dev.attune.lab.run.Runner;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sweep that is submitted with {@code flink run}. Results are written on the machine where the command runs, to a folder like those of
 * {@code attune run}.
 */
public final class SweepJob {
    private static final String USAGE = "sweep SPEC [--reps N] [--seed S] [--out DIR]";
    private static final Set<String> OPTIONS = Set.of("--reps", "--seed", "--out");

    private SweepJob() {}

    /** Runs the cells without results. */
    public static void run(List<String> arguments) throws IOException, InterruptedException {
        if (arguments.isEmpty() || arguments.get(0).startsWith("-")) {
            throw new IllegalArgumentException("the spec is missing: " + USAGE);
        }
        Path file = Path.of(arguments.get(0));
        Map<String, String> options = options(arguments.subList(1, arguments.size()));
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("no such file: " + file);
        }
        Spec spec = SpecReader.read(file);
        if (options.containsKey("--reps")) {
            int repetitions = Math.toIntExact(number("--reps", options));
            if (repetitions < 1) {
                throw new IllegalArgumentException("--reps = " + repetitions + " must be at least 1");
            }
            spec = spec.withRepetitions(repetitions);
        }
        if (options.containsKey("--seed")) {
            spec = spec.withSeed(number("--seed", options));
        }
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        RunFolder folder =
                RunFolder.create(options.containsKey("--out") ? Path.of(options.get("--out")) : Path.of("runs", name));
        String version = JobVersion.number();
        PrintStream out = System.out;
        Plan plan = Plan.of(spec, version, label -> out.println("preparing " + label));
        FlinkPlayers players = FlinkPlayers.submitted(PlanRecipe.of(file, spec, version));
        int there = Runner.run(
                plan,
                folder,
                players,
                false,
                (done, total, cells, allCells, last) -> out.println(cells + " of " + allCells + ": " + last));
        out.println((there > 0 ? there + " cells were there already. " : "") + "'attune report " + folder.path()
                + "' shows the results.");
    }

    private static Map<String, String> options(List<String> arguments) {
        Map<String, String> options = new HashMap<>();
        for (Iterator<String> each = arguments.iterator(); each.hasNext(); ) {
            String option = each.next();
            if (!OPTIONS.contains(option)) {
                throw new IllegalArgumentException("unknown argument '" + option + "': " + USAGE);
            }
            if (!each.hasNext()) {
                throw new IllegalArgumentException(option + " needs a value: " + USAGE);
            }
            options.put(option, each.next());
        }
        return options;
    }

    private static long number(String option, Map<String, String> options) {
        try {
            return Long.parseLong(options.getOrDefault(option, ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " = " + options.get(option) + " must be a whole number", e);
        }
    }
}
