package dev.attune.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Lines up rows of text: the first column to the left, all others to the right. */
final class TextColumns {
    private static final String GAP = "  ";
    private static final String CUT = "...";

    private final int width;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param width of the widest line; the first column is cut to keep to it
     */
    TextColumns(int width) {
        this.width = width;
    }

    void add(List<String> row) {
        rows.add(row);
    }

    /** The lines, without spaces at their ends. */
    List<String> lines() {
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
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        String first = row.get(0);
        line.append(first.length() <= widths[0] ? first : first.substring(0, widths[0] - CUT.length()) + CUT);
        line.append(" ".repeat(widths[0] - line.length()));
        for (int c = 1; c < row.size(); c++) {
            line.append(GAP).append(" ".repeat(widths[c] - row.get(c).length())).append(row.get(c));
        }
        return line.toString().stripTrailing();
    }

    /** Breaks a sentence between words; the lines after the first are indented. */
    static List<String> wrapped(String sentence, String indent, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : sentence.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append(word);
            } else {
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
