package dev.attune.lab.env;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The environments by name: those of the lab, then those that the class path provides as services ({@link EnvironmentProvider}), loaded once by
 * the class loader of the current thread.
 */
public final class EnvironmentCatalog {
    private static final List<EnvironmentProvider> ALL = all();

    private EnvironmentCatalog() {}

    /** Returns the environments, in the order in which they are shown. */
    public static List<EnvironmentProvider> environments() {
        return ALL;
    }

    /**
     * Returns the environment with this name, ignoring case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static EnvironmentProvider environment(String name) {
        return ALL.stream()
                .filter(entry -> entry.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no environment " + name + "; there are "
                        + String.join(
                                ", ",
                                ALL.stream().map(EnvironmentProvider::name).toList())));
    }

    private static List<EnvironmentProvider> all() {
        List<EnvironmentProvider> entries = new ArrayList<>();
        entries.addAll(SyntheticEnvironments.ALL);
        entries.addAll(DataEnvironments.ALL);
        for (EnvironmentProvider provider : ServiceLoader.load(EnvironmentProvider.class)) {
            if (entries.stream().anyMatch(entry -> entry.name().equalsIgnoreCase(provider.name()))) {
                throw new IllegalStateException(provider.getClass().getName() + " provides " + provider.name()
                        + ", a name that another provider has");
            }
            entries.add(provider);
        }
        return List.copyOf(entries);
    }
}
