package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Table;
import dev.attune.lab.log.LineParser.MalformedLineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a file of the Open Bandit Dataset as events. Arms are all items; their features are the user's affinity and, if there is one, the row
 * of {@code item_context.csv} beside the log.
 */
final class OpenBanditRows implements CsvLines.Rows {
    private static final char DELIMITER = ',';
    private static final String AFFINITY = "user-item_affinity_";
    private static final List<String> REQUIRED = List.of("item_id", "click", "propensity_score", AFFINITY + "0");

    private final Columns columns;
    private final int base; // number of the first item
    private final ArmFeatureTable items;
    private final int itemBase; // number of the first item in the table of items
    private final Map<Integer, Arm> withoutAffinity = new HashMap<>();
    private boolean baseReported;

    private OpenBanditRows(Columns columns, int base, ArmFeatureTable items) {
        this.columns = columns;
        this.base = base;
        this.items = items;
        this.itemBase = !items.contains("0") && items.contains(Integer.toString(columns.affinity.size())) ? 1 : 0;
    }

    /** Returns a parser of a file. */
    static LineParser parser(Path file) throws IOException {
        Path context = file.resolveSibling("item_context.csv");
        ArmFeatureTable items = Files.isRegularFile(context)
                ? ArmFeatureTable.read(
                        new CsvColumns.ArmFile(context, "item_id"),
                        CsvColumns.builder().delimiter(DELIMITER).build())
                : ArmFeatureTable.EMPTY;
        Survey survey = new Survey();
        EventSink.survey(file, LogFormat.OPENBANDIT, new CsvLines(DELIMITER, survey), () -> survey.baseKnown);
        return new CsvLines(DELIMITER, new OpenBanditRows(survey.columns, survey.base, items));
    }

    /** The places of the columns in a row; -1 for those that are missing. */
    private static final class Columns {
        final int width;
        final int item;
        final int click;
        final int propensity;
        final int time;
        /** Features of the context: the position and those of the user. */
        final Map<String, Integer> context = new LinkedHashMap<>();
        /** Affinities in the order of items. */
        final List<Integer> affinity = new ArrayList<>();

        Columns(List<String> names) {
            width = names.size();
            item = names.indexOf("item_id");
            click = names.indexOf("click");
            propensity = names.indexOf("propensity_score");
            time = names.indexOf("timestamp");
            if (names.contains("position")) {
                context.put("position", names.indexOf("position"));
            }
            for (int column = 0; column < width; column++) {
                if (names.get(column).startsWith("user_feature_")) {
                    context.put(names.get(column), column);
                }
            }
            for (int place = names.indexOf(AFFINITY + 0); place >= 0; ) {
                affinity.add(place);
                place = names.indexOf(AFFINITY + affinity.size());
            }
        }
    }

    /** Reads until an item 0 or an item n has been seen, which shows whether items are numbered from 0 or from 1. */
    private static final class Survey implements CsvLines.Rows {
        private Columns columns = new Columns(List.of());
        private int base;
        private boolean baseKnown;

        @Override
        public void header(List<String> names, EventSink sink) throws IOException {
            columns = new Columns(names);
            for (String required : REQUIRED) {
                if (!names.contains(required)) {
                    throw sink.rejected("there is no column " + required);
                }
            }
        }

        @Override
        public void row(List<String> cells, EventSink sink) throws MalformedLineException {
            double item = item(CsvTable.cell(cells, columns.item));
            sink.notEvent("row");
            base = item == columns.affinity.size() ? 1 : 0;
            baseKnown = item == 0 || base == 1;
        }
    }

    private static double item(String cell) throws MalformedLineException {
        double item = Table.numberIn(cell);
        if (Double.isNaN(item)) {
            throw new MalformedLineException("item_id is not a number");
        }
        return item;
    }

    @Override
    public void header(List<String> names, EventSink sink) {}

    @Override
    public void row(List<String> cells, EventSink sink) throws MalformedLineException {
        if (cells.size() != columns.width) {
            throw new MalformedLineException(
                    cells.size() < columns.width ? "row with too few cells" : "row with too many cells");
        }
        double item = item(cells.get(columns.item)) - base;
        double click = Table.numberIn(cells.get(columns.click));
        if (Double.isNaN(click) && !Table.isMissing(cells.get(columns.click))) {
            throw new MalformedLineException("click is not a number");
        }
        if (!(item >= 0 && item < columns.affinity.size())) {
            sink.lost("item_id outside the items that have affinities");
            return;
        }
        if (base == 1 && !baseReported) {
            sink.warn("item ids count from 1");
            baseReported = true;
        }
        sink.event(new LoggedEvent(
                "",
                sink.time(CsvTable.cell(cells, columns.time)),
                context(cells),
                arms(cells, sink),
                (int) item,
                sink.propensity(cells.get(columns.propensity)),
                click,
                1));
    }

    private Features context(List<String> cells) {
        Features.Builder context = Features.builder();
        columns.context.forEach((name, column) -> {
            if (!cells.get(column).isEmpty()) {
                context.category(name, cells.get(column));
            }
        });
        return context.build();
    }

    private List<Arm> arms(List<String> cells, EventSink sink) {
        List<Arm> arms = new ArrayList<>(columns.affinity.size());
        for (int a = 0; a < columns.affinity.size(); a++) {
            double affinity = Table.numberIn(cells.get(columns.affinity.get(a)));
            arms.add(
                    affinity == 0 // as most are
                            ? withoutAffinity.computeIfAbsent(a, item -> arm(item, 0, sink))
                            : arm(a, affinity, sink));
        }
        return arms;
    }

    private Arm arm(int item, double affinity, EventSink sink) {
        Features.Builder features = Features.builder();
        if (Double.isNaN(affinity)) {
            sink.warn(EventSink.NOT_FINITE);
        } else {
            features.number("affinity", affinity);
        }
        items.addTo(features, Integer.toString(item + itemBase), sink);
        return new Arm(Integer.toString(item + base), features.build());
    }
}
