package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Cells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The rows of a table as events. */
final class CsvRows implements CsvLines.Rows {
    static final String NO_ARM = "row without an arm";
    private static final int MOST_KNOWN_ARMS = 100_000;

    private final CsvColumns columns;
    private final CsvLayout layout;
    private final Map<String, ColumnKind> kinds = new HashMap<>();
    private final ArmTable armTable;
    private final int base;
    private final List<String> allArms;
    private final Map<String, Integer> placeOf = new HashMap<>();
    private final Map<String, Arm> known = new HashMap<>();
    private List<Arm> all = List.of();
    private boolean baseTold;

    CsvRows(CsvColumns columns, CsvSurvey survey, ArmTable armTable) {
        this.columns = columns;
        layout = survey.layout();
        layout.context.keySet().forEach(name -> kinds.put(name, survey.kind(name)));
        this.armTable = armTable;
        base = survey.base();
        allArms = survey.arms();
        for (int place = 0; place < allArms.size(); place++) {
            placeOf.put(allArms.get(place), place);
        }
    }

    @Override
    public void header(List<String> names, Intake intake) {
        all = allArms.stream().map(arm -> arm(arm, intake)).toList();
    }

    @Override
    public void row(List<String> cells, Intake intake) throws MalformedLineException {
        if (cells.size() < layout.width && !intake.terminated()) {
            throw new MalformedLineException(Reason.CUT);
        }
        String arm = CsvLayout.cell(cells, layout.arm);
        if (arm.isEmpty()) {
            throw new MalformedLineException(NO_ARM);
        }
        String rewardCell = CsvLayout.cell(cells, layout.reward);
        double reward = Cells.number(rewardCell);
        if (Double.isNaN(reward) && !Cells.missing(rewardCell)) {
            throw new MalformedLineException("row whose reward is not a number");
        }
        if (cells.size() != layout.width) {
            intake.odd(
                    cells.size() < layout.width
                            ? "row with fewer cells than the header; taken without them"
                            : "row with more cells than the header; taken without them");
        }
        List<Arm> offered = layout.offered < 0 ? all : offered(CsvLayout.cell(cells, layout.offered), intake);
        int chosen = layout.offered < 0 ? placeOf.getOrDefault(name(arm), -1) : place(arm, offered);
        if (chosen < 0) {
            intake.lost("row whose arm is not on offer");
            return;
        }
        if (columns.arms() > 0 && !baseTold) {
            intake.odd("arms are numbered from " + base);
            baseTold = true;
        }
        intake.event(new LoggedEvent(
                CsvLayout.cell(cells, layout.id),
                EventCells.time(CsvLayout.cell(cells, layout.time), intake),
                context(cells, intake),
                offered,
                chosen,
                EventCells.propensity(CsvLayout.cell(cells, layout.propensity), intake),
                reward,
                1));
    }

    /** Numbered arms may be written in several ways: 3, 03, 3.0. */
    private String name(String arm) {
        double number = columns.arms() > 0 ? Cells.number(arm) : Double.NaN;
        return number == Math.rint(number) ? Integer.toString((int) number) : arm;
    }

    private static int place(String arm, List<Arm> offered) {
        for (int place = 0; place < offered.size(); place++) {
            if (offered.get(place).id().equals(arm)) {
                return place;
            }
        }
        return -1;
    }

    private List<Arm> offered(String cell, Intake intake) {
        List<Arm> offered = new ArrayList<>();
        for (String name : new LinkedHashSet<>(ColumnKind.list(cell, columns.separator()))) {
            if (known.size() < MOST_KNOWN_ARMS) {
                offered.add(known.computeIfAbsent(name, unseen -> arm(unseen, intake)));
            } else {
                Arm arm = known.get(name);
                offered.add(arm == null ? arm(name, intake) : arm);
            }
        }
        return offered;
    }

    private Arm arm(String name, Intake intake) {
        if (columns.armFeatures().isPresent() && !armTable.knows(name)) {
            intake.odd("arm that is not in the table of arms; taken without features");
        }
        Features.Builder features = Features.builder();
        armTable.addTo(features, name, intake);
        return new Arm(name, features.build());
    }

    private Features context(List<String> cells, Intake intake) {
        Features.Builder features = Features.builder();
        layout.context.forEach((name, place) -> kinds.getOrDefault(name, ColumnKind.CATEGORY)
                .add(features, name, CsvLayout.cell(cells, place), columns.separator(), intake));
        return features.build();
    }
}
