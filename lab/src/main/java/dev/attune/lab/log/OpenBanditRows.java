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
    private static final String AFFINITY = "user-item_affinity_";
    private static final List<String> REQUIRED = List.of("item_id", "click", "propensity_score", AFFINITY + "0");

    private final Survey columns;
    private final ArmFeatureTable items;
    private final int itemBase; // number of the first item in the table of items
    private final Map<Integer, Arm> withoutAffinity = new HashMap<>();
    private boolean baseReported;

    private OpenBanditRows(Survey columns, ArmFeatureTable items) {
        this.columns = columns;
        this.items = items;
        this.itemBase = !items.contains("0") && items.contains(Integer.toString(columns.affinity.size())) ? 1 : 0;
    }

    /** Returns a parser of a file. */
    static LineParser parser(Path file) throws IOException {
        Path context = file.resolveSibling("item_context.csv");
        ArmFeatureTable items = Files.isRegularFile(context)
                ? ArmFeatureTable.read(new CsvColumns.ArmFile(context, "item_id"), CsvColumns.DEFAULT)
                : ArmFeatureTable.EMPTY;
        Survey survey = new Survey();
        EventSink.survey(file, LogFormat.OPENBANDIT, new CsvLines(',', survey), () -> survey.baseKnown);
        return new CsvLines(',', new OpenBanditRows(survey, items));
    }

    /** Finds the columns, and reads until an item 0 or an item n shows whether items are numbered from 0 or from 1. */
    private static final class Survey implements CsvLines.Rows {
        private List<String> names = List.of();
        private final Map<String, Integer> context = new LinkedHashMap<>(); // the position and features of the user
        private final List<Integer> affinity = new ArrayList<>(); // in the order of items
        private int base; // number of the first item
        private boolean baseKnown;

        @Override
        public void header(List<String> header, EventSink sink) throws IOException {
            names = header;
            for (String required : REQUIRED) {
                if (!names.contains(required)) {
                    throw sink.rejected("there is no column " + required);
                }
            }
            if (names.contains("position")) {
                context.put("position", names.indexOf("position"));
            }
            for (String name : names) {
                if (name.startsWith("user_feature_")) {
                    context.put(name, names.indexOf(name));
                }
            }
            while (names.contains(AFFINITY + affinity.size())) {
                affinity.add(names.indexOf(AFFINITY + affinity.size()));
            }
        }

        @Override
        public void row(List<String> cells, EventSink sink) throws MalformedLineException {
            double item = item(cell(cells, "item_id"));
            sink.notEvent("row");
            base = item == affinity.size() ? 1 : 0;
            baseKnown = item == 0 || base == 1;
        }

        String cell(List<String> cells, String column) {
            return CsvTable.cell(cells, names.indexOf(column));
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
        int width = columns.names.size();
        if (cells.size() != width) {
            throw new MalformedLineException(
                    cells.size() < width ? "row with too few cells" : "row with too many cells");
        }
        double item = item(columns.cell(cells, "item_id")) - columns.base;
        String clickCell = columns.cell(cells, "click");
        double click = Table.numberIn(clickCell);
        if (Double.isNaN(click) && !Table.isMissing(clickCell)) {
            throw new MalformedLineException("click is not a number");
        }
        if (!(item >= 0 && item < columns.affinity.size())) {
            sink.lost("item_id outside the items that have affinities");
            return;
        }
        if (columns.base == 1 && !baseReported) {
            sink.warn("item ids count from 1");
            baseReported = true;
        }
        sink.event(new LoggedEvent(
                "",
                sink.time(columns.cell(cells, "timestamp")),
                context(cells),
                arms(cells, sink),
                (int) item,
                sink.propensity(columns.cell(cells, "propensity_score")),
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
        return new Arm(Integer.toString(item + columns.base), features.build());
    }
}
