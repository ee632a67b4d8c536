package dev.attune;

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
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Every policy with an exploration path, by name, made anew for a dimension. */
public final class PathPolicies {
    /** Rewards per batch of the SGD-TS among them. */
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

    /** Those whose bonuses are widths. */
    public static Map<String, IntFunction<ExplorationPath>> widths() {
        return WIDTHS;
    }

    /** Those whose bonuses are shares of a draw. */
    public static Map<String, IntFunction<ExplorationPath>> draws() {
        return DRAWS;
    }

    /** All of them. */
    public static Map<String, IntFunction<ExplorationPath>> all() {
        Map<String, IntFunction<ExplorationPath>> all = new TreeMap<>(WIDTHS);
        all.putAll(DRAWS);
        return all;
    }

    /** Their names, for parameterised tests. */
    public static Iterable<String> names() {
        return all().keySet();
    }

    /** A new policy by name. */
    public static ExplorationPath make(String name, int d) {
        return all().get(name).apply(d);
    }
}
