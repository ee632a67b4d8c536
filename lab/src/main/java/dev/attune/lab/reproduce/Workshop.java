package dev.attune.lab.reproduce;

import dev.attune.lab.env.Environment;
import dev.attune.lab.report.Report;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Plan;
import dev.attune.lab.run.Progress;
import dev.attune.lab.run.RunFolder;
import dev.attune.lab.run.Runner;
import dev.attune.lab.run.ThreadPlayers;
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
 * Where reproductions are run: a folder with a folder for each of them, and in it one for each spec, as {@code attune run}
 * makes them. A cell that another one has already is not run again but copied. Environments whose data are not there are
 * left out.
 */
public final class Workshop {
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
     * @param fresh whether to forget what was run before
     * @param tell is told what is going on, a line at a time
     * @param progress makes a progress bar
     */
    public record Session(
            String version,
            @Nullable Integer threads,
            boolean fresh,
            Consumer<String> tell,
            Supplier<Progress> progress) {}

    /** A workshop in a folder, which is made if need be. */
    public Workshop(Path out, Session session) {
        this.out = out;
        this.session = session;
    }

    /** The folder of a reproduction. */
    public Path folder(Reproduction reproduction) {
        return out.resolve(reproduction.name());
    }

    void tell(String line) {
        session.tell.accept(line);
    }

    /** What could not be run since this was last asked, and why. */
    List<String> leftOut() {
        List<String> told = List.copyOf(leftOut);
        leftOut.clear();
        return told;
    }

    /** Runs all specs of a reproduction on all cores; all their results, in the order of the specs. */
    List<CellResult> play(Reproduction reproduction) throws IOException, InterruptedException {
        int threads = session.threads == null ? Runtime.getRuntime().availableProcessors() : session.threads;
        return play(reproduction, threads, true);
    }

    /** The same one cell at a time, and without results from elsewhere: their times were taken in another company. */
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
            tell(spec.title() + " (" + reproduction.name() + ")");
            Plan plan = Plan.using(
                    spec, session.version, choice -> environment(choice).orElseThrow());
            plan.leftOut().forEach(pair -> tell("left out: " + pair));
            RunFolder folder = RunFolder.create(folder(reproduction).resolve(each.getKey()));
            List<RunFolder> elsewhere = share ? elsewhere(folder) : List.of();
            int there = Runner.run(
                    plan,
                    folder,
                    elsewhere,
                    new ThreadPlayers(threads),
                    session.fresh,
                    () -> true,
                    session.progress.get());
            if (there > 0) {
                tell(there + " cells were there already");
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

    /** The folders of all other runs; those of this session alone if the rest is to be forgotten. */
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

    /** A spec without the environments whose data are not there. */
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

    /** Environments are made once for all specs: reading data takes a while. */
    private Optional<Environment> environment(EnvironmentChoice choice) {
        return environments.computeIfAbsent(choice.entry().name() + choice.given(), key -> {
            tell("preparing " + choice.label());
            try {
                return Optional.of(choice.entry().make(choice.given()));
            } catch (IOException e) {
                missing.put(choice.label(), String.valueOf(e.getMessage()));
                tell("left out: " + choice.label() + ": " + e.getMessage());
                return Optional.empty();
            }
        });
    }
}
