package dev.attune.server.http;

import dev.attune.live.json.JsonLimits;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.Decisions;
import dev.attune.server.security.SignedDecisions;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What requests work on.
 *
 * @param bandits all of them, to look at
 * @param decisions who decides
 * @param own bandits that learn here, with their journal; null if this service follows a stream
 * @param stream which stream it follows, for people; empty if it follows none
 * @param limits how much a request may hold
 * @param seeds make the seed of a bandit that comes without one
 */
public record Backend(
        Bandits bandits,
        Decisions decisions,
        @Nullable SignedDecisions own,
        String stream,
        JsonLimits limits,
        LongSupplier seeds) {
    /** Bandits of a data folder. */
    public static Backend of(SignedDecisions own, JsonLimits limits, LongSupplier seeds) {
        return new Backend(own.runtime(), own, own, "", limits, seeds);
    }

    /** Bandits that learn in a stream. */
    public static Backend following(Bandits bandits, Decisions decisions, String stream, JsonLimits limits) {
        return new Backend(bandits, decisions, null, stream, limits, () -> 0);
    }
}
