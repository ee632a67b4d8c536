package dev.attune.lab.data;

import java.io.IOException;

/** Reads vectors as pandas writes them: a header, the row's number in the first column, then a feature a column. */
public final class FactorFile {
    private FactorFile() {}

    /** The vectors, feature-major: {@code [feature][row]}. */
    public static double[][] read(Content file) throws IOException {
        Table table = Table.read(file, "comma", true);
        int first = table.name(0).isEmpty() ? 1 : 0; // the column of row numbers has no name
        if (table.columns() == first) {
            throw new IOException(file.name() + " has no columns of features");
        }
        double[][] features = new double[table.columns() - first][table.rows()];
        for (int row = 0; row < table.rows(); row++) {
            for (int i = 0; i < features.length; i++) {
                features[i][row] = table.number(row, i + first);
            }
        }
        return features;
    }
}
