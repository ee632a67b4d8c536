package dev.attune.journal;

import dev.attune.encode.Arm;
import java.util.List;

/** The arms of a decision: as they came with the request, or by reference to a catalogue that was journalled before. */
public sealed interface Offer {
    /**
     * Arms that came with the request.
     *
     * @param arms at least one
     */
    record Inline(List<Arm> arms) implements Offer {
        /** Copies the list and refuses an empty one. */
        public Inline {
            arms = List.copyOf(arms);
            if (arms.isEmpty()) {
                throw new IllegalArgumentException("an offer has no arms");
            }
        }
    }

    /**
     * Arms of a registered catalogue.
     *
     * @param version of the bandit's {@link JournalEvent.Catalogued}
     * @param ids which of its arms, in this order; none stands for all, in the catalogue's order
     */
    record FromCatalogue(int version, List<String> ids) implements Offer {
        /** Copies the list. */
        public FromCatalogue {
            ids = List.copyOf(ids);
        }
    }
}
