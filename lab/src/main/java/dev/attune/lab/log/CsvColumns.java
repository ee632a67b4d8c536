package dev.attune.lab.log;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which column of a table is what. Columns are called by their names in the header; an empty name means that there is no such column.
 *
 * @param arm the arm that was chosen
 * @param reward what it earned; an empty cell means that no reward is known
 * @param propensity probability with which it was chosen
 * @param id names the event
 * @param time when it happened: ISO 8601, or seconds or milliseconds since 1970
 * @param offered lists the arms on offer; without it, every arm of the file is on offer in every row
 * @param context columns that are features of the context; if empty, all that have no other meaning
 * @param kinds what their cells are; guessed where nothing is said
 * @param arms number of arms where they are numbered, from 0 or from 1; 0 where they have names
 * @param delimiter between cells
 * @param separator between the parts of a cell that is a list
 * @param armFeatures a second table, of the same delimiter, with one row of features an arm
 * @param armId its column that names the arm
 */
public record CsvColumns(
        String arm,
        String reward,
        String propensity,
        String id,
        String time,
        String offered,
        List<String> context,
        Map<String, ColumnKind> kinds,
        int arms,
        char delimiter,
        char separator,
        Optional<Path> armFeatures,
        String armId) {
    /** A table with the columns arm and reward, the rest being context. */
    public static final CsvColumns USUAL = builder().build();

    private static final int MOST_ARMS = 100_000;

    /** Copies, and checks what can be checked without the table. */
    public CsvColumns {
        context = List.copyOf(context);
        kinds = Map.copyOf(kinds);
        if (arm.isEmpty() || reward.isEmpty()) {
            throw new IllegalArgumentException("the columns of the arm and of the reward must be named");
        }
        if (arms < 0 || arms > MOST_ARMS) {
            throw new IllegalArgumentException("arms = " + arms + " must be between 1 and " + MOST_ARMS
                    + ", or 0 where arms have names instead of numbers");
        }
        if (arms > 0 && !offered.isEmpty()) {
            throw new IllegalArgumentException(
                    "arms = " + arms + " and a column that lists the arms on offer, " + offered + ": give one of them");
        }
        if (delimiter == '"' || delimiter == separator) {
            throw new IllegalArgumentException("the delimiter must not be a quote, nor the separator of lists: '"
                    + delimiter + "', '" + separator + "'");
        }
    }

    /** Begins with a table that has the columns arm and reward and is separated by commas. */
    public static Builder builder() {
        return new Builder();
    }

    /** Gathers what is what. */
    public static final class Builder {
        private String arm = "arm";
        private String reward = "reward";
        private String propensity = "";
        private String id = "";
        private String time = "";
        private String offered = "";
        private List<String> context = List.of();
        private final Map<String, ColumnKind> kinds = new LinkedHashMap<>();
        private int arms;
        private char delimiter = ',';
        private char separator = '|';
        private Optional<Path> armFeatures = Optional.empty();
        private String armId = "arm";

        private Builder() {}

        /** The column of the chosen arm. */
        public Builder arm(String column) {
            arm = column;
            return this;
        }

        /** The column of the reward. */
        public Builder reward(String column) {
            reward = column;
            return this;
        }

        /** The column of the propensity. */
        public Builder propensity(String column) {
            propensity = column;
            return this;
        }

        /** The column that names the event. */
        public Builder id(String column) {
            id = column;
            return this;
        }

        /** The column of the time. */
        public Builder time(String column) {
            time = column;
            return this;
        }

        /** The column that lists the arms on offer. */
        public Builder offered(String column) {
            offered = column;
            return this;
        }

        /** The columns that are features of the context. */
        public Builder context(List<String> columns) {
            context = columns;
            return this;
        }

        /** What the cells of a column are, in the log or in the table of arms. */
        public Builder kind(String column, ColumnKind kind) {
            kinds.put(column, kind);
            return this;
        }

        /** The number of arms, which are numbered. */
        public Builder arms(int many) {
            arms = many;
            return this;
        }

        /** The character between cells. */
        public Builder delimiter(char character) {
            delimiter = character;
            return this;
        }

        /** The character between the parts of a list. */
        public Builder separator(char character) {
            separator = character;
            return this;
        }

        /** A table with the features of arms, and its column that names the arm. */
        public Builder armFeatures(Path file, String idColumn) {
            armFeatures = Optional.of(file);
            armId = idColumn;
            return this;
        }

        /** What was gathered. */
        public CsvColumns build() {
            return new CsvColumns(
                    arm,
                    reward,
                    propensity,
                    id,
                    time,
                    offered,
                    context,
                    kinds,
                    arms,
                    delimiter,
                    separator,
                    armFeatures,
                    armId);
        }
    }
}
