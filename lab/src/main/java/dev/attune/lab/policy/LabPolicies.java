package dev.attune.lab.policy;

import dev.attune.Catalog;
import dev.attune.Catalog.PolicyEntry;
import dev.attune.model.Link;
import dev.attune.policy.SgdTs;
import java.util.List;
import java.util.stream.Stream;

/** The policies that a spec may name: those of the catalogue, and those that only the reproduction of the paper needs. */
public final class LabPolicies {
    private static final String KANG = "Kang, Hsieh, Lee: Online continuous hyperparameter optimization for generalized"
            + " linear contextual bandits. TMLR 2024, Section 5";
    private static final long PAPER_ROUNDS = 14_000;
    private static final double HARDLY_ANY_RIDGE = 1e-3;

    private static final List<PolicyEntry> RELEASED = List.of(
            new PolicyEntry(
                    "Laplace-TS-released",
                    "Laplace-TS with the step of its gradient descent to be tuned, exploring at the rate 1",
                    KANG,
                    LaplaceTsAsReleased.SPACE,
                    LaplaceTsAsReleased::new),
            new PolicyEntry(
                    "SGD-TS-released",
                    "SGD-TS that starts from an estimate without a ridge",
                    KANG,
                    SgdTs.SPACE,
                    d -> new SgdTs(Link.LOGISTIC, d, SgdTs.batchLength(d, PAPER_ROUNDS), HARDLY_ANY_RIDGE, 0)));

    private static final List<PolicyEntry> ALL =
            Stream.of(Catalog.policies(), RELEASED).flatMap(List::stream).toList();

    private LabPolicies() {}

    /** All of them, those of the catalogue first. */
    public static List<PolicyEntry> all() {
        return ALL;
    }
}
