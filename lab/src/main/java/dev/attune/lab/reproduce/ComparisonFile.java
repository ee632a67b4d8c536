package dev.attune.lab.reproduce;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import dev.attune.lab.report.Numbers;
import java.io.IOException;
import java.nio.file.Path;

/** The comparison number by number: comparison.csv, or JSON with the same names. */
final class ComparisonFile {
    private ComparisonFile() {}

    /** Writes comparison.csv into a folder; unknown numbers are empty. */
    static void write(Findings findings, Path folder) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().build(folder.resolve("comparison.csv"))) {
            csv.writeRecord(
                    "environment",
                    "policy",
                    "tuner",
                    "form",
                    "quantity",
                    "paper",
                    "ours",
                    "standard_error",
                    "repetitions",
                    "difference_in_standard_errors",
                    "source");
            for (Comparison row : findings.rows()) {
                csv.writeRecord(
                        row.labels().environment(),
                        row.labels().policy(),
                        row.labels().tuner(),
                        row.form(),
                        row.quantity(),
                        Numbers.plain(row.paper()),
                        Numbers.plain(row.ours()),
                        Numbers.plain(row.standardError()),
                        Integer.toString(row.repetitions()),
                        Numbers.plain(row.difference()),
                        row.source());
            }
        }
    }

    /** One object a line; unknown numbers are null. */
    static String json(Findings findings) {
        StringBuilder text = new StringBuilder();
        for (Comparison row : findings.rows()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("reproduction", findings.reproduction().name());
            node.put("title", findings.title());
            node.put("environment", row.labels().environment());
            node.put("policy", row.labels().policy());
            node.put("tuner", row.labels().tuner());
            node.put("form", row.form());
            node.put("quantity", row.quantity());
            put(node, "paper", row.paper());
            put(node, "ours", row.ours());
            put(node, "standardError", row.standardError());
            node.put("repetitions", row.repetitions());
            put(node, "differenceInStandardErrors", row.difference());
            node.put("source", row.source());
            text.append(node).append('\n');
        }
        return text.toString();
    }

    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
