package dev.attune.lab.env;

import dev.attune.lab.data.Content;
import dev.attune.lab.data.CostMatrix;
import dev.attune.lab.data.DataSet;
import dev.attune.lab.data.DataSets;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.data.LabelledContexts;
import dev.attune.lab.data.LabelledContexts.Scale;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;

/** Classification tables as bandits: any CSV file, and two from UCI. */
final class ClassificationEntries {
    private static final Parameter COSTS =
            new Parameter("costs", "", "CSV file with the cost of each arm for each right class; none unless given");
    private static final Parameter ENCODING = new Parameter(
            "encoding", "disjoint", "disjoint: each arm has coefficients of its own for the context and a constant");
    private static final Parameter SCALE = new Parameter(
            "scale",
            "standard",
            "standard: numbers to mean 0 and variance 1; unit: then no context longer than 1; none: as in the file");

    static final List<EnvironmentProvider> ALL = List.of(
            new EnvironmentEntry(
                    "classification",
                    "your own table: a round is a row, an arm is a class, the reward is 1 for the right one",
                    "",
                    List.of(
                            new Parameter("data", "", "CSV file, plain or gzipped"),
                            new Parameter("label", "last", "column of the class: name, number from 1, first or last"),
                            new Parameter("header", "yes", "whether the first row names the columns: yes or no"),
                            new Parameter("delimiter", "comma", "comma, semicolon, tab, space, or the character"),
                            new Parameter(
                                    "ignore", "", "columns to leave out: names or numbers, with commas between them"),
                            COSTS,
                            ENCODING,
                            SCALE),
                    ClassificationEntries::table),
            new EnvironmentEntry(
                    "pendigits",
                    "handwritten digits: 10,992 rows, 10 arms, d = 170",
                    "UCI, Pen-based recognition of handwritten digits",
                    List.of(DataEnvironments.data("pendigits.all or its folder"), COSTS, ENCODING, SCALE),
                    parameters -> known(parameters, "pendigits", DataSets.PENDIGITS, "last")),
            new EnvironmentEntry(
                    "mushroom",
                    "edible or poisonous: 8,124 rows, 2 arms",
                    "UCI, Mushroom",
                    List.of(DataEnvironments.data("agaricus-lepiota.data or its folder"), COSTS, ENCODING, SCALE),
                    parameters -> known(parameters, "mushroom", DataSets.MUSHROOM, "first")));

    private ClassificationEntries() {}

    private static Environment table(Parameters parameters) throws IOException {
        Content file = Content.read(parameters.path("data"));
        Table table = Table.read(
                file,
                parameters.text("delimiter"),
                parameters.oneOf("header", "yes", "no").equals("yes"));
        Set<Integer> ignored = new HashSet<>();
        if (parameters.has("ignore")) {
            StringTokenizer columns = new StringTokenizer(parameters.text("ignore"), ",");
            while (columns.hasMoreTokens()) {
                ignored.add(table.column(columns.nextToken().strip()));
            }
        }
        return environment("classification", parameters, table, table.column(parameters.text("label")), ignored);
    }

    private static Environment known(Parameters parameters, String name, DataSet set, String label) throws IOException {
        Content file = DataSource.named(set, DataEnvironments.path(parameters))
                .content(set.files().get(0));
        Table table = Table.read(file, "comma", false);
        return environment(name, parameters, table, table.column(label), Set.of());
    }

    private static Environment environment(
            String name, Parameters parameters, Table table, int label, Set<Integer> ignored) throws IOException {
        parameters.oneOf("encoding", "disjoint");
        Scale scale = Scale.valueOf(
                parameters.oneOf("scale", "standard", "unit", "none").toUpperCase(Locale.ROOT));
        LabelledContexts data = LabelledContexts.of(table, label, ignored, scale);
        String fingerprint = table.file().fingerprint();
        if (!parameters.has("costs")) {
            double[][] reward =
                    ClassificationEnvironment.rightOrWrong(data.classes().size());
            return new ClassificationEnvironment(name, data, reward, fingerprint);
        }
        Content costs = Content.read(parameters.path("costs"));
        return new ClassificationEnvironment(
                name, data, CostMatrix.rewards(costs, data.classes()), fingerprint + "+" + costs.fingerprint());
    }
}
