package dev.attune.server.http;

import dev.attune.live.json.JsonLimits;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bandits that requests work on.
 *
 * @param bandits all of them
 * @param own bandits that learn here, with their journal; null if this service follows a stream
 * @param stream name of the stream that it follows; empty for none
 * @param limits of a request's content
 * @param seeds of bandits that are created without one
 * @param evaluations of journals; null if this service has none
 */
public record Backend(
        Bandits bandits,
        @Nullable BanditRuntime own,
        String stream,
        JsonLimits limits,
        LongSupplier seeds,
        @Nullable Evaluations evaluations) {
    /** Returns the backend of a data folder. */
    public static Backend of(
            BanditRuntime own, JsonLimits limits, LongSupplier seeds, @Nullable Evaluations evaluations) {
        return new Backend(own, own, "", limits, seeds, evaluations);
    }

    /** Returns the backend of bandits that learn in a stream. */
    public static Backend following(Bandits bandits, String stream, JsonLimits limits) {
        return new Backend(bandits, null, stream, limits, () -> 0, null);
    }
}
