package dev.attune.lab.reproduce;

import dev.attune.lab.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A table or figure of the paper, to be run again.
 *
 * @param name what the command line calls it
 * @param place in the paper, such as "Table 4"
 * @param summary what it shows, in a line
 * @param study how it is run and shown
 * @param specs what to run, by the names of their files
 * @param paper the numbers that the paper prints
 * @param about what is run and how to compare, in Markdown
 * @param notes hand-written remarks on the outcome, in Markdown; may be empty
 */
public record Reproduction(
        String name,
        String place,
        String summary,
        Study study,
        Map<String, Spec> specs,
        List<PaperValue> paper,
        String about,
        String notes) {
    /** The policy of environments that bring their own. */
    private static final String OWN_POLICY = "Point";

    /** Returns a title such as "Table 4: candidate sets C1 and C2". */
    public String title() {
        return place + ": " + summary;
    }

    /** Returns the same with every spec changed. */
    public Reproduction with(UnaryOperator<Spec> change) {
        Map<String, Spec> changed = new LinkedHashMap<>();
        specs.forEach((file, spec) -> changed.put(file, change.apply(spec)));
        return new Reproduction(name, place, summary, study, changed, paper, about, notes);
    }

    /** Returns the same with only the cells whose "policy on environment" contains a text; specs without any are left out. */
    public Reproduction only(String text) {
        Map<String, Spec> narrowed = new LinkedHashMap<>();
        specs.forEach((file, spec) -> {
            List<Spec.EnvironmentChoice> environments = spec.environments().stream()
                    .filter(environment -> !cells(environment, text).isEmpty())
                    .map(environment -> environment.withPolicies(environment.policies().stream()
                            .filter(policy -> Labels.matches(Labels.cell(policy.label(), environment.label()), text))
                            .toList()))
                    .toList();
            if (!environments.isEmpty()) {
                narrowed.put(file, spec.withEnvironments(environments));
            }
        });
        return new Reproduction(name, place, summary, study, narrowed, paper, about, notes);
    }

    /** Returns all its cells, such as "LinUCB on simulation", in alphabetical order. */
    public List<String> cells() {
        TreeSet<String> cells = new TreeSet<>();
        for (Spec spec : specs.values()) {
            spec.environments().forEach(environment -> cells.addAll(cells(environment, "")));
        }
        return List.copyOf(cells);
    }

    private static List<String> cells(Spec.EnvironmentChoice environment, String text) {
        List<String> policies = environment.policies().isEmpty()
                ? List.of(OWN_POLICY)
                : environment.policies().stream().map(Spec.PolicyChoice::label).toList();
        return policies.stream()
                .map(policy -> Labels.cell(policy, environment.label()))
                .filter(cell -> Labels.matches(cell, text))
                .toList();
    }
}
