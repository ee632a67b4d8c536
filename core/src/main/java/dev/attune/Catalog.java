package dev.attune;

import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.SettingSpace;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The policies and tuners there are, by name: the one list that commands, files and reports agree on. */
public final class Catalog {
    private Catalog() {}

    /** The policies, in the order in which they are shown. */
    public static List<PolicyEntry> policies() {
        return PolicyCatalog.ALL;
    }

    /** The policy with this name, whatever the case. */
    public static PolicyEntry policy(String name) {
        return find("policy", name, PolicyCatalog.ALL, PolicyEntry::name);
    }

    /** The tuners, in the order in which they are shown. */
    public static List<TunerEntry> tuners() {
        return TunerCatalog.ALL;
    }

    /** The tuner with this name, whatever the case. */
    public static TunerEntry tuner(String name) {
        return find("tuner", name, TunerCatalog.ALL, TunerEntry::name);
    }

    private static <T> T find(String kind, String name, List<T> entries, Function<T, String> nameOf) {
        return entries.stream()
                .filter(entry -> nameOf.apply(entry).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + kind + " " + name + "; there are "
                        + String.join(", ", entries.stream().map(nameOf).toList())));
    }

    /**
     * One policy of the catalogue.
     *
     * @param name what it is called everywhere
     * @param summary what it does, in a line
     * @param citation where it was published; empty if nowhere
     * @param space its hyperparameters
     * @param factory makes one for a number of features, with presets for all else
     */
    public record PolicyEntry(
            String name, String summary, String citation, SettingSpace space, IntFunction<Policy> factory) {}

    /**
     * One tuner of the catalogue.
     *
     * @param name what it is called everywhere
     * @param summary what it does, in a line
     * @param needs what it needs of the policy and of the user
     * @param citation where it was published, or is explained
     * @param tuning puts it on top of a policy
     */
    public record TunerEntry(String name, String summary, String needs, String citation, Tuning tuning) {}

    /** Puts a tuner on top of a policy, with presets for all else. */
    @FunctionalInterface
    public interface Tuning {
        /**
         * A bandit of this policy and the tuner.
         *
         * @throws IllegalArgumentException if the policy lacks what the tuner needs
         */
        SelfTuningBandit tune(Policy policy, Horizon horizon, Options options);
    }
}
