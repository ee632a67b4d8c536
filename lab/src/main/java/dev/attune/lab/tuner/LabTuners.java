package dev.attune.lab.tuner;

import dev.attune.Catalog;
import dev.attune.Catalog.TunerEntry;
import java.util.List;
import java.util.stream.Stream;

/** The tuners that a spec may name: those of the catalogue, and those that only the reproduction of the paper and the
 * study of the default tuner need. */
public final class LabTuners {
    private static final List<TunerEntry> ALL = Stream.of(
                    Catalog.tuners(),
                    ReproductionTuners.ALL,
                    CandidateTuners.ALL,
                    SwitchingTuners.ALL,
                    DefaultAblations.ALL)
            .flatMap(List::stream)
            .toList();

    private LabTuners() {}

    /** All of them, those of the catalogue first. */
    public static List<TunerEntry> all() {
        return ALL;
    }
}
