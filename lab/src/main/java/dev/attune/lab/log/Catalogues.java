package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest catalogues of arms, to which decisions refer. Decisions follow their catalogue closely, so a few are enough. */
final class Catalogues {
    private static final int KEPT = 16;

    private final Map<Key, Map<String, Arm>> latest = new LinkedHashMap<>();

    private record Key(int bandit, int version) {}

    void add(Catalogued catalogue) {
        Map<String, Arm> arms = new LinkedHashMap<>();
        catalogue.arms().forEach(arm -> arms.put(arm.id(), arm));
        latest.put(new Key(catalogue.bandit(), catalogue.version()), arms);
        if (latest.size() > KEPT) {
            latest.remove(latest.keySet().iterator().next());
        }
    }

    /** Whether the arms of the offer can be told: false if its catalogue is not there. */
    boolean know(int bandit, Offer offer) {
        return !(offer instanceof Offer.FromCatalogue from) || latest.containsKey(new Key(bandit, from.version()));
    }

    /** The arms of an offer; null if its catalogue is not there or lacks one of them. */
    @Nullable
    List<Arm> arms(int bandit, Offer offer) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms();
        }
        Offer.FromCatalogue from = (Offer.FromCatalogue) offer;
        Map<String, Arm> catalogue = latest.get(new Key(bandit, from.version()));
        if (catalogue == null) {
            return null;
        }
        if (from.ids().isEmpty()) {
            return List.copyOf(catalogue.values());
        }
        List<Arm> arms = new ArrayList<>();
        for (String id : from.ids()) {
            Arm arm = catalogue.get(id);
            if (arm == null) {
                return null;
            }
            arms.add(arm);
        }
        return arms;
    }
}
