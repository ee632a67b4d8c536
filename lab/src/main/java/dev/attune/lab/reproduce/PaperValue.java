package dev.attune.lab.reproduce;

import dev.attune.lab.data.Content;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A number that the paper prints.
 *
 * @param labels what it is about, as our specs call the same thing
 * @param quantity what the number is, such as {@code regret}
 * @param value the number
 * @param source the table or figure, or the sentence that states it
 */
public record PaperValue(Labels labels, String quantity, double value, String source) {
    private static final List<String> COLUMNS =
            List.of("environment", "policy", "tuner", "quantity", "value", "source");

    /** Reads the numbers of a file {@code paper.csv}. */
    static List<PaperValue> read(Content file) throws IOException {
        Table table = Table.read(file, "comma", true);
        if (!table.names().equals(COLUMNS)) {
            throw new IOException(file.name() + ": the columns must be " + String.join(", ", COLUMNS));
        }
        List<PaperValue> values = new ArrayList<>();
        for (int row = 0; row < table.rows(); row++) {
            Labels labels = new Labels(table.cell(row, 0), table.cell(row, 1), table.cell(row, 2));
            values.add(new PaperValue(labels, table.cell(row, 3), table.number(row, 4), table.cell(row, 5)));
        }
        return List.copyOf(values);
    }

    /**
     * Returns whether a result of ours is to be compared with this number: the same labels, where {@code -released} after the name of
     * a policy or tuner counts as the same. It is the same thing as the authors' code does it.
     */
    boolean isAbout(Labels ours) {
        return ours.asWritten().equals(labels);
    }

    /** Returns the number of a quantity that is about a result of ours. */
    static Optional<PaperValue> find(List<PaperValue> paper, Labels ours, String quantity) {
        return paper.stream()
                .filter(value -> value.quantity.equals(quantity) && value.isAbout(ours))
                .findFirst();
    }
}
