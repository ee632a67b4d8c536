package dev.attune.client;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import java.util.List;

/**
 * What a decision is asked for: the arms, the context, and how many arms to show. Immutable; each method gives a changed copy.
 *
 * <pre>{@code
 * ArmRequest.among(List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE))).context(visitor).top(2)
 * ArmRequest.fromCatalogue().context(visitor)
 * }</pre>
 */
public final class ArmRequest {
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

    /** Arms that come with the request; at least one. */
    public static ArmRequest among(List<Arm> arms) {
        return new ArmRequest("", Features.NONE, new Offer.Inline(arms), 1);
    }

    /** Arms of the bandit's catalogue, by their ids; all of them if none is named. */
    public static ArmRequest fromCatalogue(String... ids) {
        return new ArmRequest("", Features.NONE, new Offer.FromCatalogue(0, List.of(ids)), 1);
    }

    /** What all arms share. */
    public ArmRequest context(Features features) {
        return new ArmRequest(id, features, offer, top);
    }

    /**
     * What the caller calls the request. Asked again with the same id, the service gives the same decision. Without one the client
     * makes one up, which protects its own retries, but not a program that starts again.
     */
    public ArmRequest id(String name) {
        return new ArmRequest(name, context, offer, top);
    }

    /** How many arms are to be shown, the chosen one included; 1 unless set. Only the chosen one is learnt from. */
    public ArmRequest top(int arms) {
        return new ArmRequest(id, context, offer, arms);
    }

    /**
     * Holds a request to a version of the catalogue: the service refuses it if another one is in force.
     *
     * @throws IllegalStateException if the arms come with the request
     */
    public ArmRequest catalogue(int version) {
        if (!(offer instanceof Offer.FromCatalogue named)) {
            throw new IllegalStateException("the arms come with the request, not from a catalogue");
        }
        return new ArmRequest(id, context, new Offer.FromCatalogue(version, named.ids()), top);
    }

    /** What the caller calls the request; empty if it did not say. */
    public String id() {
        return id;
    }

    Features context() {
        return context;
    }

    Offer offer() {
        return offer;
    }

    int top() {
        return top;
    }

    ArmRequest named() {
        return id.isEmpty() ? id(RandomId.next()) : this;
    }
}
