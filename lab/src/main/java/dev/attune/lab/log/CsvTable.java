package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.config.NearestWord;
import dev.attune.lab.data.Table;
import dev.attune.lab.log.CsvColumns.Column;
import dev.attune.lab.log.LineParser.MalformedLineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses a table with one decision a row. Before the first row can be an event, a survey finds kinds of columns and the arms. */
final class CsvTable {
    private static final int ROWS_FOR_KINDS = 1000;
    private static final int MOST_ARMS = 100_000;
    private static final int SHOWN_NAMES = 20;

    private final Path file;
    private final CsvColumns columns;
    private @Nullable Survey survey;

    CsvTable(Path file, CsvColumns columns) {
        this.file = file;
        this.columns = columns;
    }

    /** Returns a parser for a reading from the beginning; the first one surveys the file. */
    LineParser parser() throws IOException {
        ArmFeatureTable arms = columns.armFile().isPresent()
                ? ArmFeatureTable.read(columns.armFile().get(), columns)
                : ArmFeatureTable.EMPTY;
        if (survey == null) {
            Survey first = new Survey();
            EventSink.survey(file, LogFormat.CSV, new CsvLines(columns.delimiter(), first), first::isComplete);
            survey = first;
        }
        return new CsvLines(columns.delimiter(), new Rows(survey, arms));
    }

    /** Returns a cell of a row; empty if the row is too short or there is no such column. */
    static String cell(List<String> cells, int place) {
        return place >= 0 && place < cells.size() ? cells.get(place) : "";
    }

    private static String arm(List<String> cells, int place) throws MalformedLineException {
        String arm = cell(cells, place);
        if (arm.isEmpty()) {
            throw new MalformedLineException("row without an arm");
        }
        return arm;
    }

    /** A column whose cells are features. */
    record FeatureColumn(String name, int place, ColumnKind kind) {
        /** Adds the feature in a row. */
        void addTo(Features.Builder features, List<String> cells, char separator, EventSink sink) {
            kind.add(features, name, cell(cells, place), separator, sink);
        }
    }

    /** Finds the columns in the header, the kinds of columns, and the arms. */
    private final class Survey implements CsvLines.Rows {
        private List<String> header = List.of();
        private final Map<Column, Integer> places = new EnumMap<>(Column.class);
        private final Map<String, Integer> policies = new LinkedHashMap<>();
        private final Map<String, ColumnKind.Guess> context = new LinkedHashMap<>();
        private final Set<String> arms = new LinkedHashSet<>();
        private int base; // number of the first arm, if arms are numbered
        private boolean baseKnown = columns.arms() == 0;
        private long rows;

        /** Returns whether no further row is needed. */
        boolean isComplete() {
            return rows >= ROWS_FOR_KINDS && baseKnown && !columns.armsAreUnknown();
        }

        @Override
        public void header(List<String> names, EventSink sink) throws IOException {
            header = names;
            requireHeader(sink);
            for (Column column : Column.values()) {
                String name = columns.name(column);
                places.put(column, name.isEmpty() ? -1 : find(name, sink));
            }
            for (String name : columns.policies()) {
                policies.put(name, find(name, sink));
            }
            List<String> features = columns.context();
            if (features.isEmpty()) {
                features = new ArrayList<>(names);
                features.removeAll(columns.names().values());
                features.removeAll(columns.policies());
                features.removeAll(List.of("")); // a column without a name is a row number
            }
            for (String name : features) {
                context.put(name, new ColumnKind.Guess(find(name, sink)));
            }
        }

        private void requireHeader(EventSink sink) throws IOException {
            if (header.stream().noneMatch(name -> Double.isNaN(Table.numberIn(name)))) {
                throw sink.rejected(
                        "every name of a column is a number: the file has no header; add a line with names");
            }
            for (String name : header) {
                boolean used = columns.names().containsValue(name)
                        || columns.context().contains(name)
                        || columns.policies().contains(name);
                if (used && header.indexOf(name) != header.lastIndexOf(name)) {
                    throw sink.rejected("the columns " + (1 + header.indexOf(name)) + " and "
                            + (1 + header.lastIndexOf(name)) + " are both called '" + name + "'");
                }
            }
        }

        private int find(String name, EventSink sink) throws IOException {
            int place = header.indexOf(name);
            if (place < 0) {
                throw sink.rejected("there is no column '" + name + "'"
                        + NearestWord.to(name, header)
                                .map(nearest -> ". Did you mean '" + nearest + "'?")
                                .orElse(", only "
                                        + String.join(", ", header.subList(0, Math.min(SHOWN_NAMES, header.size())))));
            }
            return place;
        }

        int place(Column column) {
            return places.getOrDefault(column, -1);
        }

        @Override
        public void row(List<String> cells, EventSink sink) throws MalformedLineException, IOException {
            String arm = arm(cells, place(Column.ARM));
            sink.notEvent("row");
            if (rows++ < ROWS_FOR_KINDS) {
                context.values().forEach(guess -> guess.see(cell(cells, guess.place())));
            }
            if (columns.armsAreUnknown() && arms.add(arm) && arms.size() > MOST_ARMS) {
                throw sink.rejected("more than " + MOST_ARMS + " different arms up to here; is '"
                        + columns.name(Column.ARM)
                        + "' the right column? Else name a column that lists the arms on offer");
            }
            if (!baseKnown) {
                double number = Table.numberIn(arm);
                base = number == columns.arms() ? 1 : 0;
                baseKnown = number == 0 || base == 1;
            }
        }

