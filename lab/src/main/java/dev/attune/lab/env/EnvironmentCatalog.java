package dev.attune.lab.env;

import java.util.ArrayList;
import java.util.List;

/** The environments there are, by name. */
public final class EnvironmentCatalog {
    private static final List<EnvironmentEntry> ALL = all();

    private EnvironmentCatalog() {}

    /** The environments, in the order in which they are shown. */
    public static List<EnvironmentEntry> environments() {
        return ALL;
    }

    /** The environment with this name, whatever the case. */
    public static EnvironmentEntry environment(String name) {
        return ALL.stream()
                .filter(entry -> entry.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no environment " + name + "; there are "
                        + String.join(
                                ", ", ALL.stream().map(EnvironmentEntry::name).toList())));
    }

    private static List<EnvironmentEntry> all() {
        List<EnvironmentEntry> entries = new ArrayList<>();
        entries.addAll(SyntheticEnvironments.ALL);
        entries.addAll(DataEnvironments.ALL);
        return List.copyOf(entries);
    }
}
