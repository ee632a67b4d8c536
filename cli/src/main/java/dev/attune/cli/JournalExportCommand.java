package dev.attune.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.attune.live.json.EventJson;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune journal export}: writes events for other programs. */
@Command(
        name = "export",
        description = "Writes events as JSON lines or as CSV, one event per line.",
        mixinStandardHelpOptions = true)
final class JournalExportCommand implements Callable<Integer> {
    /** Format of the output. */
    enum Format {
        JSONL,
        CSV
    }

    @Mixin
    private JournalSelection selection;

    @Option(
            names = "--format",
            paramLabel = "jsonl|csv",
            description = "Format of the output (default: ${DEFAULT-VALUE}).")
    private Format format = Format.JSONL;

    @Option(names = "--out", paramLabel = "FILE", description = "Output file (default: standard output).")
    private @Nullable Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path target = file;
        if (target == null) {
            write(spec.commandLine().getOut());
        } else {
            // Renamed when complete: a damaged journal must not leave a partial export that looks complete.
            Path partial = target.resolveSibling(target.getFileName() + ".partial");
            try (BufferedWriter out = Files.newBufferedWriter(partial, StandardCharsets.UTF_8)) {
                write(out);
            }
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        }
        return 0;
    }

    private void write(Writer out) throws IOException {
        EventJson json = new EventJson();
        if (format == Format.JSONL) {
            selection.read(record -> out.append(json.line(record)).append('\n'));
        } else {
            CsvWriter csv = CsvWriter.builder().build(out); // closing it would close standard output
            csv.writeRecord(EventCsv.COLUMNS);
            EventCsv rows = new EventCsv(json);
            selection.read(record -> csv.writeRecord(rows.row(record)));
            csv.flush();
        }
        out.flush();
    }
}
