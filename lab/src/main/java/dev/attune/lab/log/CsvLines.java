package dev.attune.lab.log;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.util.List;

/**
 * Joins lines to rows: a row continues in the next line if a quote is open. The first row is the header. Lines are parsed one by one, so that a
 * stray quote does not consume the rest of the file.
 */
final class CsvLines implements LineParser {
    /** Receives rows, the header first, without blanks around cells. */
    interface Rows {
        /**
         * Receives the names of the columns.
         *
         * @throws IOException if the table cannot be used
         */
        void header(List<String> names, EventSink sink) throws IOException;

        /** Receives the cells of a row, which may be more or fewer than the names. */
        void row(List<String> cells, EventSink sink) throws LineParser.MalformedLineException, IOException;
    }

    private static final int MOST_LINES = 100;
    private static final String OPEN_QUOTE = "row with a quote that is not closed";

    private final char delimiter;
    private final Rows rows;
    private final CsvReader.CsvReaderBuilder splitter;
    private final StringBuilder open = new StringBuilder();
    private int openLines;
    private boolean headed;

    CsvLines(char delimiter, Rows rows) {
        this.delimiter = delimiter;
        this.rows = rows;
        splitter = CsvReader.builder().fieldSeparator(delimiter);
    }

    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException, IOException {
        String row = openLines == 0 ? line : open.append('\n').append(line).toString();
        if (quoteOpen(row)) {
            if (openLines == 0) {
                open.append(line);
            }
            if (++openLines == MOST_LINES) {
                forget();
                throw new MalformedLineException(OPEN_QUOTE);
            }
            return;
        }
        forget();
        List<String> cells = split(row);
        if (headed) {
            rows.row(cells, sink);
        } else {
            headed = true;
            rows.header(cells, sink);
        }
    }

    @Override
    public void finish(EventSink sink) throws MalformedLineException {
        if (openLines > 0) {
            throw new MalformedLineException(OPEN_QUOTE);
        }
    }

    private void forget() {
        open.setLength(0);
        openLines = 0;
    }

    private List<String> split(String row) throws MalformedLineException {
        try {
            return splitter.ofSingleCsvRecord(row).getFields().stream()
                    .map(String::strip)
                    .toList();
        } catch (CsvParseException e) {
            throw new MalformedLineException("not a row of a table");
        }
    }

    /** Returns whether a quote that began a cell is still open at the end. */
    private boolean quoteOpen(String row) {
        if (row.indexOf('"') < 0) {
            return false;
        }
        boolean quoted = false;
        boolean beginning = true;
        for (int i = 0; i < row.length(); i++) {
            char c = row.charAt(i);
            if (quoted) {
                quoted = c != '"'; // of two quotes in a row the second opens again
                beginning = !quoted;
            } else if (c == '"' && beginning) {
                quoted = true;
            } else {
                beginning = c == delimiter;
            }
        }
        return quoted;
    }
}
