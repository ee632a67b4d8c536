package dev.attune.lab.log;

import dev.attune.encode.Features;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is known of each arm from a table of its own: one row an arm. */
final class ArmTable {
    /** Nothing is known. */
    static final ArmTable EMPTY = new ArmTable(List.of(), List.of(), Map.of(), '|');

    private final List<String> names;
    private final List<ColumnKind> kinds;
    private final Map<String, List<String>> cells;
    private final char separator;

    private ArmTable(List<String> names, List<ColumnKind> kinds, Map<String, List<String>> cells, char separator) {
        this.names = names;
        this.kinds = kinds;
        this.cells = cells;
        this.separator = separator;
    }

    /**
     * Reads a table with a header.
     *
     * @param idColumn the column that names the arm
     * @param known kinds of columns that need not be guessed
     * @param separator between tags
     */
    static ArmTable read(Path file, char delimiter, String idColumn, Map<String, ColumnKind> known, char separator)
            throws IOException {
        Table table = Table.read(Content.read(file), String.valueOf(delimiter), true);
        int id = table.column(idColumn);
        List<Integer> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<ColumnKind> kinds = new ArrayList<>();
        for (int column = 0; column < table.columns(); column++) {
            String name = table.name(column);
            if (column != id && !name.isEmpty()) { // a column without a name is a row number
                ColumnKind.Guess guess = new ColumnKind.Guess();
                for (int row = 0; row < table.rows(); row++) {
                    guess.see(table.cell(row, column));
                }
                columns.add(column);
                names.add(name);
                kinds.add(known.getOrDefault(name, guess.kind()));
            }
        }
        Map<String, List<String>> cells = new HashMap<>();
        for (int r = 0; r < table.rows(); r++) {
            int row = r;
            if (cells.put(
                            table.cell(row, id),
                            columns.stream()
                                    .map(column -> table.cell(row, column))
                                    .toList())
                    != null) {
                throw table.error(row, id, "arm '" + table.cell(row, id) + "' is there twice");
            }
        }
        return new ArmTable(names, kinds, cells, separator);
    }

    /** Whether the arm has a row. */
    boolean knows(String arm) {
        return cells.containsKey(arm);
    }

    /** Adds what is known of an arm. */
    void addTo(Features.Builder features, String arm, Intake intake) {
        List<String> row = cells.getOrDefault(arm, List.of());
        for (int i = 0; i < row.size(); i++) {
            kinds.get(i).add(features, names.get(i), row.get(i), separator, intake);
        }
    }
}
