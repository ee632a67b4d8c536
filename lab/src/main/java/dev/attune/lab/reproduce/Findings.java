package dev.attune.lab.reproduce;

import dev.attune.lab.report.CsvText;
import dev.attune.lab.report.JsonText;
import dev.attune.lab.report.Sheet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The results of the reproduction of one table or figure.
 *
 * @param reproduction what was reproduced
 * @param title the title, which states if the data were not the paper's
 * @param remarks further remarks, such as what was left out
 * @param sheets tables to read, the comparison with the paper first
 * @param rows the comparison, number by number
 * @param figures SVG, PNG and PDF, if the paper has a figure
 */
public record Findings(
        Reproduction reproduction,
        String title,
        List<String> remarks,
        List<Sheet> sheets,
        List<Comparison> rows,
        List<Path> figures) {
    private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

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
        List<String> all = Stream.concat(remarks.stream(), more.stream()).toList();
        return new Findings(reproduction, title, all, sheets, rows, figures);
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
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("reproduction", reproduction.name());
            fields.put("title", title);
            row.fields().forEach((name, value) -> fields.put(camelCase(name), value));
            text.append(JsonText.of(fields)).append('\n');
        }
        return text.toString();
    }

    private static String camelCase(String name) {
        return UNDERSCORE.matcher(name).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    /** Returns the comparison as CSV; unknown numbers are empty. */
    String toCsv() {
        CsvText csv = new CsvText(String.join(",", rows.get(0).fields().keySet()));
        rows.forEach(row -> csv.add(row.fields().values().toArray()));
        return csv.toString();
    }
}
