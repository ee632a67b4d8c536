package dev.attune.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A CSV file: lines end with a line feed, real numbers have six digits, unknown ones are empty. */
public final class CsvText {
    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a file with a header: names of columns, separated by commas. */
    public CsvText(String header) {
        rows.add(List.of(header.split(",")));
    }

    /**
     * Adds a row.
     *
     * @param cells strings and numbers; an {@link Interval} is two cells, and so are mean and deviation of a {@link SampleMean}
     */
    public void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            addTo(row, cell);
        }
        rows.add(row);
    }

    private static void addTo(List<String> row, Object cell) {
        if (cell instanceof Double number) {
            row.add(Numbers.plain(number));
        } else if (cell instanceof Interval interval) {
            addTo(row, interval.low());
            addTo(row, interval.high());
        } else if (cell instanceof SampleMean sample) {
            addTo(row, sample.mean());
            addTo(row, sample.sd());
        } else {
            row.add(cell.toString());
        }
    }

    /** Returns the text of the file. */
    @Override
    public String toString() {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            rows.forEach(csv::writeRecord);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string can always be written to
        }
        return text.toString();
    }
}
