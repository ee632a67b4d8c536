package dev.attune.lab.env;

import dev.attune.lab.data.ClickRates;
import dev.attune.lab.data.DataSets;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.data.VisitSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Environments of Yahoo's click logs. */
final class YahooEntries {
    static final List<EnvironmentProvider> ALL = List.of(
            new EnvironmentEntry(
                    "yahoo-r6a",
                    "news articles, a round for each timestamp, clicks by their rate in it; six features",
                    "Section 5 of the paper, on Yahoo R6A",
                    List.of(DataEnvironments.data("a log or the folder of all of them")),
                    parameters -> new ClickRateEnvironment(
                            ClickRates.read(DataSource.named(DataSets.YAHOO_R6A, DataEnvironments.path(parameters))
                                    .logs()))),
            new EnvironmentEntry(
                    "yahoo-r6b",
                    "news articles, a round for each visit; only the article that was shown has a reward",
                    "Yahoo R6B, replayed as in Li et al. 2011",
                    List.of(
                            DataEnvironments.data("a log or the folder of all of them"),
                            new Parameter(
                                    "userFeatures",
                                    "0",
                                    "how many of the most frequent user features each article has a coefficient for")),
                    YahooEntries::replay));

    private YahooEntries() {}

    private static Environment replay(Parameters parameters) throws IOException {
        int userFeatures = parameters.integer("userFeatures", 0);
        List<Path> files = DataSource.named(DataSets.YAHOO_R6B, DataEnvironments.path(parameters))
                .logs();
        return new ReplayEnvironment(files, VisitSummary.read(files), userFeatures);
    }
}
