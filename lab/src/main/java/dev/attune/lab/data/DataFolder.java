package dev.attune.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The folder for data, with one folder for each data set.
 *
 * @param root its path
 */
public record DataFolder(Path root) {
    /**
     * Returns the user's data folder: the value of ATTUNE_DATASETS, else the folder attune in the user's cache folder of this system.
     */
    public static DataFolder ofUser() {
        return of(System.getenv(), System.getProperty("os.name", ""), System.getProperty("user.home", ""));
    }

    static DataFolder of(Map<String, String> environment, String system, String home) {
        String named = environment.getOrDefault("ATTUNE_DATASETS", "");
        if (!named.isBlank()) {
            return new DataFolder(Path.of(named));
        }
        boolean windows = system.toLowerCase(Locale.ROOT).startsWith("windows");
        String caches = environment.getOrDefault(windows ? "LOCALAPPDATA" : "XDG_CACHE_HOME", "");
        if (!caches.isBlank()) {
            return new DataFolder(Path.of(caches, "attune"));
        }
        return new DataFolder(
                windows ? Path.of(home, "AppData", "Local", "attune") : Path.of(home, ".cache", "attune"));
    }

    /** Returns the folder of a data set, which may not exist. */
    public Path of(DataSet set) {
        return root.resolve(set.name());
    }

    /** Returns whether the data set is there. */
    public boolean has(DataSet set) {
        if (set.logs().isEmpty()) {
            return set.files().stream().allMatch(file -> Files.isRegularFile(of(set).resolve(file.name())));
        }
        try {
            return Files.isDirectory(of(set))
                    && !DataSource.logs(of(set), set.logs()).isEmpty();
        } catch (IOException e) {
            return false; // no log in the folder
        }
    }
}
