package dev.attune.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table that is ready to be read: text already, for the terminal, for Markdown and for a page.
 *
 * @param title above it
 * @param note below it, such as what a column means; may be empty
 * @param columns their headings; the first may be empty
 * @param rows what the columns say, in order; a row of one text alone is a heading over the rows below it
 */
public record Sheet(String title, String note, List<String> columns, List<List<String>> rows) {
    private static final int WIDTH = 100; // of sentences
    private static final int ANY_WIDTH = 1000; // of rows, which must not be cut

    /** A sentence in lines of the same width as the notes of tables. */
    public static String wrapped(String sentence) {
        return String.join("\n", TextColumns.wrapped(sentence, "", WIDTH));
    }

    /** Lined up for a terminal; every line ends with a line feed. */
    public String toText() {
        TextColumns table = new TextColumns(ANY_WIDTH);
        table.add(columns);
        boolean grouped = rows.stream().anyMatch(Sheet::isHeading);
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>(row);
            if (grouped && !isHeading(row)) {
                cells.set(0, "  " + row.get(0));
            }
            table.add(cells);
        }
        List<String> lines = new ArrayList<>(TextColumns.wrapped(title, "  ", WIDTH));
        lines.add("");
        lines.addAll(table.lines());
        if (!note.isEmpty()) {
            lines.add("");
            lines.addAll(TextColumns.wrapped(note, "", WIDTH));
        }
        return String.join("\n", lines) + "\n";
    }

    /** As a Markdown table with its title in bold above and the note below. */
    public String toMarkdown() {
        StringBuilder text = new StringBuilder("**" + title + "**\n\n");
        text.append(markdown(columns))
                .append("|---")
                .append("|---:".repeat(columns.size() - 1))
                .append("|\n");
        for (List<String> row : rows) {
            text.append(markdown(isHeading(row) ? heading(row.get(0)) : row));
        }
        return note.isEmpty() ? text.toString() : text + "\n" + note + "\n";
    }

    private List<String> heading(String text) {
        List<String> cells = new ArrayList<>(Collections.nCopies(columns.size(), ""));
        cells.set(0, "**" + text + "**");
        return cells;
    }

    private static String markdown(List<String> cells) {
        return "| "
                + String.join(
                        " | ",
                        cells.stream().map(cell -> cell.replace("|", "\\|")).toList()) + " |\n";
    }

    /** As an HTML table with a caption, and the note in a paragraph. */
    public String toHtml() {
        StringBuilder text = new StringBuilder("<table>\n<caption>" + escaped(title) + "</caption>\n<thead>");
        text.append(html("th scope=\"col\"", "th", columns)).append("</thead>\n<tbody>\n");
        for (List<String> row : rows) {
            text.append(
                    isHeading(row)
                            ? "<tr><th scope=\"rowgroup\" colspan=\"" + columns.size() + "\">" + escaped(row.get(0))
                                    + "</th></tr>\n"
                            : html("td", "td", row));
        }
        text.append("</tbody>\n</table>\n");
        return note.isEmpty() ? text.toString() : text + "<p>" + escaped(note) + "</p>\n";
    }

    private static String html(String open, String close, List<String> cells) {
        StringBuilder text = new StringBuilder("<tr>");
        for (String cell : cells) {
            text.append('<')
                    .append(open)
                    .append('>')
                    .append(escaped(cell))
                    .append("</")
                    .append(close)
                    .append('>');
        }
        return text.append("</tr>\n").toString();
    }

    /** Text as it may stand between tags. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static boolean isHeading(List<String> row) {
        return row.size() == 1;
    }
}
