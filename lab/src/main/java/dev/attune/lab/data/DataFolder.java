package dev.attune.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where data live on this machine: a folder with one folder for each data set. */
public final class DataFolder {
    private final Path root;

    /** Data live here. */
    public DataFolder(Path root) {
        this.root = root;
    }

    /**
     * The user's: what ATTUNE_DATA names, else the folder attune where programs of this system keep what they can get
     * again.
     */
    public static DataFolder ofUser() {
        return of(System.getenv(), System.getProperty("os.name", ""), System.getProperty("user.home", ""));
    }

    static DataFolder of(Map<String, String> environment, String system, String home) {
        String named = environment.getOrDefault("ATTUNE_DATA", "");
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

    /** The folder of a data set, which need not exist. */
    public Path of(DataSet set) {
        return root.resolve(set.name());
    }

    /** Whether the data set is there. */
    public boolean has(DataSet set) {
        if (set.logs().isEmpty()) {
            return set.files().stream().allMatch(file -> Files.isRegularFile(of(set).resolve(file.name())));
        }
        try {
            return Files.isDirectory(of(set))
                    && !ClickLogs.at(of(set), set.logs()).isEmpty();
        } catch (IOException e) {
            return false; // no log in the folder
        }
    }
}
