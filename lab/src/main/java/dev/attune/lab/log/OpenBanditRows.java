package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of an Open Bandit file as events. Arms are all items; their features are the user's affinity and what the shop knows. */
final class OpenBanditRows implements CsvLines.Rows {
    private final OpenBanditColumns columns;
    private final int columnsInAll;
    private final int base;
    private final ArmTable items;
    private final int itemBase;
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
                time(cells, intake),
                context(cells),
                arms(cells, intake),
                (int) item,
                propensity(cells, intake),
                click,
                1));
    }

    private double propensity(List<String> cells, Intake intake) {
        double propensity = Cells.number(cells.get(columns.propensity));
        if (propensity > 0 && propensity <= 1) {
            return propensity;
        }
        if (!Cells.missing(cells.get(columns.propensity))) {
            intake.odd(Reason.BAD_PROPENSITY);
        }
        return Double.NaN;
    }

    private long time(List<String> cells, Intake intake) {
        if (columns.time < 0) {
            return LoggedEvent.NO_TIME;
        }
        long millis = Times.millis(cells.get(columns.time));
        if (millis == LoggedEvent.NO_TIME) {
            intake.odd(Reason.BAD_TIME);
        }
        return millis;
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
            Features.Builder features = Features.builder();
            double affinity = Cells.number(cells.get(columns.affinity[a]));
            if (Double.isNaN(affinity)) {
                intake.odd(Reason.NOT_FINITE);
            } else {
                features.number("affinity", affinity);
            }
            items.addTo(features, Integer.toString(a + itemBase), intake);
            arms.add(new Arm(Integer.toString(a + base), features.build()));
        }
        return arms;
    }
}
