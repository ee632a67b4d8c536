package dev.attune.lab.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A classification table as numbers: for each row a context, ending with a constant 1, and the class that it belongs to.
 *
 * <p>A column of numbers is one feature, a column of words one feature of 0 and 1 for each word. A missing value (?, NA, NaN
 * or nothing) is a word of its own; among numbers it becomes the mean, with one more feature that says so. Columns that are
 * the same in every row are dropped. Means and deviations are those of the whole file; labels are not looked at. Immutable.
 */
public final class LabelledContexts {
    /** How features are scaled. */
    public enum Scale {
        /** Numbers to mean 0 and variance 1; words stay 0 and 1. */
        STANDARD,
        /** As standard, then everything divided by the length of the longest context, so that none is longer than 1. */
        UNIT,
        /** As they are in the file. */
        NONE
    }

    private static final int MOST_CLASSES = 1000;
    private static final int MOST_WORDS = 1000;

    private final List<String> classes;
    private final int[] label;
    private final double[][] context;

    private LabelledContexts(List<String> classes, int[] label, double[][] context) {
        this.classes = classes;
        this.label = label;
        this.context = context;
    }

    /**
     * Encodes a table.
     *
     * @param label the column of the class
     * @param ignored columns to leave out
     */
    public static LabelledContexts of(Table table, int label, Set<Integer> ignored, Scale scale) throws IOException {
        List<String> classes = classes(table, label);
        Map<String, Integer> number = new HashMap<>();
        classes.forEach(name -> number.put(name, number.size()));
        int[] labels = IntStream.range(0, table.rows())
                .map(row -> number.getOrDefault(table.cell(row, label), -1))
                .toArray();
        List<double[]> features = new ArrayList<>();
        for (int column = 0; column < table.columns(); column++) {
            if (column != label && !ignored.contains(column)) {
                encode(table, column, scale, features);
            }
        }
        double[][] contexts = new double[table.rows()][features.size() + 1];
        for (int row = 0; row < contexts.length; row++) {
            for (int i = 0; i < features.size(); i++) {
                contexts[row][i] = features.get(i)[row];
            }
            contexts[row][features.size()] = 1;
        }
        if (scale == Scale.UNIT) {
            shrink(contexts);
        }
        return new LabelledContexts(classes, labels, contexts);
    }

    /** The labels, by number where all are numbers and by the alphabet otherwise. */
    private static List<String> classes(Table table, int label) throws IOException {
        Set<String> found = new TreeSet<>();
        boolean numbers = true;
        for (int row = 0; row < table.rows(); row++) {
            String cell = table.cell(row, label);
            if (Cells.missing(cell)) {
                throw table.error(row, label, "the label is missing");
            }
            numbers &= !Double.isNaN(Cells.number(cell));
            if (found.add(cell) && found.size() > MOST_CLASSES) {
                throw table.error(
                        row, label, "more than " + MOST_CLASSES + " different labels up to here; is this the label?");
            }
        }
        if (found.size() < 2) {
            throw new IOException(table.file().name() + ": column " + table.name(label)
                    + " has the same label in every row; a bandit needs at least two arms");
        }
        return numbers
                ? found.stream()
                        .sorted(Comparator.comparingDouble(Cells::number).thenComparing(Comparator.naturalOrder()))
                        .toList()
                : List.copyOf(found);
    }

    private static void encode(Table table, int column, Scale scale, List<double[]> features) throws IOException {
        double[] number = new double[table.rows()];
        int word = -1; // the first row with neither a number nor a missing value
        int known = 0;
        for (int row = 0; row < number.length; row++) {
            String cell = table.cell(row, column);
            number[row] = Cells.number(cell);
            if (!Double.isNaN(number[row])) {
                known++;
            } else if (!Cells.missing(cell)) {
                word = row;
                break;
            }
        }
        if (word >= 0 || known == 0) {
            encodeWords(table, column, Math.max(0, word), features);
        } else {
            encodeNumbers(number, known, scale, features);
        }
    }

    private static void encodeNumbers(double[] number, int known, Scale scale, List<double[]> features) {
        double mean = sum(number) / known;
        double[] deviation = new double[number.length];
        double[] missing = new double[number.length];
        boolean constant = true;
        double first = Double.NaN;
        for (int row = 0; row < number.length; row++) {
            if (Double.isNaN(number[row])) {
                missing[row] = 1;
                continue;
            }
            first = Double.isNaN(first) ? number[row] : first;
            constant &= number[row] == first;
            deviation[row] = number[row] - mean;
        }
        if (!constant) {
            double sd = Math.sqrt(sumOfSquares(deviation) / known);
            double[] feature = new double[number.length];
            for (int row = 0; row < feature.length; row++) {
                feature[row] = scale == Scale.NONE ? mean + deviation[row] : deviation[row] / sd;
            }
            features.add(feature);
        }
        if (known < number.length) {
            features.add(missing);
        }
    }

    private static void encodeWords(Table table, int column, int firstWord, List<double[]> features)
            throws IOException {
        Set<String> words = new TreeSet<>();
        for (int row = 0; row < table.rows(); row++) {
            words.add(table.cell(row, column));
        }
        if (words.size() > MOST_WORDS) {
            throw table.error(
                    firstWord,
                    column,
                    "'" + table.cell(firstWord, column) + "' is not a number, and as words the column has "
                            + words.size() + " different ones, more than " + MOST_WORDS
                            + "; put the value right or ignore the column");
        }
        if (words.size() < 2) {
            return;
        }
        for (String word : words) {
            double[] feature = new double[table.rows()];
            for (int row = 0; row < feature.length; row++) {
                feature[row] = table.cell(row, column).equals(word) ? 1 : 0;
            }
            features.add(feature);
        }
    }

    private static void shrink(double[][] contexts) {
        double longest = 0;
        for (double[] context : contexts) {
            longest = Math.max(longest, Math.sqrt(sumOfSquares(context)));
        }
        for (double[] context : contexts) {
            for (int i = 0; i < context.length; i++) {
                context[i] /= longest;
            }
        }
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += Double.isNaN(value) ? 0 : value;
        }
        return sum;
    }

    private static double sumOfSquares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    /** The classes, one for each arm. */
    public List<String> classes() {
        return classes;
    }

    /** Number of rows. */
    public int rows() {
        return label.length;
    }

    /** Number of features of a context, with the constant. */
    public int features() {
        return context[0].length;
    }

    /** The number of a row's class. */
    public int label(int row) {
        return label[row];
    }

    /** A row's features; to be read only. */
    public double[] context(int row) {
        return context[row];
    }
}
