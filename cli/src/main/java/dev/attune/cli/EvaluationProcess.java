package dev.attune.cli;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.attune.server.http.Evaluations;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * {@code attune evaluate} on the journal of a service that runs, in a process of its own: it cannot take the memory of the service, has a low priority,
 * and ends after a time limit.
 */
final class EvaluationProcess implements Evaluations.Evaluator {
    private static final Path NICE = Path.of("/usr/bin/nice");
    private static final String LOW_PRIORITY = "19";

    private final Path data;
    private final String heap;
    private final Duration limit;

    /**
     * Creates one for a data folder.
     *
     * @param heap most memory for objects, as for -Xmx
     * @param limit after which it is ended
     */
    EvaluationProcess(Path data, String heap, Duration limit) {
        this.data = data;
        this.heap = heap;
        this.limit = limit;
    }

    @Override
    public Evaluations.Result evaluate(String bandit, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("attune-evaluation");
        try {
            return evaluate(bandit, folder, progress);
        } finally {
            Subcommand.delete(folder);
        }
    }

    private Evaluations.Result evaluate(String bandit, Path folder, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path text = folder.resolve("text");
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command(bandit, out))
                .redirectOutput(text.toFile())
                .start();
        List<String> lines = new ArrayList<>();
        Thread errors = new Thread(() -> read(process, lines, progress), "attune-evaluation-errors");
        errors.setDaemon(true);
        errors.start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("it took longer than " + ProgressBar.time(limit.toSeconds())
                        + "; run 'attune evaluate' on a copy of the data folder");
            }
        } finally {
            process.destroyForcibly().waitFor();
            errors.join();
        }
        if (process.exitValue() != 0) {
            String reason = String.join(" ", lines).replace(data.toString(), "DATA");
            throw new IOException(reason.isEmpty() ? "it ended with code " + process.exitValue() : reason);
        }
        List<List<String>> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(out.resolve("verdict.csv"))) {
            csv.forEach(row -> rows.add(row.getFields()));
        }
        return new Evaluations.Result(
                Files.readString(out.resolve("verdict.txt")).strip(),
                rows.get(0),
                rows.subList(1, rows.size()),
                Files.readString(text).replace(out.toAbsolutePath().normalize().toString(), "out"));
    }

    private List<String> command(String bandit, Path out) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(NICE)) {
            command.addAll(List.of(NICE.toString(), "-n", LOW_PRIORITY));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AttuneCommand.class.getName()));
        command.addAll(List.of("evaluate", data.toString(), "--format", "journal", "--bandit", bandit));
        command.addAll(List.of("--out", out.toString()));
        return command;
    }

    /** Reads progress and errors; keeps the last lines, for the message of a failure. */
    private static void read(Process process, List<String> lines, Consumer<String> progress) {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.matches("\\d+ %.*")) {
                    progress.accept(line);
                } else if (!line.isBlank()) {
                    lines.add(line.strip());
                }
                if (lines.size() > 5) {
                    lines.remove(0);
                }
            }
        } catch (IOException e) {
            progress.accept(""); // the process has ended
        }
    }
}
