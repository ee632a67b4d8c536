package dev.attune.lab.evaluate;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.config.NearestWord;
import dev.attune.lab.evaluate.FeatureEncoder.Form;
import dev.attune.tuner.Fixed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A bandit that is to learn from a log: a policy of the catalogue with a tuner of the catalogue, or with one hyperparameter fixed.
 *
 * @param policy name of the policy
 * @param tuner name of the tuner, or a hyperparameter with its value, such as {@code explore=0.5}
 * @param taught whether one half of the log has taught it before it plays the other; otherwise it starts from nothing
 */
public record LearningPolicy(String policy, String tuner, boolean taught) {
    private static final List<String> BESIDE_THE_DEFAULT = List.of("OP", "CDT", "explore=0"); // for sparse arms
    private static final List<String> FOR_VECTORS = List.of("VOI", "RandUCB", "OP", "CDT", "Theory", "explore=1");

    /**
     * Writes the names as the catalogue does.
     *
     * @throws IllegalArgumentException if there is no such policy or tuner
     */
    public LearningPolicy {
        policy = Catalog.policy(policy).name();
        if (tuner.indexOf('=') < 0) {
            tuner = tunerName(tuner);
        } else {
            value(tuner);
        }
    }

    /** Creates one that starts from nothing. */
    public LearningPolicy(String policy, String tuner) {
        this(policy, tuner, false);
    }

    /**
     * Returns all pairs, policy by policy; and of each policy the first pair with a tuner once more, taught.
     *
     * @param tuners names of tuners, or hyperparameters with their values; those that suit each policy if empty
     * @throws IllegalArgumentException if there is no such policy or tuner, or none of the policies has a hyperparameter that is fixed
     */
    public static List<LearningPolicy> all(List<String> policies, List<String> tuners) {
        List<LearningPolicy> pairs = new ArrayList<>();
        for (String policy : policies) {
            String name = policy.strip();
            List<LearningPolicy> ofPolicy = (tuners.isEmpty() ? suitable(Catalog.policy(name)) : tuners)
                    .stream()
                            .map(tuner -> new LearningPolicy(name, tuner.strip()))
                            .toList();
            pairs.addAll(ofPolicy);
            ofPolicy.stream()
                    .filter(LearningPolicy::tuned)
                    .findFirst()
                    .ifPresent(pair -> pairs.add(new LearningPolicy(pair.policy, pair.tuner, true)));
        }
        for (LearningPolicy pair : pairs) {
            if (!pair.tuned()) {
                requireHyperparameter(pair.tuner, policies);
            }
        }
        return pairs;
    }

    private static List<String> suitable(PolicyProvider policy) {
        if (!policy.sparse()) {
            return FOR_VECTORS;
        }
        String byDefault = Catalog.defaultTuner(policy).name();
        return Stream.concat(Stream.of(byDefault), BESIDE_THE_DEFAULT.stream()).toList();
    }

    private static void requireHyperparameter(String fixed, List<String> policies) {
        String name = name(fixed);
        Set<String> known = new LinkedHashSet<>();
        for (String policy : policies) {
            SettingSpace space = Catalog.policy(policy.strip()).space();
            List<String> names =
                    space.parameters().stream().map(Hyperparameter::name).toList();
            known.addAll(names);
            if (names.contains(name)) {
                space.with(space.preset(), space.indexOf(name), value(fixed)); // rejects an invalid value
            }
        }
        if (!known.contains(name)) {
            throw new IllegalArgumentException("tuner " + fixed + ": " + String.join(", ", policies)
                    + (policies.size() == 1 ? " has" : " have") + " no hyperparameter '" + name + "'"
                    + NearestWord.to(name, known)
                            .map(nearest -> "; did you mean " + nearest + fixed.substring(name.length()) + "?")
                            .orElse(known.isEmpty() ? "" : "; there is " + String.join(", ", known)));
        }
    }

    /** Returns the form of arms that the policy takes. */
    Form form() {
        PolicyProvider provider = Catalog.policy(policy);
        return provider.sparse() ? Form.SPARSE : provider.perArm() ? Form.BLOCKS : Form.VECTORS;
    }

    /** Returns whether it has a tuner, not a fixed value. */
    public boolean tuned() {
        return tuner.indexOf('=') < 0;
    }

    /** Returns the name in tables. */
    public String label() {
        return policy + ", " + tuner + (taught ? ", taught" : "");
    }

    /**
     * Creates the bandit.
     *
     * @throws IllegalArgumentException if the policy lacks what the tuner needs
     */
    public SelfTuningBandit make(int dimension, long horizon, long seed) {
        PolicyProvider provider = Catalog.policy(policy);
        Options options = Options.DEFAULT.withSeed(seed);
        if (!tuned()) {
            Policy made = provider.create(dimension, options.forgetting());
            SettingSpace space = made.space();
            Setting setting = space.with(space.preset(), space.indexOf(name(tuner)), value(tuner));
            return SelfTuningBandit.of(made, new Fixed(setting), options);
        }
        TunerProvider top = Catalog.tuner(tuner);
        if (provider.sparse() && top.needsCalibration()) {
            throw new IllegalArgumentException(
                    tuner + " needs a policy with a matrix of covariances, which " + policy + " has not");
        }
        Policy made = top.needsCalibration()
                ? provider.createCalibrated(dimension, options.forgetting())
                : provider.create(dimension, options.forgetting());
        return SelfTuningBandit.of(
                made, top.tune(made, Horizon.of(Math.max(1, horizon)), Catalog.candidates()), options);
    }

    private static String tunerName(String tuner) {
        try {
            return Catalog.tuner(tuner).name();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + "; a fixed rate is explore=NUMBER", e);
        }
    }

    private static String name(String fixed) {
        return fixed.substring(0, fixed.indexOf('='));
    }

    private static double value(String fixed) {
        String text = fixed.substring(fixed.indexOf('=') + 1);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "tuner " + fixed + ": '" + text + "' is not a number; a fixed rate is explore=NUMBER", e);
        }
    }
}
