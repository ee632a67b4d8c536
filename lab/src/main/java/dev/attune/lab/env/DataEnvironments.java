package dev.attune.lab.env;

import java.util.ArrayList;
import java.util.List;

/** Environments made of data that the user has. */
final class DataEnvironments {
    static final List<EnvironmentProvider> ALL = all();

    private DataEnvironments() {}

    private static List<EnvironmentProvider> all() {
        List<EnvironmentProvider> entries = new ArrayList<>();
        entries.addAll(MovieLensEntries.ALL);
        entries.addAll(ClassificationEntries.ALL);
        entries.addAll(YahooEntries.ALL);
        entries.add(OpenBanditEnvironment.ENTRY);
        return List.copyOf(entries);
    }

    /** Where the data are, for an environment whose data set Attune knows. */
    static Parameter data(String what) {
        return new Parameter("data", "", what + "; if not given, what 'attune data' has put into its folder");
    }

    /** The value of {@link #data}: a path, or nothing. */
    static String path(Parameters parameters) {
        return parameters.has("data") ? parameters.text("data") : "";
    }
}
