package dev.attune.live.statistics;

import dev.attune.api.ModelExplanation;
import java.util.List;

/**
 * The coefficients of a model, by name.
 *
 * @param coefficients the most prominent of those requested, in this order
 * @param count number of all coefficients
 * @param features number of different features seen
 * @param collisionRate share of features that share a slot of a vector with another; NaN if there are no slots
 * @param prior precision of the model's prior; NaN if unknown
 * @param explanation which model decides, and why
 */
public record ModelView(
        List<Coefficient> coefficients,
        long count,
        long features,
        double collisionRate,
        double prior,
        ModelExplanation explanation) {
    /** Copies the list. */
    public ModelView {
        coefficients = List.copyOf(coefficients);
    }
}
