package dev.attune.lab.log;

import dev.attune.lab.data.Cells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What must be known of a table before its first row can be an event: kinds of columns, and which arms there are. */
final class CsvSurvey implements CsvLines.Rows {
    private static final int ROWS_FOR_KINDS = 1000;
    private static final int MOST_ARMS = 100_000;

    private final CsvColumns columns;
    private final Map<String, ColumnKind.Guess> guesses = new LinkedHashMap<>();
    private final Set<String> arms = new LinkedHashSet<>();
    private Optional<CsvLayout> layout = Optional.empty();
    private int base;
    private boolean baseKnown;
    private long rows;

    CsvSurvey(CsvColumns columns) {
        this.columns = columns;
        baseKnown = columns.arms() == 0;
    }

    /** Whether the whole table must be read, because only its rows tell which arms there are. */
    static boolean needsAllRows(CsvColumns columns) {
        return columns.arms() == 0 && columns.offered().isEmpty();
    }

    /** Whether no further row is needed. */
    boolean enough() {
        return rows >= ROWS_FOR_KINDS && baseKnown && !needsAllRows(columns);
    }

    @Override
    public void header(List<String> names, Intake intake) throws IOException {
        CsvLayout found = new CsvLayout(columns, names, intake);
        found.context.keySet().forEach(name -> guesses.put(name, new ColumnKind.Guess()));
        layout = Optional.of(found);
    }

    @Override
    public void row(List<String> cells, Intake intake) throws MalformedLineException, IOException {
        CsvLayout places = layout();
        String arm = CsvLayout.cell(cells, places.arm);
        if (arm.isEmpty()) {
            throw new MalformedLineException(CsvRows.NO_ARM);
        }
        intake.aside("row");
        if (rows++ < ROWS_FOR_KINDS) {
            places.context.forEach((name, place) -> guess(name).see(CsvLayout.cell(cells, place)));
        }
        if (needsAllRows(columns) && arms.add(arm) && arms.size() > MOST_ARMS) {
            throw intake.refused("more than " + MOST_ARMS + " different arms up to here; is '" + columns.arm()
                    + "' the right column? Else name a column that lists the arms on offer");
        }
        if (!baseKnown) {
            double number = Cells.number(arm);
            base = number == columns.arms() ? 1 : 0;
            baseKnown = number == 0 || base == 1;
        }
    }

    private ColumnKind.Guess guess(String name) {
        return guesses.computeIfAbsent(name, none -> new ColumnKind.Guess());
    }

    CsvLayout layout() {
        return layout.orElseThrow(() -> new IllegalStateException("the header has not been read"));
    }

    /** The number of the first arm, where arms are numbered. */
    int base() {
        return base;
    }

    /** What the cells of a column of the context are. */
    ColumnKind kind(String column) {
        return columns.kinds().getOrDefault(column, guess(column).kind());
    }

    /** All arms, by number if they are numbers, else by name; none if each row lists its own. */
    List<String> arms() {
        List<String> sorted = new ArrayList<>(arms);
        if (columns.arms() > 0) {
            for (int a = 0; a < columns.arms(); a++) {
                sorted.add(Integer.toString(a + base));
            }
        } else if (sorted.stream().noneMatch(arm -> Double.isNaN(Cells.number(arm)))) {
            sorted.sort(Comparator.comparingDouble(Cells::number).thenComparing(Comparator.naturalOrder()));
        } else {
            sorted.sort(Comparator.naturalOrder());
        }
        return sorted;
    }
}
