package dev.attune.lab.log;

import dev.attune.lab.NearestWord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the columns of a table are: places in a row, -1 for those that there are not. */
final class CsvLayout {
    private static final int SHOWN_NAMES = 20;

    final int width;
    final int arm;
    final int reward;
    final int propensity;
    final int id;
    final int time;
    final int offered;
    /** Features of the context by name. */
    final Map<String, Integer> context = new LinkedHashMap<>();

    /** Finds the columns in a header; complains of the first that is not there. */
    CsvLayout(CsvColumns columns, List<String> names, Intake intake) throws IOException {
        width = names.size();
        arm = place(columns.arm(), names, intake);
        reward = place(columns.reward(), names, intake);
        propensity = place(columns.propensity(), names, intake);
        id = place(columns.id(), names, intake);
        time = place(columns.time(), names, intake);
        offered = place(columns.offered(), names, intake);
        List<String> wanted = columns.context();
        if (wanted.isEmpty()) {
            wanted = new ArrayList<>(names);
            wanted.removeAll(List.of(
                    columns.arm(),
                    columns.reward(),
                    columns.propensity(),
                    columns.id(),
                    columns.time(),
                    columns.offered(),
                    "")); // a column without a name is a row number
        }
        for (String name : wanted) {
            context.put(name, place(name, names, intake));
        }
    }

    private static int place(String wanted, List<String> names, Intake intake) throws IOException {
        int place = wanted.isEmpty() ? -1 : names.indexOf(wanted);
        if (place < 0 && !wanted.isEmpty()) {
            throw intake.refused("there is no column '" + wanted + "'"
                    + NearestWord.to(wanted, names)
                            .map(nearest -> ". Did you mean '" + nearest + "'?")
                            .orElse(", only "
                                    + String.join(", ", names.subList(0, Math.min(SHOWN_NAMES, names.size())))));
        }
        return place;
    }

    /** The cell at a place; empty where there is no such column or the row is too short. */
    static String cell(List<String> cells, int place) {
        return place >= 0 && place < cells.size() ? cells.get(place) : "";
    }
}
