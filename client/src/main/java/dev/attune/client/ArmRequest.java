package dev.attune.client;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/**
 * A request for a decision: the arms, the context, and the number of arms to show. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * ArmRequest.among(List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE))).context(visitor).top(2)
 * ArmRequest.fromCatalogue().context(visitor)
 * }</pre>
 */
public final class ArmRequest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 16;

    private final String id;
    private final Features context;
    private final Offer offer;
    private final int top;

    private ArmRequest(String id, Features context, Offer offer, int top) {
        this.id = id;
        this.context = context;
        this.offer = offer;
        this.top = top;
    }

    /** Returns a request with its own arms; at least one. */
    public static ArmRequest among(List<Arm> arms) {
        return new ArmRequest("", Features.NONE, new Offer.Inline(arms), 1);
    }

    /** Returns a request for arms of the bandit's catalogue, by their ids; all of them if none is given. */
    public static ArmRequest fromCatalogue(String... ids) {
        return new ArmRequest("", Features.NONE, new Offer.FromCatalogue(0, List.of(ids)), 1);
    }

    /** Returns the request with features shared by all arms. */
    public ArmRequest context(Features features) {
        return new ArmRequest(id, features, offer, top);
    }

    /**
     * Returns the request with an id, for which the service always makes the same decision. Without one the client generates an id, which protects
     * its own retries, but not a restarted program.
     */
    public ArmRequest id(String name) {
        return new ArmRequest(name, context, offer, top);
    }

    /** Returns the request with a number of arms to show, the chosen one included; 1 by default. Only the chosen one is learnt from. */
    public ArmRequest top(int arms) {
        return new ArmRequest(id, context, offer, arms);
    }

    /**
     * Returns the request for a version of the catalogue: the service rejects it if another one is in force.
     *
     * @throws IllegalStateException if the arms come with the request
     */
    public ArmRequest catalogue(int version) {
        if (!(offer instanceof Offer.FromCatalogue named)) {
            throw new IllegalStateException("the arms come with the request, not from a catalogue");
        }
        return new ArmRequest(id, context, new Offer.FromCatalogue(version, named.ids()), top);
    }

    /** Returns the id of the request; empty for none. */
    public String id() {
        return id;
    }

    /** Returns the request as the service reads it, with a random id if it has none. */
    DecisionRequest named() {
        return new DecisionRequest(idOrRandom(id), context, offer, top);
    }

    /** Returns an id, or a unique one of 128 random bits if it is empty. */
    static String idOrRandom(String id) {
        if (!id.isEmpty()) {
            return id;
        }
        byte[] bits = new byte[ID_BYTES];
        RANDOM.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
