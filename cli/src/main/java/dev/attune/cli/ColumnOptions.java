package dev.attune.cli;

import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.CsvColumns.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the columns of a CSV log. */
final class ColumnOptions {
    @Option(
            names = "--columns",
            paramLabel = "YAML",
            description = "For csv: a file that names the columns, instead of the options below.")
    private @Nullable Path file;

    @Option(names = "--arm-column", paramLabel = "C", description = "Column of the chosen arm (default: arm).")
    private @Nullable String arm;

    @Option(names = "--reward-column", paramLabel = "C", description = "Column of the reward (default: reward).")
    private @Nullable String reward;

    @Option(
            names = "--propensity-column",
            paramLabel = "C",
            description = "Column of the probability of the chosen arm.")
    private @Nullable String propensity;

    @Option(names = "--costs", description = "The column of the reward has costs.")
    private boolean costs;

    @Option(
            names = "--policy-column",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "C,C",
            description =
                    "Columns with the choice of another policy, to be valued: an arm, or probabilities a:0.2|b:0.8.")
    private List<String> policies = List.of();

    @Option(names = "--id-column", paramLabel = "C", description = "Column of the id of the event.")
    private @Nullable String id;

    @Option(names = "--time-column", paramLabel = "C", description = "Column of the time.")
    private @Nullable String time;

    @Option(names = "--offered-column", paramLabel = "C", description = "Column that lists the arms on offer, a|b|c.")
    private @Nullable String offered;

    @Option(
            names = "--context-columns",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "C,C",
            description = "Features of the context (default: all other columns).")
    private @Nullable List<String> context;

    CsvColumns columns() throws IOException {
        Map<Column, String> named = new EnumMap<>(Column.class);
        put(named, Column.ARM, arm);
        put(named, Column.REWARD, reward);
        put(named, Column.PROPENSITY, propensity);
        put(named, Column.ID, id);
        put(named, Column.TIME, time);
        put(named, Column.OFFERED, offered);
        if (file != null) {
            if (!named.isEmpty() || context != null || costs || !policies.isEmpty()) {
                throw new IllegalArgumentException(
                        "--columns " + file + " names all columns: remove the other options for columns");
            }
            return CsvColumns.read(file);
        }
        CsvColumns.Builder builder = CsvColumns.builder().costs(costs).policies(policies);
        named.forEach(builder::column);
        if (context != null) {
            builder.context(context);
        }
        return builder.build();
    }

    private static void put(Map<Column, String> named, Column column, @Nullable String name) {
        if (name != null) {
            named.put(column, name);
        }
    }
}
