package dev.attune.lab.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A rectangular table of text. Blanks around a cell are ignored.
 *
 * @param file the file it was read from
 * @param names the names of the columns; their numbers from 1 if there is no header
 * @param cells the rows, without the header
 * @param lines the line number of each row
 * @param notes what was noticed while the table was read, in clauses; empty if nothing was
 */
public record Table(Content file, List<String> names, List<List<String>> cells, List<Long> lines, List<String> notes) {
    private static final Set<String> MISSING = Set.of("", "?", "na", "nan");

    /**
     * Reads a table; empty lines are skipped.
     *
     * @param delimiter comma, semicolon, tab, space (any number of blanks or tabs), or the character itself
     * @param header whether the first row names the columns; they are called 1, 2, ... otherwise
     * @throws IOException if a row has more or fewer cells than the first, or the first row is to name the columns and looks like data; the message
     *     names file and line
     */
    public static Table read(Content file, String delimiter, boolean header) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        char separator = separator(delimiter);
        try (Reader text = separator == ' ' ? singleBlanks(file) : file.reader();
                CsvReader<CsvRecord> csv = CsvReader.builder()
                        .fieldSeparator(separator)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .ofCsvRecord(text)) {
            for (CsvRecord row : csv) {
                List<String> cells = row.getFields().stream().map(String::strip).toList();
                if (!rows.isEmpty() && cells.size() != rows.get(0).size()) {
                    throw file.error(
                            row.getStartingLineNumber(),
                            cells.size() + " columns, but line " + lines.get(0) + " has "
                                    + rows.get(0).size());
                }
                rows.add(cells);
                lines.add(row.getStartingLineNumber());
            }
        } catch (CsvParseException | UncheckedIOException e) {
            throw new IOException(file.name() + ": " + e.getMessage(), e);
        }
        if (rows.size() <= (header ? 1 : 0)) {
            throw new IOException(file.name() + " has no rows");
        }
        if (header) {
            List<String> names = rows.remove(0);
            requireHeader(file, lines.remove(0), names, rows);
            List<String> notes = new ArrayList<>(file.notes());
            names.stream()
                    .distinct()
                    .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                    .forEach(name -> notes.add("the columns " + (1 + names.indexOf(name)) + " and "
                            + (1 + names.lastIndexOf(name)) + " are both called '" + name + "'"));
            return new Table(file, names, rows, lines, notes);
        }
        List<String> names = IntStream.rangeClosed(1, rows.get(0).size())
                .mapToObj(Integer::toString)
                .toList();
        return new Table(file, names, rows, lines, file.notes());
    }

    /** Rejects a first row that is no header: each of its cells is a number, or a value of its column. */
    private static void requireHeader(Content file, long line, List<String> names, List<List<String>> rows)
            throws IOException {
        for (int column = 0; column < names.size(); column++) {
            String name = names.get(column);
            int place = column;
            if (Double.isNaN(numberIn(name))
                    && rows.stream().noneMatch(row -> row.get(place).equals(name))) {
                return;
            }
        }
        throw file.error(
                line,
                "every cell of the first row is a number or a value of its column, so the file seems to have"
                        + " no header; set 'header: no'");
    }

    /** Returns the rows that are wanted, by their number from 0. */
    public Table where(IntPredicate wanted) {
        List<List<String>> kept = new ArrayList<>();
        List<Long> keptLines = new ArrayList<>();
        for (int row = 0; row < rows(); row++) {
            if (wanted.test(row)) {
                kept.add(cells.get(row));
                keptLines.add(lines.get(row));
            }
        }
        return new Table(file, names, kept, keptLines, notes);
    }

    private static char separator(String delimiter) {
        return switch (delimiter) {
            case "comma" -> ',';
            case "semicolon" -> ';';
            case "tab" -> '\t';
            case "space" -> ' ';
            default -> {
                if (delimiter.length() != 1 || delimiter.equals("\"")) {
                    throw new IllegalArgumentException("delimiter = " + delimiter
                            + " must be comma, semicolon, tab, space, or one character other than the quote");
                }
                yield delimiter.charAt(0);
            }
        };
    }

    private static Reader singleBlanks(Content file) throws IOException {
        try (BufferedReader reader = file.reader()) {
            return new StringReader(reader.lines()
                    .map(line -> line.strip().replaceAll("[ \t]+", " "))
                    .collect(Collectors.joining("\n")));
        }
    }

    /** Returns the number of rows, without the header. */
    public int rows() {
        return cells.size();
    }

    /** Returns the number of columns. */
    public int columns() {
        return names.size();
    }

    /** Returns the name of a column; its number from 1 if there is no header. */
    public String name(int column) {
        return names.get(column);
    }

    /** Returns a cell, without blanks around it. */
    public String cell(int row, int column) {
        return cells.get(row).get(column);
    }

    /** Returns the cells of a column. */
    public List<String> values(int column) {
        return cells.stream().map(row -> row.get(column)).toList();
    }

    /** Returns the column of this name, or with this number from 1, or {@code first} or {@code last}. */
    public int column(String wanted) {
        int named = names.indexOf(wanted);
        if (named >= 0) {
            if (named != names.lastIndexOf(wanted)) {
                throw new IllegalArgumentException(file.name() + ": the columns " + (1 + named) + " and "
                        + (1 + names.lastIndexOf(wanted)) + " are both called " + wanted + "; rename one of them");
            }
            return named;
        }
        if (wanted.equals("first") || wanted.equals("last")) {
            return wanted.equals("first") ? 0 : columns() - 1;
        }
        try {
            int number = Integer.parseInt(wanted);
            if (number >= 1 && number <= columns()) {
                return number - 1;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(file.name() + " has no column " + wanted + "; name one of "
                + String.join(", ", names.subList(0, Math.min(20, columns()))) + (columns() > 20 ? ", ..." : "")
                + ", or give a number from 1 to " + columns());
    }

    /** Returns a cell as a number. */
    public double number(int row, int column) throws IOException {
        double value = Table.numberIn(cell(row, column));
        if (Double.isNaN(value)) {
            throw error(row, column, "'" + cell(row, column) + "' is not a number");
        }
        return value;
    }

    /** Creates an error in a cell. */
    public IOException error(int row, int column, String what) {
        return file.error(lines.get(row), "column " + name(column) + ": " + what);
    }

    /** Returns whether a cell marks a missing value. */
    public static boolean isMissing(String cell) {
        return cell.length() <= 3 && MISSING.contains(cell.toLowerCase(Locale.ROOT));
    }

    /** Returns the number in a cell, or NaN. Java literals such as 1d or 0x1p3 are not numbers. */
    public static double numberIn(String cell) {
        if (cell.isEmpty() || !endsLikeNumber(cell.charAt(cell.length() - 1)) || cell.indexOf('x') >= 0) {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(cell);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static boolean endsLikeNumber(char last) {
        return (last >= '0' && last <= '9') || last == '.';
    }
}
