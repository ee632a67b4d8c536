package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Cells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of an Open Bandit file as events. Arms are all items; their features are the user's affinity and what the shop knows. */
final class OpenBanditRows implements CsvLines.Rows {
    private final OpenBanditColumns columns;
    private final int columnsInAll;
    private final int base;
    private final ArmTable items;
    private final int itemBase;
    private final Map<Integer, Arm> indifferent = new HashMap<>();
    private boolean told;

    /**
     * Reads rows.
     *
     * @param columnsInAll number of names in the header
     * @param base the number of the first item
     * @param items what is known of the items
     */
    OpenBanditRows(OpenBanditColumns columns, int columnsInAll, int base, ArmTable items) {
        this.columns = columns;
        this.columnsInAll = columnsInAll;
        this.base = base;
        this.items = items;
        itemBase = !items.knows("0") && items.knows(Integer.toString(columns.affinity.length)) ? 1 : 0;
    }

    @Override
    public void header(List<String> names, Intake intake) {}

    @Override
    public void row(List<String> cells, Intake intake) throws MalformedLineException {
        if (cells.size() != columnsInAll) {
            throw new MalformedLineException(
                    cells.size() < columnsInAll ? "row with too few cells" : "row with too many cells");
        }
        double item = Cells.number(cells.get(columns.item)) - base;
        if (Double.isNaN(item)) {
            throw new MalformedLineException("item_id is not a number");
        }
        double click = Cells.number(cells.get(columns.click));
        if (Double.isNaN(click) && !Cells.missing(cells.get(columns.click))) {
            throw new MalformedLineException("click is not a number");
        }
        if (!(item >= 0 && item < columns.affinity.length)) {
            intake.lost("item_id outside the items that have affinities");
            return;
        }
        if (base == 1 && !told) {
            intake.odd("item ids count from 1");
            told = true;
        }
        intake.event(new LoggedEvent(
                "",
                EventCells.time(CsvLayout.cell(cells, columns.time), intake),
                context(cells),
                arms(cells, intake),
                (int) item,
                EventCells.propensity(cells.get(columns.propensity), intake),
                click,
                1));
    }

    private Features context(List<String> cells) {
        Features.Builder context = Features.builder();
        if (columns.position >= 0 && !cells.get(columns.position).isEmpty()) {
            context.category("position", cells.get(columns.position));
        }
        for (Map.Entry<Integer, String> feature : columns.user.entrySet()) {
            String cell = cells.get(feature.getKey());
            if (!cell.isEmpty()) {
                context.category(feature.getValue(), cell);
            }
        }
        return context.build();
    }

    private List<Arm> arms(List<String> cells, Intake intake) {
        List<Arm> arms = new ArrayList<>(columns.affinity.length);
        for (int a = 0; a < columns.affinity.length; a++) {
            double affinity = Cells.number(cells.get(columns.affinity[a]));
            if (affinity == 0) { // as most are
                arms.add(indifferent.computeIfAbsent(a, item -> arm(item, 0, intake)));
            } else {
                arms.add(arm(a, affinity, intake));
            }
        }
        return arms;
    }

    private Arm arm(int item, double affinity, Intake intake) {
        Features.Builder features = Features.builder();
        if (Double.isNaN(affinity)) {
            intake.odd(Reason.NOT_FINITE);
        } else {
            features.number("affinity", affinity);
        }
        items.addTo(features, Integer.toString(item + itemBase), intake);
        return new Arm(Integer.toString(item + base), features.build());
    }
}
