package dev.attune.testkit;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Forgetting;
import dev.attune.model.Link;
import dev.attune.policy.GlmTsl;
import dev.attune.policy.GlmUcb;
import dev.attune.policy.Gloc;
import dev.attune.policy.LaplaceTs;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.SgdTs;
import dev.attune.policy.UcbGlm;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Every policy of the library with an exploration path and one model for all arms, by name. */
public final class PathPolicies {
    /** The rewards in a batch of the SGD-TS among them. */
    public static final int BATCH = 12;

    private static final Map<String, IntFunction<ExplorationPath>> WIDTHS = new TreeMap<>(Map.of(
            "LinUCB", LinUcb::new,
            "LinUCB forgetting", d -> new LinUcb(d, Forgetting.DETECTED),
            "UCB-GLM", UcbGlm::new,
            "UCB-GLM with Fisher widths", d -> UcbGlm.withFisherWidths(Link.LOGISTIC, d),
            "GLM-UCB", GlmUcb::new,
            "GLOC", Gloc::new));

    private static final Map<String, IntFunction<ExplorationPath>> DRAWS = new TreeMap<>(Map.of(
            "LinTS", LinTs::new,
            "LinTS forgetting", d -> new LinTs(d, Forgetting.DETECTED),
            "GLM-TSL", GlmTsl::new,
            "Laplace-TS", LaplaceTs::new,
            "Laplace-TS by descent", LaplaceTs::byDescent,
            "SGD-TS", d -> new SgdTs(Link.LOGISTIC, d, BATCH, SgdTs.START_RIDGE, 5)));

    private PathPolicies() {}

    /** Returns those whose bonuses are widths. */
    public static Map<String, IntFunction<ExplorationPath>> widths() {
        return WIDTHS;
    }

    /** Returns those whose bonuses are shares of a draw. */
    public static Map<String, IntFunction<ExplorationPath>> draws() {
        return DRAWS;
    }

    /** Returns all of them. */
    public static Map<String, IntFunction<ExplorationPath>> all() {
        Map<String, IntFunction<ExplorationPath>> all = new TreeMap<>(WIDTHS);
        all.putAll(DRAWS);
        return all;
    }

    /** Returns their names, for parameterised tests. */
    public static Iterable<String> names() {
        return all().keySet();
    }

    /** Makes a policy by name. */
    public static ExplorationPath make(String name, int d) {
        return Objects.requireNonNull(all().get(name), name).apply(d);
    }
}
