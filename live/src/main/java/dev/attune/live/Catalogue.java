package dev.attune.live;

import dev.attune.encode.Arm;
import dev.attune.journal.Offer;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The registered arms in force. Immutable. */
final class Catalogue {
    static final Catalogue NONE = new Catalogue(0, List.of());

    private final int version;
    private final List<Arm> arms;
    private final Map<String, Arm> byId = new HashMap<>();

    private Catalogue(int version, List<Arm> arms) {
        this.version = version;
        this.arms = List.copyOf(arms);
        for (int i = 0; i < arms.size(); i++) {
            if (byId.put(arms.get(i).id(), arms.get(i)) != null) {
                throw RefusedException.invalid(
                        "arms[" + i + "].id", "arm " + arms.get(i).id() + " is given twice");
            }
        }
    }

    /** Returns the next version, with these arms. */
    Catalogue next(List<Arm> newArms) {
        if (newArms.isEmpty()) {
            throw RefusedException.invalid("arms", "a catalogue needs at least one arm");
        }
        EventLimits.requireArms("arms", newArms);
        return new Catalogue(version + 1, newArms);
    }

    /** Returns the next version, without an arm; this one if it has no such arm. */
    Catalogue without(String id) {
        return has(id)
                ? new Catalogue(
                        version + 1,
                        arms.stream().filter(arm -> !arm.id().equals(id)).toList())
                : this;
    }

    int version() {
        return version;
    }

    List<Arm> arms() {
        return arms;
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    /** Returns the offer with the version in force in place of 0; rejects one for another version. */
    Offer pin(Offer offer) {
        if (!(offer instanceof Offer.FromCatalogue wanted)) {
            return offer;
        }
        if (version == 0) {
            throw refused("the bandit has no catalogue: send arms, or register one");
        }
        if (wanted.version() != 0 && wanted.version() != version) {
            throw refused("the catalogue in force is version " + version + ", not " + wanted.version());
        }
        if (arms.isEmpty()) {
            throw refused("all arms of the catalogue are retired: register others");
        }
        return wanted.version() == version ? wanted : new Offer.FromCatalogue(version, wanted.ids());
    }

    private static RefusedException refused(String message) {
        return new RefusedException(RefusedException.Reason.CATALOGUE, "catalogue", message);
    }

    /** Returns the arms of a pinned offer, in its order. */
    List<Arm> arms(Offer offer) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms();
        }
        List<String> ids = ((Offer.FromCatalogue) offer).ids();
        return ids.isEmpty() ? arms : chosen(ids);
    }

    private List<Arm> chosen(List<String> ids) {
        List<Arm> chosen = new ArrayList<>(ids.size());
        Set<String> different = new HashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            Arm arm = byId.get(ids.get(i));
            if (arm == null) {
                throw RefusedException.invalid(
                        "armIds[" + i + "]", "arm " + ids.get(i) + " is not in the catalogue, version " + version);
            }
            if (!different.add(arm.id())) {
                throw RefusedException.invalid("armIds[" + i + "]", "arm " + arm.id() + " is given twice");
            }
            chosen.add(arm);
        }
        return chosen;
    }

    void write(StateWriter out) {
        out.writeInt(version);
        out.writeInt(arms.size());
        for (Arm arm : arms) {
            out.writeString(arm.id());
            SavedValues.writeFeatures(arm.features(), out);
        }
    }

    static Catalogue read(StateReader in) {
        int version = in.readCount(Integer.MAX_VALUE);
        int count = in.readCount(in.remainingDoubles());
        if (version == 0 && count > 0) {
            throw new StateFormatException("the saved state has " + count + " arms of no catalogue");
        }
        List<Arm> arms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            arms.add(new Arm(in.readString(), SavedValues.readFeatures(in)));
        }
        return new Catalogue(version, arms);
    }
}
