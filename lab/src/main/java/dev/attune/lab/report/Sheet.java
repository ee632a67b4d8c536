package dev.attune.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table of text, for the terminal, for Markdown and for a page.
 *
 * @param title above the table
 * @param note below the table, such as the meaning of a column; may be empty
 * @param columns headings; the first may be empty
 * @param rows cells; a row of one cell is a heading over the rows below it
 */
public record Sheet(String title, String note, List<String> columns, List<List<String>> rows) {
    private static final int WIDTH = 100;
    private static final int ANY_WIDTH = 1000; // of rows that must not be cut
    private static final String GAP = "  ";
    private static final String CUT = "...";

    /** Returns a sentence in lines of the same width as the notes of tables. */
    public static String wrapped(String sentence) {
        return String.join("\n", wrapped(sentence, ""));
    }

    /** Breaks a sentence between words; the lines after the first are indented. */
    static List<String> wrapped(String sentence, String indent) {
        return wrapped(sentence, "", indent, WIDTH);
    }

    /**
     * Breaks a text between words. A word that is longer than a line stays whole.
     *
     * @param first beginning of the first line
     * @param rest beginning of every further line
     */
    public static List<String> wrapped(String text, String first, String rest, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : text.strip().split("\\s+", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(rest);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Aligns rows, the first column to the left, all others to the right; the first column is cut to keep to 100 characters. */
    static List<String> aligned(List<List<String>> rows) {
        return aligned(rows, WIDTH);
    }

    private static List<String> aligned(List<List<String>> rows, int width) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < row.size(); c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        int others = 0;
        for (int c = 1; c < columns; c++) {
            others += GAP.length() + widths[c];
        }
        widths[0] = Math.min(widths[0], Math.max(CUT.length() + 1, width - others));
        return rows.stream().map(row -> aligned(row, widths)).toList();
    }

    private static String aligned(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        String first = row.get(0);
        line.append(first.length() <= widths[0] ? first : first.substring(0, widths[0] - CUT.length()) + CUT);
        line.append(" ".repeat(widths[0] - line.length()));
        for (int c = 1; c < row.size(); c++) {
            line.append(GAP).append(" ".repeat(widths[c] - row.get(c).length())).append(row.get(c));
        }
        return line.toString().stripTrailing();
    }

    /** Returns the table for a terminal; every line ends with a line feed. */
    public String toText() {
        List<List<String>> table = new ArrayList<>(List.of(columns));
        boolean grouped = rows.stream().anyMatch(Sheet::isHeading);
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>(row);
            if (grouped && !isHeading(row)) {
                cells.set(0, "  " + row.get(0));
            }
            table.add(cells);
        }
        List<String> lines = new ArrayList<>(wrapped(title, "  "));
        lines.add("");
        lines.addAll(aligned(table, ANY_WIDTH));
        if (!note.isEmpty()) {
            lines.add("");
            lines.addAll(wrapped(note, ""));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Returns a Markdown table with its title in bold above and the note below. */
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

    /** Returns an HTML table with a caption, and the note in a paragraph. */
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

    /** Escapes text for HTML. */
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
