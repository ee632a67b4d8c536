package dev.attune.cli;

import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.CsvColumnsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which column of a CSV log is what. */
final class ColumnOptions {
    @Option(
            names = "--columns",
            paramLabel = "YAML",
            description = "For csv: a file that says which column is what, in place of the options below.")
    private @Nullable Path file;

    @Option(names = "--arm-column", paramLabel = "C", description = "Column of the chosen arm (default: arm).")
    private @Nullable String arm;

    @Option(names = "--reward-column", paramLabel = "C", description = "Column of the reward (default: reward).")
    private @Nullable String reward;

    @Option(names = "--propensity-column", paramLabel = "C", description = "Column of its probability.")
    private @Nullable String propensity;

    @Option(names = "--id-column", paramLabel = "C", description = "Column that names the event.")
    private @Nullable String id;

    @Option(names = "--time-column", paramLabel = "C", description = "Column of the time.")
    private @Nullable String time;

    @Option(names = "--offered-column", paramLabel = "C", description = "Column that lists the arms on offer, a|b|c.")
    private @Nullable String offered;

    @Option(
            names = "--context-columns",
            split = ",",
            paramLabel = "C,C",
            description = "Features of the context (default: all other columns).")
    private @Nullable List<String> context;

    CsvColumns columns() throws IOException {
        if (file != null) {
            if (arm != null
                    || reward != null
                    || propensity != null
                    || id != null
                    || time != null
                    || offered != null
                    || context != null) {
                throw new IllegalArgumentException("--columns " + file + " says which column is what: leave the other"
                        + " options for columns out");
            }
            return CsvColumnsFile.read(file);
        }
        CsvColumns.Builder builder = CsvColumns.builder();
        if (arm != null) {
            builder.arm(arm);
        }
        if (reward != null) {
            builder.reward(reward);
        }
        if (propensity != null) {
            builder.propensity(propensity);
        }
        if (id != null) {
            builder.id(id);
        }
        if (time != null) {
            builder.time(time);
        }
        if (offered != null) {
            builder.offered(offered);
        }
        if (context != null) {
            builder.context(context);
        }
        return builder.build();
    }
}
