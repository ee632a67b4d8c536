package dev.attune.lab.data;

import java.io.IOException;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Reads the rewards or costs of arms, and scales them to rewards in [0, 1]: (cell - lowest) / (highest - lowest) for rewards, (highest - cell) / (highest -
 * lowest) for costs, over all cells.
 */
public final class RewardMatrix {
    private RewardMatrix() {}

    /** Returns rewards {@code [right class][arm]} of 1 for the right class and 0 for the others. */
    public static double[][] rightOrWrong(int classes) {
        double[][] rewards = new double[classes][classes];
        for (int arm = 0; arm < classes; arm++) {
            rewards[arm][arm] = 1;
        }
        return rewards;
    }

    /**
     * Reads rewards of a table with a column for each arm.
     *
     * @param costs whether the cells are costs
     * @return {@code [row][arm]}; NaN where the cell is empty or another mark of a missing value
     */
    public static double[][] rewards(Table table, List<Integer> columns, boolean costs) throws IOException {
        double[][] cells = new double[table.rows()][columns.size()];
        for (int row = 0; row < cells.length; row++) {
            for (int arm = 0; arm < columns.size(); arm++) {
                boolean missing = Table.isMissing(table.cell(row, columns.get(arm)));
                cells[row][arm] = missing ? Double.NaN : table.number(row, columns.get(arm));
            }
        }
        return scaled(cells, costs, table.file().name() + ": all rewards are the same, so nothing can be learnt");
    }

    /**
     * Reads what it costs to take one class for another.
     *
     * <pre>
     *   right,e,p      the first row names the arms, in any order
     *   e,0,1          a row for each right class: its name, then the cost of each arm
     *   p,10,0
     * </pre>
     *
     * @return {@code [right class][arm]}, both in the order of these classes
     */
    public static double[][] rewards(Content file, List<String> classes) throws IOException {
        Table table = Table.read(file, "comma", true);
        int k = classes.size();
        if (table.columns() != k + 1 || table.rows() != k) {
            throw new IOException(file.name() + " has costs for " + table.rows() + " classes and "
                    + (table.columns() - 1) + " arms, but the data have " + k + " classes: "
                    + String.join(", ", classes));
        }
        int[] column = columns(table, classes);
        double[][] costs = new double[k][];
        for (int row = 0; row < k; row++) {
            int right = classes.indexOf(table.cell(row, 0));
            if (right < 0 || costs[right] != null) {
                throw table.error(
                        row,
                        0,
                        "'" + table.cell(row, 0) + "' is not a class of the data, or is there twice; the classes are "
                                + String.join(", ", classes));
            }
            costs[right] = new double[k];
            for (int arm = 0; arm < k; arm++) {
                costs[right][arm] = table.number(row, column[arm]);
            }
        }
        return scaled(costs, true, file.name() + ": all costs are " + costs[0][0] + ", so nothing can be learnt");
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

    private static double[][] scaled(double[][] cells, boolean costs, String ifAllAreTheSame) throws IOException {
        DoubleSummaryStatistics known = Arrays.stream(cells)
                .flatMapToDouble(Arrays::stream)
                .filter(Double::isFinite)
                .summaryStatistics();
        double lowest = known.getMin();
        double highest = known.getMax();
        if (!(lowest < highest)) {
            throw new IOException(ifAllAreTheSame);
        }
        for (double[] row : cells) {
            for (int arm = 0; arm < row.length; arm++) {
                row[arm] = (costs ? highest - row[arm] : row[arm] - lowest) / (highest - lowest);
            }
        }
        return cells;
    }
}
