package dev.attune.lab.data;

import java.io.IOException;
import java.util.List;

/**
 * Reads what it costs to take one class for another, and turns it into rewards.
 *
 * <pre>
 *   right,e,p      the first row names the arms, in any order
 *   e,0,1          a row for each right class: its name, then the cost of each arm
 *   p,10,0
 * </pre>
 *
 * <p>reward = (highest cost - cost) / (highest cost - lowest cost), over the whole matrix.
 */
public final class CostMatrix {
    private CostMatrix() {}

    /**
     * Rewards in [0, 1] of a table with a column for each arm, {@code [row][arm]}; NaN where the cell is empty or another mark of a missing value.
     *
     * @param costs whether the cells are costs: (highest - cost) / (highest - lowest), else (reward - lowest) / (highest - lowest)
     */
    public static double[][] rewards(Table table, List<Integer> columns, boolean costs) throws IOException {
        double[][] rewards = new double[table.rows()][columns.size()];
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (int row = 0; row < rewards.length; row++) {
            for (int arm = 0; arm < columns.size(); arm++) {
                boolean missing = Table.isMissing(table.cell(row, columns.get(arm)));
                double value = missing ? Double.NaN : table.number(row, columns.get(arm));
                rewards[row][arm] = value;
                lowest = missing ? lowest : Math.min(lowest, value);
                highest = missing ? highest : Math.max(highest, value);
            }
        }
        if (!(lowest < highest)) {
            throw new IOException(table.file().name() + ": all rewards are the same, so nothing can be learnt");
        }
        for (double[] row : rewards) {
            for (int arm = 0; arm < row.length; arm++) {
                row[arm] = (costs ? highest - row[arm] : row[arm] - lowest) / (highest - lowest);
            }
        }
        return rewards;
    }

    /** Rewards in [0, 1], {@code [right class][arm]}, both in the order of these classes. */
    public static double[][] rewards(Content file, List<String> classes) throws IOException {
        Table table = Table.read(file, "comma", true);
        int k = classes.size();
        if (table.columns() != k + 1 || table.rows() != k) {
            throw new IOException(file.name() + " has costs for " + table.rows() + " classes and "
                    + (table.columns() - 1) + " arms, but the data have " + k + " classes: "
                    + String.join(", ", classes));
        }
        int[] column = columns(table, classes);
        double[][] cost = new double[k][];
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (int row = 0; row < k; row++) {
            int right = classes.indexOf(table.cell(row, 0));
            if (right < 0 || cost[right] != null) {
                throw table.error(
                        row,
                        0,
                        "'" + table.cell(row, 0) + "' is not a class of the data, or is there twice; the classes are "
                                + String.join(", ", classes));
            }
            cost[right] = new double[k];
            for (int arm = 0; arm < k; arm++) {
                double value = table.number(row, column[arm]);
                cost[right][arm] = value;
                lowest = Math.min(lowest, value);
                highest = Math.max(highest, value);
            }
        }
        if (lowest == highest) {
            throw new IOException(file.name() + ": all costs are " + lowest + ", so nothing can be learnt");
        }
        for (double[] row : cost) {
            for (int arm = 0; arm < k; arm++) {
                row[arm] = (highest - row[arm]) / (highest - lowest);
            }
        }
        return cost;
    }

    /** Returns the column of each class's costs; by name only, because classes often have numbers as names. */
    private static int[] columns(Table table, List<String> classes) throws IOException {
        int[] column = new int[classes.size()];
        for (int arm = 0; arm < column.length; arm++) {
            column[arm] = table.names().subList(1, table.columns()).indexOf(classes.get(arm)) + 1;
            if (column[arm] == 0) {
                throw new IOException(table.file().name() + " has no column for the class " + classes.get(arm)
                        + "; its first row must name the arms");
            }
        }
        return column;
    }
}
