package dev.attune.lab.log;

import dev.attune.encode.Features;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.Table;
import dev.attune.lab.log.CsvTable.FeatureColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The features of arms from a table with one row an arm.
 *
 * @param columns the columns that are features
 * @param rows cells by id of the arm
 * @param separator between the parts of a cell that is a list
 */
record ArmFeatureTable(List<FeatureColumn> columns, Map<String, List<String>> rows, char separator) {
    /** A table without arms. */
    static final ArmFeatureTable EMPTY = new ArmFeatureTable(List.of(), Map.of(), '|');

    /** Reads a table with a header, which has kinds, delimiter and separator of the log. */
    static ArmFeatureTable read(CsvColumns.ArmFile file, CsvColumns log) throws IOException {
        Table table = Table.read(Content.read(file.file()), String.valueOf(log.delimiter()), true);
        int id = table.column(file.id());
        Map<String, List<String>> rows = new HashMap<>();
        for (int r = 0; r < table.rows(); r++) {
            int row = r;
            List<String> cells = IntStream.range(0, table.columns())
                    .mapToObj(column -> table.cell(row, column))
                    .toList();
            if (rows.put(cells.get(id), cells) != null) {
                throw table.error(row, id, "arm '" + cells.get(id) + "' is there twice");
            }
        }
        List<FeatureColumn> columns = new ArrayList<>();
        for (int column = 0; column < table.columns(); column++) {
            String name = table.name(column);
            if (column != id && !name.isEmpty()) { // a column without a name is a row number
                ColumnKind.Guess guess = new ColumnKind.Guess(column);
                rows.values().forEach(cells -> guess.see(cells.get(guess.place())));
                columns.add(new FeatureColumn(name, column, log.kinds().getOrDefault(name, guess.kind())));
            }
        }
        return new ArmFeatureTable(columns, rows, log.separator());
    }

    /** Returns whether the arm has a row. */
    boolean contains(String arm) {
        return rows.containsKey(arm);
    }

    /** Adds the features of an arm. */
    void addTo(Features.Builder features, String arm, EventSink sink) {
        List<String> cells = rows.get(arm);
        if (cells != null) {
            columns.forEach(column -> column.addTo(features, cells, separator, sink));
        }
    }
}
