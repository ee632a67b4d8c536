package dev.attune.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run: {@code run.json}, what was planned, and {@code results.jsonl}, what is finished of it. Results of
 * another plan may be in the file too; they are kept, and not shown.
 */
public final class RunFolder {
    private static final ObjectMapper JSON = new ObjectMapper();

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

    Path resultsFile() {
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
     * Writes the plan.
     *
     * @param outOfTime whether there would have been another wave
     */
    void write(Plan plan, Waves waves, boolean outOfTime) throws IOException {
        ObjectNode run = JSON.createObjectNode()
                .put("title", plan.spec().title())
                .put("spec", plan.hash())
                .put("version", plan.version())
                .put("seed", plan.spec().seed())
                .put("repetitions", plan.spec().repetitions());
        ArrayNode notes = run.putArray("notes");
        if (outOfTime) {
            notes.add("The limit of time was reached before all standard errors were small enough.");
        }
        waves.notes().forEach(notes::add);
        ArrayNode combinations = run.putArray("combinations");
        for (Combination combination : plan.combinations()) {
            combinations
                    .addObject()
                    .put("environment", combination.choice().label())
                    .put("policy", combination.contestant().policy())
                    .put("tuner", combination.contestant().tuner())
                    .put("role", combination.contestant().role().name())
                    .put("rounds", combination.rounds())
                    .put("repetitions", waves.repetitions(combination))
                    .put("cell", combination.cell());
        }
        Path next = folder.resolve("run.json.new");
        Files.writeString(next, run.toPrettyString() + "\n");
        Files.move(next, folder.resolve("run.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns what was planned, and what is finished of it, in the order of the plan. */
    public Results results() throws IOException {
        Path file = folder.resolve("run.json");
        JsonNode run = JSON.readTree(Files.readString(file));
        int repetitions = run.path("repetitions").asInt();
        Map<String, CellResult> finished = ResultsFile.read(resultsFile());
        List<CellResult> results = new ArrayList<>();
        int planned = 0;
        for (JsonNode combination : run.path("combinations")) {
            int here = combination.path("repetitions").asInt(repetitions);
            for (int repetition = 1; repetition <= here; repetition++) {
                planned++;
                CellResult result =
                        finished.get(Cell.key(combination.path("cell").asText(), repetition));
                if (result != null) {
                    results.add(result.labelled(
                            combination.path("environment").asText(),
                            combination.path("policy").asText(),
                            combination.path("tuner").asText(),
                            Role.valueOf(combination.path("role").asText())));
                }
            }
        }
        List<String> notes = new ArrayList<>();
        run.path("notes").forEach(note -> notes.add(note.asText()));
        return new Results(
                run.path("title").asText(),
                run.path("version").asText(),
                run.path("seed").asLong(),
                repetitions,
                planned,
                results,
                notes);
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
