package dev.attune.lab.tuner;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;

/**
 * Where the authors' published code searches. Their paper says [0.1, 5] for everything; the code has a box of its own for each
 * policy, and most of them begin at 0, which is greedy.
 *
 * <pre>
 *   LinUCB            explore in [0, 5]
 *   LinTS, GLM-TSL    explore in [0, 4]
 *   UCB-GLM           explore in [0.2, 1.2]
 *   Laplace-TS        step in [0, 5]
 *   GLOC              explore in [0, 2], kappa in [0, 1]
 *   SGD-TS            explore and step in [0, 4]
 *   others            everything in [0, 5]
 * </pre>
 *
 * <p>Departures: all scales are linear, where the code has 0.2 + u^2 for UCB-GLM and 2 u^3 for the explore of GLOC; a box begins at
 * the smallest value that the policy accepts, for a step or a curvature of 0 divides by it.
 *
 * <p>A policy is known by the first word of its state name.
 */
final class ReleasedBox {
    private ReleasedBox() {}

    /** Returns the hyperparameters of a policy with the boxes of the published code. */
    static SettingSpace of(Policy policy) {
        String family = policy.stateName().split("[ /]", 2)[0];
        SettingSpace space = policy.space();
        for (Hyperparameter parameter : space.parameters()) {
            double low = family.equals("UCB-GLM") ? 0.2 : Math.max(0, parameter.min());
            double high = Math.min(high(family, parameter.name()), parameter.max());
            space = space.searching(parameter.name(), low, high, Scale.LINEAR);
        }
        return space;
    }

    private static double high(String family, String parameter) {
        return switch (family) {
            case "UCB-GLM" -> 1.2;
            case "GLOC" -> parameter.equals("explore") ? 2 : 1;
            case "LinTS", "GLM-TSL", "SGD-TS" -> 4;
            default -> 5;
        };
    }
}
