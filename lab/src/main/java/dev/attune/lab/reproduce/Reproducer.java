package dev.attune.lab.reproduce;

import dev.attune.lab.env.Environment;
import dev.attune.lab.report.Report;
import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Plan;
import dev.attune.lab.run.RunFolder;
import dev.attune.lab.run.Runner;
import dev.attune.lab.run.Runner.Progress;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs reproductions one after the other, in a folder with a folder for each of them, and in it one for each spec, as {@code attune run}
 * makes them. A cell that another one has already is not run again but copied. Environments whose data are missing are left out.
 */
public final class Reproducer {
    private final Path out;
    private final Session session;
    private final Map<String, Optional<Environment>> environments = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final Set<String> leftOut = new LinkedHashSet<>();
    private final List<RunFolder> played = new ArrayList<>();

    /**
     * How to run.
     *
     * @param version of Attune
     * @param threads cells at the same time; null to leave it to each reproduction
     * @param fresh whether to discard earlier results
     * @param log receives messages, a line at a time
     * @param progress makes a progress bar
     */
    public record Session(
            String version,
            @Nullable Integer threads,
            boolean fresh,
            Consumer<String> log,
            Supplier<Progress> progress) {}

    private Reproducer(Path out, Session session) {
        this.out = out;
        this.session = session;
    }

    /**
     * Runs reproductions. Writes into the folder of each a file comparison.csv, the report and the figure; for several, also an index
     * page and REPRODUCTION.md over all.
     *
     * @param reproductions what to run; those without a spec are left out
     * @param out folder for everything
     * @param session how to run
     * @param done receives the findings of each as soon as they are complete
     * @throws IOException if the data of everything were missing, or something cannot be written
     */
    public static List<Findings> run(
            List<Reproduction> reproductions, Path out, Session session, Consumer<Findings> done)
            throws IOException, InterruptedException {
        Reproducer reproducer = new Reproducer(out, session);
        List<Findings> all = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        for (Reproduction reproduction : reproductions) {
            if (reproduction.specs().isEmpty()) {
                continue;
            }
            reproducer.leftOut.clear();
            Findings findings = reproduction.entry().study().run(reproduction, reproducer);
            leftOut.addAll(reproducer.leftOut);
            if (!findings.rows().isEmpty()) {
                Findings complete = findings.withRemarks(List.copyOf(reproducer.leftOut));
                Files.writeString(reproducer.folder(reproduction).resolve("comparison.csv"), complete.toCsv());
                all.add(complete);
                done.accept(complete);
            }
        }
        if (all.isEmpty()) {
            throw new IOException("nothing could be run. " + String.join(" ", leftOut));
        }
        if (all.size() > 1) {
            ReproductionFiles.write(all, session.version(), out);
        }
        return all;
    }

    /** Returns the folder of a reproduction. */
    Path folder(Reproduction reproduction) {
        return out.resolve(reproduction.name());
    }

    void log(String line) {
        session.log.accept(line);
    }

    /** Runs all specs of a reproduction on all cores; returns all their results, in the order of the specs. */
    List<CellResult> play(Reproduction reproduction) throws IOException, InterruptedException {
        int threads = session.threads == null ? Runtime.getRuntime().availableProcessors() : session.threads;
        return play(reproduction, threads, true);
    }

    /** Runs one cell at a time, without results from elsewhere: their times were measured under another load. */
    List<CellResult> playAlone(Reproduction reproduction) throws IOException, InterruptedException {
        return play(reproduction, session.threads == null ? 1 : session.threads, false);
    }

    private List<CellResult> play(Reproduction reproduction, int threads, boolean share)
            throws IOException, InterruptedException {
        List<CellResult> results = new ArrayList<>();
        RunFolder.@Nullable Results last = null;
        int planned = 0;
        for (Map.Entry<String, Spec> each : reproduction.specs().entrySet()) {
            Spec spec = available(each.getValue());
            if (spec.environments().isEmpty()) {
                continue;
            }
            log(spec.title() + " (" + reproduction.name() + ")");
            Plan plan = Plan.using(
                    spec, session.version, choice -> environment(choice).orElseThrow());
            plan.leftOut().forEach(pair -> log("left out: " + pair));
            RunFolder folder = RunFolder.create(folder(reproduction).resolve(each.getKey()));
            List<RunFolder> elsewhere = share ? elsewhere(folder) : List.of();
            int there = Runner.run(
                    plan,
                    folder,
                    elsewhere,
                    CellPlayers.onThreads(threads),
                    session.fresh,
                    () -> true,
                    session.progress.get());
            if (there > 0) {
                log(there + " cells were there already");
            }
            played.add(folder);
            last = folder.results();
            planned += last.planned();
            results.addAll(last.finished());
        }
        if (last != null) {
            Report.of(new RunFolder.Results(
                            reproduction.title(),
                            last.version(),
                            last.seed(),
                            last.repetitions(),
                            planned,
                            results,
                            List.of()))
                    .writeWithoutFigures(folder(reproduction));
        }
        return results;
    }

    /** Returns the folders of all other runs; with fresh results, those of this session alone. */
    private List<RunFolder> elsewhere(RunFolder here) throws IOException {
        if (session.fresh) {
            return List.copyOf(played);
        }
        List<RunFolder> others = new ArrayList<>();
        try (Stream<Path> files = Files.find(out, 3, (file, about) -> file.endsWith("run.json"))) {
            for (Path file : files.sorted().toList()) {
                Path folder = file.resolveSibling("");
                if (!folder.equals(here.path())) {
                    others.add(RunFolder.open(folder));
                }
            }
        }
        return others;
    }

    /** Returns a spec without the environments whose data are missing. */
    private Spec available(Spec spec) {
        List<EnvironmentChoice> there = new ArrayList<>();
        for (EnvironmentChoice choice : spec.environments()) {
            if (environment(choice).isPresent()) {
                there.add(choice);
            } else {
                leftOut.add("Left out: " + choice.label() + ". " + missing.get(choice.label()));
            }
        }
        return spec.withEnvironments(there);
    }

    /** Makes environments once for all specs: reading data takes a while. */
    private Optional<Environment> environment(EnvironmentChoice choice) {
        return environments.computeIfAbsent(choice.entry().name() + choice.given(), key -> {
            log("preparing " + choice.label());
            try {
                return Optional.of(choice.entry().make(choice.given()));
            } catch (IOException e) {
                missing.put(choice.label(), String.valueOf(e.getMessage()));
                log("left out: " + choice.label() + ": " + e.getMessage());
                return Optional.empty();
            }
        });
    }
}
