package dev.attune.lab.run;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run: {@code run.json}, what was planned, and {@code results.jsonl}, what is finished of it. Results of
 * another plan may be in the file too; they are kept, and not shown.
 */
public final class RunFolder {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Opens a folder for a run; creates it if it does not exist. */
    public static RunFolder create(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException(folder + " is a file; results need a folder");
        }
        Files.createDirectories(folder);
        return new RunFolder(folder);
    }

    /** Opens the folder of an earlier run. */
    public static RunFolder open(Path folder) throws IOException {
        if (!Files.isRegularFile(folder.resolve("run.json"))) {
            throw new NoSuchFileException(folder.resolve("run.json")
                    + "; a folder of results is made by 'attune run SPEC --out " + folder + "'");
        }
        return new RunFolder(folder);
    }

    /** Returns the path. */
    public Path path() {
        return folder;
    }

    private Path resultsFile() {
        return folder.resolve("results.jsonl");
    }

    /** Keeps other runs out of the folder until the lock's channel is closed. */
    FileLock lock() throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // held by this process: reported below
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another run is writing to " + folder + "; wait for it, or choose another --out");
        }
        return lock;
    }

    /**
     * The content of run.json.
     *
     * @param spec hash of the plan
     * @param notes null in files of older versions
     */
    private record RunFile(
            String title,
            String spec,
            String version,
            long seed,
            int repetitions,
            @Nullable List<String> notes,
            List<Planned> combinations) {}

    /** A combination in run.json; files of older versions have the same number of repetitions for all, and do not repeat it. */
    private record Planned(
            String environment,
            String policy,
            String tuner,
            Role role,
            long rounds,
            @Nullable Integer repetitions,
            String cell) {}

    /**
     * Writes the plan.
     *
     * @param outOfTime whether there would have been another wave
     */
    void write(Plan plan, Waves waves, boolean outOfTime) throws IOException {
        List<String> notes = new ArrayList<>();
        if (outOfTime) {
            notes.add("The limit of time was reached before all standard errors were small enough.");
        }
        notes.addAll(waves.notes());
        RunFile run = new RunFile(
                plan.spec().title(),
                plan.hash(),
                plan.version(),
                plan.spec().seed(),
                plan.spec().repetitions(),
                notes,
                plan.combinations().stream()
                        .map(combination -> new Planned(
                                combination.choice().label(),
                                combination.policy(),
                                combination.contestant().tuner(),
                                combination.contestant().role(),
                                combination.rounds(),
                                waves.repetitions(combination.choice()),
                                combination.hash()))
                        .toList());
        Path next = folder.resolve("run.json.new");
        Files.writeString(next, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
        Files.move(next, folder.resolve("run.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes all results. */
    void discard() throws IOException {
        Files.deleteIfExists(resultsFile());
    }

    /** Returns all complete results by the key of their cell; a later line replaces an earlier one. */
    Map<String, CellResult> finished() throws IOException {
        Map<String, CellResult> results = new LinkedHashMap<>();
        Path file = resultsFile();
        if (!Files.exists(file)) {
            return results;
        }
        try (Stream<String> lines = Files.lines(file)) {
            int number = 0;
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                String line = each.next();
                number++;
                try {
                    CellResult result = CellResult.parse(line);
                    results.put(result.key(), result);
                } catch (IllegalArgumentException e) {
                    if (each.hasNext()) {
                        throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
                    } // else incomplete
                }
            }
        }
        return results;
    }

    /** Opens the results for appending, without the incomplete line that a run has left that was killed while writing. */
    OutputStream append() throws IOException {
        Path file = resultsFile();
        if (Files.exists(file)) {
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                long end = bytes.length();
                while (end > 0) {
                    bytes.seek(end - 1);
                    if (bytes.read() == '\n') {
                        break;
                    }
                    end--;
                }
                bytes.setLength(end);
            }
        }
        return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Returns what was planned, and what is finished of it, in the order of the plan. */
    public Results results() throws IOException {
        RunFile run = JSON.readValue(Files.readString(folder.resolve("run.json")), RunFile.class);
        Map<String, CellResult> finished = finished();
        List<CellResult> results = new ArrayList<>();
        int planned = 0;
        for (Planned each : run.combinations) {
            int repetitions = each.repetitions == null ? run.repetitions : each.repetitions;
            planned += repetitions;
            for (int repetition = 1; repetition <= repetitions; repetition++) {
                CellResult result = finished.get(CellResult.key(each.cell, repetition));
                if (result != null) {
                    results.add(result.labelled(each.environment, each.policy, each.tuner, each.role));
                }
            }
        }
        return new Results(
                run.title,
                run.version,
                run.seed,
                run.repetitions,
                planned,
                results,
                run.notes == null ? List.of() : run.notes);
    }

    /**
     * The content of a folder.
     *
     * @param title of the spec
     * @param version of Attune that ran it
     * @param seed of the spec
     * @param repetitions that were asked for
     * @param planned number of cells
     * @param finished the results that are there, in the order of the spec
     * @param notes where a spec says {@code until}: which environments ended with larger errors than asked for
     */
    public record Results(
            String title,
            String version,
            long seed,
            int repetitions,
            int planned,
            List<CellResult> finished,
            List<String> notes) {}
}
