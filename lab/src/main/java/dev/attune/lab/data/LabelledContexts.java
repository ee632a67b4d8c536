package dev.attune.lab.data;

import dev.attune.encode.Features;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The rows of a classification table: for each a context and the class that it belongs to. A context has two forms, a vector that ends with a
 * constant 1, and named features.
 *
 * <p>A column of numbers is one feature, a column of words one feature of 0 and 1 for each word. A missing value (?, NA, NaN
 * or nothing) is a word of its own; among numbers it becomes the mean, with one more feature that says so. Columns that are
 * the same in every row are dropped. Means and deviations are those of the whole file; labels are not looked at. Immutable.
 *
 * <p>As named features, a column of numbers is a number, and a column of words is a category; a flag says where a number is missing.
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
    private static final int SHOWN = 8; // names in a note
    private static final int MOST_WORDS = 1000; // of a column in a vector

    private final List<String> classes;
    private final int[] label;
    private final List<Column> columns;
    private final int features;
    private final double longest; // what everything is divided by
    private final List<String> notes;

    private LabelledContexts(List<String> classes, int[] label, List<Column> columns, Scale scale, List<String> notes) {
        this.notes = List.copyOf(notes);
        this.classes = classes;
        this.label = label;
        this.columns = List.copyOf(columns);
        this.features = 1 + columns.stream().mapToInt(Column::width).sum();
        this.longest = scale == Scale.UNIT ? longest() : 1;
    }

    /**
     * What a column contributes to the context of a row.
     *
     * @param note describes it in a note
     * @param width number of entries of the vector; 0 if the column never changes
     * @param vector writes the entries, which are zero, from a position on
     * @param named adds the named features
     */
    private record Column(String name, String note, int width, VectorPart vector, NamedPart named) {}

    @FunctionalInterface
    private interface VectorPart {
        void fill(int row, double[] vector, int at);
    }

    @FunctionalInterface
    private interface NamedPart {
        void addTo(Features.Builder features, int row);
    }

    /**
     * Reads a table.
     *
     * @param label the column of the class
     * @param ignored columns to leave out
     */
    public static LabelledContexts of(Table table, int label, Set<Integer> ignored, Scale scale) throws IOException {
        List<String> classes = classes(table, label);
        Set<Integer> others = new HashSet<>(ignored);
        others.add(label);
        return of(table, classes, places(table, label, classes), others, scale);
    }

    /** Returns the place of each row's word in a list. */
    private static int[] places(Table table, int column, List<String> words) {
        Map<String, Integer> place = new HashMap<>();
        words.forEach(word -> place.put(word, place.size()));
        return IntStream.range(0, table.rows())
                .map(row -> place.getOrDefault(table.cell(row, column), -1))
                .toArray();
    }

    /**
     * Reads a table with a column of rewards for each arm; the class of a row is its number.
     *
     * @param rewards the columns of rewards, whose names are the arms
     * @param ignored columns to leave out
     */
    public static LabelledContexts ofRewards(Table table, List<Integer> rewards, Set<Integer> ignored, Scale scale)
            throws IOException {
        Set<Integer> others = new HashSet<>(ignored);
        others.addAll(rewards);
        return of(
                table,
                rewards.stream().map(table::name).toList(),
                IntStream.range(0, table.rows()).toArray(),
                others,
                scale);
    }

    private static LabelledContexts of(
            Table table, List<String> classes, int[] labels, Set<Integer> others, Scale scale) throws IOException {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<String> constant = new ArrayList<>();
        long missing = 0;
        for (int column = 0; column < table.columns(); column++) {
            if (!others.contains(column)) {
                Column read = read(table, column, scale, names);
                if (read.width() > 0) {
                    columns.add(read);
                } else {
                    constant.add(read.name());
                }
                missing +=
                        table.values(column).stream().filter(Table::isMissing).count();
            }
        }
        List<String> notes = new ArrayList<>();
        notes.add(table.rows() + " rows, " + classes.size() + " arms (" + shortened(classes) + "), " + columns.size()
                + " columns of features ("
                + shortened(columns.stream().map(Column::note).toList()) + ")");
        if (!constant.isEmpty()) {
            notes.add("dropped, because it never changes: " + shortened(constant));
        }
        if (missing > 0) {
            notes.add(missing + " cells of features are missing");
        }
        notes.addAll(table.notes());
        return new LabelledContexts(classes, labels, columns, scale, notes);
    }

    private static String shortened(List<String> words) {
        return String.join(", ", words.subList(0, Math.min(SHOWN, words.size())))
                + (words.size() > SHOWN ? ", ..." : "");
    }

    /** Returns how the table was read: arms, features, what was dropped, what is missing. */
    public List<String> notes() {
        return notes;
    }

    /** Returns the labels, sorted as numbers if all are numbers, else as text. */
    private static List<String> classes(Table table, int label) throws IOException {
        Set<String> found = new TreeSet<>();
        boolean numbers = true;
        for (int row = 0; row < table.rows(); row++) {
            String cell = table.cell(row, label);
            if (Table.isMissing(cell)) {
                throw table.error(row, label, "the label is missing; 'unlabelled: skip' leaves out such rows");
            }
            numbers &= !Double.isNaN(Table.numberIn(cell));
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
                        .sorted(Comparator.comparingDouble(Table::numberIn).thenComparing(Comparator.naturalOrder()))
                        .toList()
                : List.copyOf(found);
    }

    private static Column read(Table table, int column, Scale scale, Set<String> names) throws IOException {
        List<String> cells = table.values(column);
        double[] number = cells.stream().mapToDouble(Table::numberIn).toArray();
        int known = (int)
                Arrays.stream(number).filter(value -> !Double.isNaN(value)).count();
        OptionalInt word = IntStream.range(0, number.length)
                .filter(row -> Double.isNaN(number[row]) && !Table.isMissing(cells.get(row)))
                .findFirst();
        String name = unique(table.name(column), column, names);
        return word.isPresent() || known == 0
                ? words(table, column, name, word.orElse(0), known)
                : numbers(name, unique(name + " is missing", column, names), number, known, scale);
    }

    /** Returns a name that is not in use. */
    private static String unique(String wanted, int column, Set<String> names) {
        String name = wanted.isEmpty() ? "column " + (column + 1) : wanted;
        while (!names.add(name)) {
            name += "#" + (column + 1);
        }
        return name;
    }

    private static Column numbers(String name, String nameOfMissing, double[] number, int known, Scale scale) {
        double mean = sum(number) / known;
        double[] deviation = Arrays.stream(number)
                .map(value -> Double.isNaN(value) ? 0 : value - mean)
                .toArray();
        double sd = Math.sqrt(sumOfSquares(deviation) / known);
        DoubleSummaryStatistics range =
                Arrays.stream(number).filter(value -> !Double.isNaN(value)).summaryStatistics();
        boolean changes = range.getMin() < range.getMax();
        boolean someMissing = known < number.length;
        double[] feature = Arrays.stream(deviation)
                .map(value -> scale == Scale.NONE ? mean + value : value / sd)
                .toArray();
        int width = (changes ? 1 : 0) + (someMissing ? 1 : 0);
        return new Column(
                name,
                name,
                width,
                (row, vector, at) -> {
                    if (changes) {
                        vector[at] = feature[row];
                    }
                    if (someMissing) {
                        vector[at + width - 1] = Double.isNaN(number[row]) ? 1 : 0;
                    }
                },
                (features, row) -> {
                    if (Double.isNaN(number[row])) {
                        features.flag(nameOfMissing, true);
                    } else if (changes) {
                        features.number(name, feature[row]);
                    }
                });
    }

    private static Column words(Table table, int column, String name, int firstWord, int numbers) throws IOException {
        Set<String> words = new TreeSet<>(table.values(column));
        if (words.size() > MOST_WORDS && 2 * numbers > table.rows()) {
            throw table.error(
                    firstWord,
                    column,
                    "'" + table.cell(firstWord, column) + "' is not a number, and as words the column has "
                            + words.size() + " different ones, more than " + MOST_WORDS
                            + "; put the value right or ignore the column");
        }
        List<String> sorted = List.copyOf(words);
        int[] word = places(table, column, sorted);
        return new Column(
                name,
                name + ": " + sorted.size() + " words",
                sorted.size() < 2 ? 0 : sorted.size(),
                (row, vector, at) -> vector[at + word[row]] = 1,
                (features, row) -> features.category(name, sorted.get(word[row])));
    }

    private double longest() {
        return IntStream.range(0, rows())
                .mapToDouble(row -> Math.sqrt(sumOfSquares(vector(row))))
                .max()
                .orElse(1);
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

    /** Returns the classes, one for each arm. */
    public List<String> classes() {
        return classes;
    }

    /** Returns the number of rows. */
    public int rows() {
        return label.length;
    }

    /** Returns the number of entries of a context's vector, with the constant. */
    public int features() {
        return features;
    }

    /** Returns the first column with more words than vectors should have; empty if there is none. */
    public Optional<String> columnOfManyWords() {
        return columns.stream()
                .filter(column -> column.width() > MOST_WORDS)
                .findFirst()
                .map(Column::name);
    }

    /** Returns the number of a row's class. */
    public int label(int row) {
        return label[row];
    }

    /** Returns a row's context as a vector. */
    public double[] context(int row) {
        double[] vector = vector(row);
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= longest;
        }
        return vector;
    }

    private double[] vector(int row) {
        double[] vector = new double[features];
        int at = 0;
        for (Column column : columns) {
            column.vector.fill(row, vector, at);
            at += column.width();
        }
        vector[at] = 1;
        return vector;
    }

    /** Returns a row's context as named features; numbers are scaled as in the vector, unless that is divided by a length. */
    public Features named(int row) {
        Features.Builder features = Features.builder();
        columns.forEach(column -> column.named.addTo(features, row));
        return features.build();
    }
}
