package dev.attune.lab.reproduce;

import dev.attune.lab.report.Sheet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the reproduction of one table or figure has come to.
 *
 * @param reproduction of what
 * @param title of the whole, which says so if the data were not the paper's
 * @param remarks what else to know, such as what was left out
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

    Findings withRemarks(List<String> more) {
        List<String> all = new ArrayList<>(remarks);
        all.addAll(more);
        return new Findings(reproduction, title, List.copyOf(all), sheets, rows, figures);
    }

    /** All tables for a terminal. */
    public String toText() {
        StringBuilder text = new StringBuilder(title).append("\n\n");
        sheets.forEach(sheet -> text.append(sheet.toText()).append('\n'));
        remarks.forEach(remark -> text.append(remark).append('\n'));
        return text.toString();
    }

    /** The comparison, one JSON object a line. */
    public String toJson() {
        return ComparisonFile.json(this);
    }
}
