package dev.attune.lab.log;

import dev.attune.lab.config.YamlField;
import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The meaning of the columns of a table with one decision a row. Columns are named as in the header.
 *
 * @param names names of the columns with a meaning of their own; without {@link Column#OFFERED}, every arm of the file is on offer in every row
 * @param context columns that are features of the context; if empty, all that have no other meaning
 * @param kinds kinds of columns, in the log and in the table of arms; guessed for the others
 * @param arms number of arms, if they are numbered from 0 or from 1; 0 if they have names
 * @param delimiter between cells
 * @param separator between the elements of a cell that is a list
 * @param armFile a second table, of the same delimiter, with one row of features an arm
 * @param policies columns with the choices of other policies: an arm, or probabilities such as {@code a:0.2|b:0.8}
 * @param costs whether the column of the reward has costs
 */
public record CsvColumns(
        Map<Column, String> names,
        List<String> context,
        Map<String, ColumnKind> kinds,
        int arms,
        char delimiter,
        char separator,
        Optional<ArmFile> armFile,
        List<String> policies,
        boolean costs) {
    /** A table with the columns arm and reward, the others being context. */
    public static final CsvColumns DEFAULT = builder().build();

    private static final int MOST_ARMS = 100_000;
    private static final Set<String> OTHER_FIELDS =
            Set.of("context", "policies", "costs", "kinds", "arms", "delimiter", "separator", "arm-features", "arm-id");

    /** A column with a meaning of its own. */
    public enum Column {
        /** The arm that was chosen. */
        ARM,
        /** The reward of the arm; an empty cell if it is unknown. */
        REWARD,
        /** The probability with which the arm was chosen. */
        PROPENSITY,
        /** The id of the event. */
        ID,
        /** The time of the event: ISO 8601, or seconds or milliseconds since 1970. */
        TIME,
        /** The arms on offer, as a list. */
        OFFERED;

        /** Returns the name in files and options. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A table with the features of arms.
     *
     * @param file the table
     * @param id its column with the ids of the arms
     */
    public record ArmFile(Path file, String id) {}

    /** Copies, and checks what can be checked without the table. */
    public CsvColumns {
        names = Map.copyOf(names);
        context = List.copyOf(context);
        policies = List.copyOf(policies);
        kinds = Map.copyOf(kinds);
        if (!names.containsKey(Column.ARM) || !names.containsKey(Column.REWARD)) {
            throw new IllegalArgumentException("the columns of the arm and of the reward must be named");
        }
        if (arms < 0 || arms > MOST_ARMS) {
            throw new IllegalArgumentException("arms = " + arms + " must be between 1 and " + MOST_ARMS
                    + ", or 0 where arms have names instead of numbers");
        }
        if (arms > 0 && names.containsKey(Column.OFFERED)) {
            throw new IllegalArgumentException("arms = " + arms + " and a column that lists the arms on offer, "
                    + names.get(Column.OFFERED) + ": give one of them");
        }
        if (delimiter == '"' || delimiter == separator) {
            throw new IllegalArgumentException("the delimiter must not be a quote, nor the separator of lists: '"
                    + delimiter + "', '" + separator + "'");
        }
    }

    /** Returns the name of a column; empty if there is no such column. */
    public String name(Column column) {
        return names.getOrDefault(column, "");
    }

    /** Returns whether the arms are known only after all rows have been read. */
    boolean armsAreUnknown() {
        return arms == 0 && !names.containsKey(Column.OFFERED);
    }

    /**
     * Reads the columns from YAML; the table of arms is looked for beside the file.
     *
     * <pre>
     *   arm: shown
     *   reward: click
     *   propensity: probability
     *   kinds: {topics: tags}
     *   arm-features: articles.csv
     *   arm-id: article
     * </pre>
     */
    public static CsvColumns read(Path file) throws IOException {
        Content.requireFile(file);
        YamlField root = YamlField.read(
                file.toString(), Files.readString(file), "name at least the columns of the arm and of the reward");
        Set<String> known = new HashSet<>(OTHER_FIELDS);
        for (Column column : Column.values()) {
            known.add(column.label());
        }
        Map<String, YamlField> fields = root.fields(known);
        Builder columns = builder();
        fields.forEach(columns::field);
        YamlField table = fields.get("arm-features");
        YamlField id = fields.get("arm-id");
        if (table != null) {
            columns.armFile(file.resolveSibling(table.text()), id == null ? "arm" : id.text());
        } else if (id != null) {
            throw id.error("names a column of the table arm-features, which is missing");
        }
        try {
            return columns.build();
        } catch (IllegalArgumentException e) {
            throw root.error(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a builder of a table that has the columns arm and reward and is separated by commas. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds the columns of a table. */
    public static final class Builder {
        private final Map<Column, String> names =
                new EnumMap<>(Map.of(Column.ARM, Column.ARM.label(), Column.REWARD, Column.REWARD.label()));
        private List<String> context = List.of();
        private final Map<String, ColumnKind> kinds = new LinkedHashMap<>();
        private int arms;
        private char delimiter = ',';
        private char separator = '|';
        private Optional<ArmFile> armFile = Optional.empty();
        private List<String> policies = List.of();
        private boolean costs;

        private Builder() {}

        /** Names a column; an empty name means that there is no such column. */
        public Builder column(Column column, String name) {
            names.put(column, name);
            if (name.isEmpty()) {
                names.remove(column);
            }
            return this;
        }

        /** Names the columns that are features of the context. */
        public Builder context(List<String> columns) {
            context = columns;
            return this;
        }

        /** Names the columns with the choices of other policies. */
        public Builder policies(List<String> columns) {
            policies = columns;
            return this;
        }

        /** Sets whether the column of the reward has costs, which are minus the rewards. */
        public Builder costs(boolean wanted) {
            costs = wanted;
            return this;
        }

        /** Sets the kind of a column, in the log or in the table of arms. */
        public Builder kind(String column, ColumnKind kind) {
            kinds.put(column, kind);
            return this;
        }

        /** Sets the number of arms, which are numbered. */
        public Builder arms(int many) {
            arms = many;
            return this;
        }

        /** Sets the character between cells. */
        public Builder delimiter(char character) {
            delimiter = character;
            return this;
        }

        /** Sets the character between the elements of a list. */
        public Builder separator(char character) {
            separator = character;
            return this;
        }

        /** Sets the table with the features of arms, and its column with their ids. */
        public Builder armFile(Path file, String id) {
            armFile = Optional.of(new ArmFile(file, id));
            return this;
        }

        private void field(String name, YamlField value) {
            switch (name) {
                case "context" ->
                    context(value.elements().stream().map(YamlField::text).toList());
                case "policies" ->
                    policies(value.elements().stream().map(YamlField::text).toList());
                case "costs" ->
                    costs(value.named("answer", List.of("yes", "no", "true", "false"), word -> word)
                            .matches("yes|true"));
                case "kinds" ->
                    value.fields()
                            .forEach((column, kind) ->
                                    kind(column, kind.named("kind", List.of(ColumnKind.values()), ColumnKind::label)));
                case "arms" -> arms((int) value.integer(1, MOST_ARMS));
                case "delimiter" -> delimiter(character(value));
                case "separator" -> separator(character(value));
                case "arm-features", "arm-id" -> {
                    // read together
                }
                default -> column(Column.valueOf(name.toUpperCase(Locale.ROOT)), value.text());
            }
        }

        /** Returns a character given by itself or by name. */
        private static char character(YamlField field) {
            String text = field.text();
            return switch (text) {
                case "comma" -> ',';
                case "semicolon" -> ';';
                case "tab", "\\t" -> '\t';
                case "space" -> ' ';
                case "bar" -> '|';
                default -> {
                    if (text.length() != 1) {
                        throw field.error(
                                "'" + text + "' must be one character, or comma, semicolon, tab, space or bar");
                    }
                    yield text.charAt(0);
                }
            };
        }

        /** Returns the columns. */
        public CsvColumns build() {
            return new CsvColumns(names, context, kinds, arms, delimiter, separator, armFile, policies, costs);
        }
    }
}