        List<FeatureColumn> context() {
            List<FeatureColumn> features = new ArrayList<>();
            context.forEach((name, guess) -> features.add(
                    new FeatureColumn(name, guess.place(), columns.kinds().getOrDefault(name, guess.kind()))));
            return features;
        }

        /** Returns all arms, by number if they are numbers, else by name; none if each row lists its own. */
        List<String> arms() {
            List<String> sorted = new ArrayList<>(arms);
            if (columns.arms() > 0) {
                for (int a = 0; a < columns.arms(); a++) {
                    sorted.add(Integer.toString(a + base));
                }
            } else if (sorted.stream().noneMatch(arm -> Double.isNaN(Table.numberIn(arm)))) {
                sorted.sort(Comparator.comparingDouble(Table::numberIn).thenComparing(Comparator.naturalOrder()));
            } else {
                sorted.sort(Comparator.naturalOrder());
            }
            return sorted;
        }
    }

    /** Turns rows into events. */
    private final class Rows implements CsvLines.Rows {
        private final Survey survey;
        private final int width;
        private final List<FeatureColumn> context;
        private final ArmFeatureTable features;
        private final Map<String, Integer> placeOf = new HashMap<>();
        private final Map<String, Arm> known = new HashMap<>();
        private List<Arm> all = List.of();
        private boolean baseReported = columns.arms() == 0;

        Rows(Survey survey, ArmFeatureTable features) {
            this.survey = survey;
            this.width = survey.header.size();
            this.context = survey.context();
            this.features = features;
        }

        @Override
        public void header(List<String> ignored, EventSink sink) {
            all = survey.arms().stream().map(name -> newArm(name, sink)).toList();
            for (int place = 0; place < all.size(); place++) {
                placeOf.put(all.get(place).id(), place);
            }
            if (new HashSet<>(survey.header).size() < width) {
                sink.warn("name that several columns have; the first column counts");
            }
        }

        @Override
        public void row(List<String> cells, EventSink sink) throws MalformedLineException {
            if (cells.size() < width && !sink.terminated()) {
                throw new MalformedLineException(EventSink.CUT);
            }
            String arm = arm(cells, survey.place(Column.ARM));
            String rewardCell = cell(cells, Column.REWARD);
            double reward = Table.numberIn(rewardCell);
            if (Double.isNaN(reward) && !Table.isMissing(rewardCell)) {
                throw new MalformedLineException("row whose reward is not a number");
            }
            if (cells.size() != width) {
                sink.warn("row with " + (cells.size() < width ? "fewer" : "more")
                        + " cells than the header; taken without them");
            }
            boolean listed = survey.place(Column.OFFERED) >= 0;
            List<Arm> offered = listed ? offered(cell(cells, Column.OFFERED), sink) : all;
            int chosen = listed ? LoggedEvent.place(arm, offered) : placeOf.getOrDefault(numbered(arm), -1);
            if (chosen < 0) {
                sink.lost("row whose arm is not on offer");
                return;
            }
            if (!baseReported) {
                sink.warn("arms are numbered from " + survey.base);
                baseReported = true;
            }
            Map<String, double[]> given = sink.policies(policies(cells), offered);
            if (given.size() < survey.policies.size()) {
                return; // counted as lost
            }
            Features.Builder shared = Features.builder();
            context.forEach(column -> column.addTo(shared, cells, columns.separator(), sink));
            sink.event(new LoggedEvent(
                    cell(cells, Column.ID),
                    sink.time(cell(cells, Column.TIME)),
                    shared.build(),
                    offered,
                    chosen,
                    sink.propensity(cell(cells, Column.PROPENSITY)),
                    columns.costs() ? 0 - reward : reward,
                    1,
                    given));
        }

        /** Returns the choices of other policies: probabilities by arm. */
        private Map<String, Map<String, Double>> policies(List<String> cells) {
            Map<String, Map<String, Double>> policies = new LinkedHashMap<>();
            survey.policies.forEach((name, place) -> {
                Map<String, Double> of = new LinkedHashMap<>();
                for (String part : ColumnKind.list(CsvTable.cell(cells, place), columns.separator())) {
                    int colon = part.lastIndexOf(':');
                    double probability = colon < 0 ? Double.NaN : Table.numberIn(part.substring(colon + 1));
                    boolean certain = Double.isNaN(probability);
                    of.put(numbered(certain ? part : part.substring(0, colon)), certain ? 1.0 : probability);
                }
                policies.put(name, of);
            });
            return policies;
        }

        private String cell(List<String> cells, Column column) {
            return CsvTable.cell(cells, survey.place(column));
        }

        /** Returns the id of an arm; numbered arms may be written in several ways: 3, 03, 3.0. */
        private String numbered(String arm) {
            double number = columns.arms() > 0 ? Table.numberIn(arm) : Double.NaN;
            return number == Math.rint(number) ? Integer.toString((int) number) : arm;
        }

        private List<Arm> offered(String cell, EventSink sink) {
            List<Arm> offered = new ArrayList<>();
            for (String name : new LinkedHashSet<>(ColumnKind.list(cell, columns.separator()))) {
                Arm arm = known.get(name);
                if (arm == null) {
                    arm = newArm(name, sink);
                    if (known.size() < MOST_ARMS) {
                        known.put(name, arm);
                    }
                }
                offered.add(arm);
            }
            return offered;
        }

        private Arm newArm(String name, EventSink sink) {
            if (columns.armFile().isPresent() && !features.contains(name)) {
                sink.warn("arm that is not in the table of arms; taken without features");
            }
            Features.Builder builder = Features.builder();
            features.addTo(builder, name, sink);
            return new Arm(name, builder.build());
        }
    }
}
