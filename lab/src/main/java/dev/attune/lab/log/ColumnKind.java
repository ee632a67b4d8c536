package dev.attune.lab.log;

import dev.attune.encode.Features;
import dev.attune.lab.data.Table;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kind of the cells of a column. */
public enum ColumnKind {
    /** Numbers. */
    NUMBER,
    /** One word out of several. */
    CATEGORY,
    /** Several words, separated by a character. */
    TAGS,
    /** true or false, yes or no, 1 or 0. */
    FLAG;

    private static final String NOT_A_NUMBER = "cell of a number column that is not a number; left out";
    private static final String NOT_A_FLAG = "cell of a flag column that is neither true nor false; left out";

    /** Returns the name in options and files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Adds the feature in a cell; an empty cell is left out, an invalid one is counted and left out. */
    void add(Features.Builder features, String name, String cell, char separator, EventSink sink) {
        if (Table.isMissing(cell)) {
            return;
        }
        switch (this) {
            case NUMBER -> {
                double value = Table.numberIn(cell);
                if (Double.isNaN(value)) {
                    sink.warn(NOT_A_NUMBER);
                } else {
                    features.number(name, value);
                }
            }
            case CATEGORY -> features.category(name, cell);
            case TAGS -> features.tags(name, list(cell, separator));
            case FLAG -> {
                String word = cell.toLowerCase(Locale.ROOT);
                switch (word) {
                    case "true", "yes", "1" -> features.flag(name, true);
                    case "false", "no", "0" -> features.flag(name, false);
                    default -> sink.warn(NOT_A_FLAG);
                }
            }
        }
    }

    /** Returns the elements of a list that are not empty. */
    static List<String> list(String cell, char separator) {
        return Stream.of(cell.split(Pattern.quote(String.valueOf(separator))))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** Guesses the kind of a column from its cells: number if all are, flag if all say true or false, category otherwise; empty ones do not count. */
    static final class Guess {
        private final int place;
        private boolean any;
        private boolean numbers = true;
        private boolean flags = true;

        Guess(int place) {
            this.place = place;
        }

        /** Returns the place of the column in a row. */
        int place() {
            return place;
        }

        void see(String cell) {
            if (!Table.isMissing(cell)) {
                any = true;
                numbers &= !Double.isNaN(Table.numberIn(cell));
                flags &= cell.equalsIgnoreCase("true") || cell.equalsIgnoreCase("false");
            }
        }

        ColumnKind kind() {
            return any && numbers ? NUMBER : any && flags ? FLAG : CATEGORY;
        }
    }
}
