package dev.attune.lab.reproduce;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.lab.report.CsvText;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of the reproduction of one table or figure.
 *
 * @param reproduction what was reproduced
 * @param title the title, which states if the data were not the paper's
 * @param remarks further remarks, such as what was left out
 * @param sheets tables to read, the comparison with the paper first
 * @param rows the comparison, number by number
 * @param figures SVG and PNG, if the paper has a figure
 */
public record Findings(
        Reproduction reproduction,
        String title,
        List<String> remarks,
        List<Sheet> sheets,
        List<Comparison> rows,
        List<Path> figures) {
    /** Returns findings under the title of the reproduction, without sheets that have no rows. */
    static Findings of(Reproduction reproduction, List<Sheet> sheets, List<Comparison> rows, List<Path> figures) {
        return new Findings(
                reproduction,
                reproduction.title(),
                List.of(),
                sheets.stream().filter(sheet -> !sheet.rows().isEmpty()).toList(),
                rows,
                figures);
    }

    Findings withRemarks(List<String> more) {
        List<String> all = new ArrayList<>(remarks);
        all.addAll(more);
        return new Findings(reproduction, title, List.copyOf(all), sheets, rows, figures);
    }

    Findings withTitle(String newTitle) {
        return new Findings(reproduction, newTitle, remarks, sheets, rows, figures);
    }

    /** Returns all tables for a terminal. */
    public String toText() {
        StringBuilder text = new StringBuilder(title).append("\n\n");
        sheets.forEach(sheet -> text.append(sheet.toText()).append('\n'));
        remarks.forEach(remark -> text.append(remark).append('\n'));
        return text.toString();
    }

    /** Returns the comparison, one JSON object a line; unknown numbers are null. */
    public String toJson() {
        StringBuilder text = new StringBuilder();
        for (Comparison row : rows) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("reproduction", reproduction.name());
            node.put("title", title);
            node.put("environment", row.labels().environment());
            node.put("policy", row.labels().policy());
            node.put("tuner", row.labels().tuner());
            node.put("form", row.form());
            node.put("quantity", row.quantity());
            node.put("paper", Numbers.known(row.paper()));
            node.put("ours", Numbers.known(row.ours()));
            node.put("standardError", Numbers.known(row.standardError()));
            node.put("repetitions", row.repetitions());
            node.put("differenceInStandardErrors", Numbers.known(row.difference()));
            node.put("source", row.source());
            text.append(node).append('\n');
        }
        return text.toString();
    }

    /** Writes the comparison into comparison.csv of a folder; unknown numbers are empty. */
    void writeCsv(Path folder) throws IOException {
        CsvText csv = new CsvText("environment,policy,tuner,form,quantity,paper,ours,standard_error,repetitions,"
                + "difference_in_standard_errors,source");
        for (Comparison row : rows) {
            csv.add(
                    row.labels().environment(),
                    row.labels().policy(),
                    row.labels().tuner(),
                    row.form(),
                    row.quantity(),
                    row.paper(),
                    row.ours(),
                    row.standardError(),
                    row.repetitions(),
                    row.difference(),
                    row.source());
        }
        Files.writeString(folder.resolve("comparison.csv"), csv.toString());
    }
}
