package dev.attune.lab.tuner;

import dev.attune.Catalog.Chooses;
import dev.attune.Catalog.TunerEntry;
import dev.attune.SelfTuningBandit;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.tuner.ValueOfInformation;
import dev.attune.tuner.ValueOfInformation.Constants;
import java.util.List;
import java.util.function.UnaryOperator;

/** The default tuner with one of its parts changed or taken out, to see what each is good for: docs/TUNER.md. */
final class DefaultAblations {
    private static final double RHO = Constants.STANDARD.rho();
    private static final double MIX = Constants.STANDARD.mix();
    private static final double RANDOM = Constants.STANDARD.random();

    static final List<TunerEntry> ALL = List.of(
            constants("VOI-short-future", "VOI for a future half as long", new Constants(RHO / 2, MIX, RANDOM)),
            constants("VOI-long-future", "VOI for a future twice as long", new Constants(2 * RHO, MIX, RANDOM)),
            constants("VOI-any-direction", "VOI that values all directions alike", new Constants(RHO, 1, RANDOM)),
            constants("VOI-seen-directions", "VOI that values seen losses alone", new Constants(RHO, 0, RANDOM)),
            constants("VOI-never-random", "VOI without random exploration rates", new Constants(RHO, MIX, 0)),
            constants("VOI-more-random", "VOI with twice as many", new Constants(RHO, MIX, 2 * RANDOM)),
            entry("VOI-given-prior", "VOI with the prior precision as given", Constants.STANDARD, GivenPrior::new));

    private DefaultAblations() {}

    private static TunerEntry constants(String name, String summary, Constants constants) {
        return entry(name, summary, constants, UnaryOperator.identity());
    }

    private static TunerEntry entry(
            String name, String summary, Constants constants, UnaryOperator<ExplorationPath> change) {
        return new TunerEntry(
                name,
                summary,
                "an exploration path",
                "docs/TUNER.md",
                Chooses.FREELY,
                (policy, horizon, candidates, options) -> SelfTuningBandit.of(
                        change.apply(path(name, policy)),
                        new ValueOfInformation(policy.dimension(), constants),
                        options));
    }

    private static ExplorationPath path(String tuner, Policy policy) {
        if (policy instanceof ExplorationPath path) {
            return path;
        }
        throw new IllegalArgumentException(
                tuner + " reads an exploration path, which " + policy.getClass().getSimpleName() + " has not");
    }
}
