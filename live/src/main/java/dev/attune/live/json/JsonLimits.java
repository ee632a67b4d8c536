package dev.attune.live.json;

import java.io.Serializable;

/**
 * The limits of a request.
 *
 * @param arms in one request or catalogue
 * @param features names in one set of features
 * @param values in one set of features, each entry of a list counted
 * @param batch requests, observations or rewards in one batch
 * @param idLength characters of an id or of a feature's name
 * @param textLength characters of a feature's value
 * @param pairs values of the context times values of the arms that come with a request, each of which may be a feature
 */
public record JsonLimits(int arms, int features, int values, int batch, int idLength, int textLength, long pairs)
        implements Serializable {
    /** 10,000 arms, 1,000 features, batches of 1,000. */
    public static final JsonLimits DEFAULT = new JsonLimits(10_000, 1_000, 4_096, 1_000, 200, 1_000, 20_000_000);

    /** Returns limits with other numbers of arms, features and requests. */
    public JsonLimits withCounts(int mostArms, int mostFeatures, int mostBatch) {
        return new JsonLimits(
                mostArms, mostFeatures, Math.max(values, mostFeatures), mostBatch, idLength, textLength, pairs);
    }
}
