package dev.attune.lab.tuner;

import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.ValueOfInformation.Constants;
import java.util.List;
import java.util.function.UnaryOperator;

/** The default tuner with one of its parts changed or taken out, to measure what each contributes: docs/TUNER.md. */
public final class DefaultAblations {
    private static final int MATRICES = 4; // as VOI
    private static final double RHO = Constants.STANDARD.rho();
    private static final double MIX = Constants.STANDARD.mix();
    private static final double RANDOM = Constants.STANDARD.random();

    private static final List<TunerProvider> ALL = List.of(
            constants("VOI-short-future", "VOI for a future half as long", new Constants(RHO / 2, MIX, RANDOM)),
            constants("VOI-long-future", "VOI for a future twice as long", new Constants(2 * RHO, MIX, RANDOM)),
            constants("VOI-any-direction", "VOI that values all directions alike", new Constants(RHO, 1, RANDOM)),
            constants("VOI-seen-directions", "VOI that values seen losses alone", new Constants(RHO, 0, RANDOM)),
            constants("VOI-never-random", "VOI without random exploration rates", new Constants(RHO, MIX, 0)),
            constants("VOI-more-random", "VOI with twice as many", new Constants(RHO, MIX, 2 * RANDOM)),
            tuner(
                    "VOI-given-prior",
                    "VOI with the prior precision as given",
                    Constants.STANDARD,
                    Tuning::withGivenPrior));

    private DefaultAblations() {}

    /** Returns all of them. */
    public static List<TunerProvider> all() {
        return ALL;
    }

    private static LabTuner constants(String name, String summary, Constants constants) {
        return tuner(name, summary, constants, UnaryOperator.identity());
    }

    private static LabTuner tuner(String name, String summary, Constants constants, UnaryOperator<Tuning> change) {
        return new LabTuner(
                name,
                summary,
                "an exploration path",
                "docs/TUNER.md",
                false,
                true,
                MATRICES,
                (policy, horizon, candidates) -> {
                    LabTuner.path(name, policy);
                    return change.apply(Tuning.of(new ValueOfInformation(policy.dimension(), constants)));
                });
    }
}
