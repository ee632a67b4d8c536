package dev.attune.lab.log;

import dev.attune.encode.Features;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The features of arms from a table with one row an arm. */
final class ArmFeatureTable {
    /** A table without arms. */
    static final ArmFeatureTable EMPTY = new ArmFeatureTable(List.of(), List.of(), Map.of(), '|');

    private final List<String> names;
    private final List<ColumnKind> kinds;
    private final Map<String, List<String>> cells;
    private final char separator;

    private ArmFeatureTable(
            List<String> names, List<ColumnKind> kinds, Map<String, List<String>> cells, char separator) {
        this.names = names;
        this.kinds = kinds;
        this.cells = cells;
        this.separator = separator;
    }

    /** Reads a table with a header, which has kinds, delimiter and separator of the log. */
    static ArmFeatureTable read(CsvColumns.ArmFile file, CsvColumns log) throws IOException {
        Table table = Table.read(Content.read(file.file()), String.valueOf(log.delimiter()), true);
        int id = table.column(file.id());
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
                kinds.add(log.kinds().getOrDefault(name, guess.kind()));
            }
        }
        Map<String, List<String>> cells = new HashMap<>();
        for (int r = 0; r < table.rows(); r++) {
            int row = r;
            String arm = table.cell(row, id);
            List<String> features =
                    columns.stream().map(column -> table.cell(row, column)).toList();
            if (cells.put(arm, features) != null) {
                throw table.error(row, id, "arm '" + arm + "' is there twice");
            }
        }
        return new ArmFeatureTable(names, kinds, cells, log.separator());
    }

    /** Returns whether the arm has a row. */
    boolean contains(String arm) {
        return cells.containsKey(arm);
    }

    /** Adds the features of an arm. */
    void addTo(Features.Builder features, String arm, EventSink sink) {
        List<String> row = cells.getOrDefault(arm, List.of());
        for (int i = 0; i < row.size(); i++) {
            kinds.get(i).add(features, names.get(i), row.get(i), separator, sink);
        }
    }
}
