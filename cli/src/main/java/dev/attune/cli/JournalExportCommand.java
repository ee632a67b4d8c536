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

/** {@code attune journal export}: events for other programs. */
@Command(
        name = "export",
        description = "Writes events as JSON lines or as CSV, one event a row.",
        mixinStandardHelpOptions = true)
final class JournalExportCommand implements Callable<Integer> {
    /** What to write. */
    enum Format {
        JSONL,
        CSV
    }

    @Mixin
    private JournalSelection selection;

    @Option(names = "--format", paramLabel = "jsonl|csv", description = "The form (${DEFAULT-VALUE}).")
    private Format format = Format.JSONL;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to; else to standard output.")
    private @Nullable Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path target = file;
        if (target == null) {
            write(spec.commandLine().getOut());
        } else {
            // Under another name until it is whole: a damaged journal must not leave half an export that looks whole.
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
