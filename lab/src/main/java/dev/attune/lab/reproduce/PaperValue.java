package dev.attune.lab.reproduce;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A number that the paper prints, with the labels that our specs use for the same thing.
 *
 * @param environment label of the environment
 * @param policy label of the policy
 * @param tuner label of the tuner
 * @param quantity what the number is, such as {@code regret}
 * @param value the number
 * @param source the table or figure, or the sentence that states it
 */
public record PaperValue(
        String environment, String policy, String tuner, String quantity, double value, String source) {
    private static final String RELEASED = "-released";
    private static final List<String> COLUMNS =
            List.of("environment", "policy", "tuner", "quantity", "value", "source");

    /** The numbers in a file {@code paper.csv}. */
    public static List<PaperValue> read(Path file) throws IOException {
        return read(file.toString(), Files.readString(file));
    }

    /** The numbers in a text; the name is for messages. */
    public static List<PaperValue> read(String file, String text) throws IOException {
        List<PaperValue> values = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(text)) {
            for (NamedCsvRecord row : csv) {
                values.add(of(file, row));
            }
        }
        return List.copyOf(values);
    }

    private static PaperValue of(String file, NamedCsvRecord row) throws IOException {
        String where = file + ", line " + row.getStartingLineNumber() + ": ";
        if (!row.getHeader().equals(COLUMNS)) {
            throw new IOException(where + "the columns must be " + String.join(", ", COLUMNS));
        }
        if (row.getFields().size() != COLUMNS.size()) {
            throw new IOException(where + "there are " + row.getFields().size() + " values, not " + COLUMNS.size());
        }
        try {
            return new PaperValue(
                    row.getField(0),
                    row.getField(1),
                    row.getField(2),
                    row.getField(3),
                    Double.parseDouble(row.getField(4)),
                    row.getField(5));
        } catch (NumberFormatException e) {
            throw new IOException(where + "'" + row.getField(4) + "' is not a number", e);
        }
    }

    /**
     * Whether a result of ours is to be compared with this number: the same labels, where {@code -released} after the name of
     * a policy or tuner counts as the same. It is the same thing as the authors' code does it.
     */
    public boolean isAbout(String ourEnvironment, String ourPolicy, String ourTuner) {
        return ourEnvironment.equals(environment)
                && plain(ourPolicy).equals(policy)
                && plain(ourTuner).equals(tuner);
    }

    private static String plain(String label) {
        return label.replace(RELEASED, "");
    }
}
