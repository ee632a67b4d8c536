package dev.attune;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.SettingSpace;
import dev.attune.policy.Gloc;
import dev.attune.tuner.Candidates;
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

    /**
     * The tuner that a policy has unless another is named: VOI, which relies on a posterior; ED2RB for GLOC, whose widths are
     * those of a confidence set and no posterior's; Fixed for a policy without an exploration path.
     */
    public static TunerEntry defaultTuner(Policy policy) {
        if (policy instanceof ExplorationPath) {
            return tuner(policy instanceof Gloc ? "ED2RB" : "VOI");
        }
        return tuner("Fixed");
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
     * @param blocks whether the first feature of an arm must be the number of its block ({@link dev.attune.api.Blocks})
     */
    public record PolicyEntry(
            String name,
            String summary,
            String citation,
            SettingSpace space,
            IntFunction<Policy> factory,
            boolean blocks) {
        /** A policy for arms with any features. */
        public PolicyEntry(
                String name, String summary, String citation, SettingSpace space, IntFunction<Policy> factory) {
            this(name, summary, citation, space, factory, false);
        }
    }

    /**
     * One tuner of the catalogue.
     *
     * @param name what it is called everywhere
     * @param summary what it does, in a line
     * @param needs what it needs of the policy and of the user
     * @param citation where it was published, or is explained
     * @param chooses what it chooses the setting from
     * @param tuning puts it on top of a policy
     */
    public record TunerEntry(
            String name, String summary, String needs, String citation, Chooses chooses, Tuning tuning) {}

    /** What a tuner chooses settings from. */
    public enum Chooses {
        /** A few candidate values of the exploration rate. */
        CANDIDATES,
        /** Anything in the search box or on the exploration path, or nothing at all. */
        FREELY
    }

    /** Puts a tuner on top of a policy, with presets for all else. */
    @FunctionalInterface
    public interface Tuning {
        /**
         * A bandit of this policy and the tuner.
         *
         * @param candidates values of the exploration rate for a tuner that chooses among candidates; others do not look
         * @throws IllegalArgumentException if the policy lacks what the tuner needs
         */
        SelfTuningBandit tune(Policy policy, Horizon horizon, double[] candidates, Options options);

        /** The same with the candidates C1 of Kang, Hsieh and Lee (2024): 0.1, 1, 2, 3, 4, 5. */
        default SelfTuningBandit tune(Policy policy, Horizon horizon, Options options) {
            return tune(policy, horizon, Candidates.c1(), options);
        }
    }
}
