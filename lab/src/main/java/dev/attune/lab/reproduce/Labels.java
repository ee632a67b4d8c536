package dev.attune.lab.reproduce;

import dev.attune.lab.report.Sample;
import dev.attune.lab.run.CellResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Identifies a result by the names of environment, policy and tuner, as specs and the paper's numbers have them.
 *
 * @param environment label of the environment
 * @param policy label of the policy
 * @param tuner label of the tuner
 */
public record Labels(String environment, String policy, String tuner) {
    private static final String RELEASED = "-released";

    static Labels of(CellResult result) {
        return new Labels(result.environment(), result.policy(), result.tuner());
    }

    /** Returns a quantity of all combinations, in the order of the results. */
    static Map<Labels, Sample> samples(List<CellResult> results, ToDoubleFunction<CellResult> quantity) {
        Map<Labels, List<CellResult>> byLabels =
                results.stream().collect(Collectors.groupingBy(Labels::of, LinkedHashMap::new, Collectors.toList()));
        Map<Labels, Sample> samples = new LinkedHashMap<>();
        byLabels.forEach((labels, own) -> samples.put(labels, Sample.of(own, quantity)));
        return samples;
    }

    /** "LinUCB on simulation". */
    public String cell() {
        return cell(policy, environment);
    }

    static String cell(String policy, String environment) {
        return policy + " on " + environment;
    }

    /** Returns whether the name of a cell contains a text, ignoring case. */
    static boolean matches(String cell, String text) {
        return cell.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** Returns the same without the suffixes of the forms of the authors' code. */
    Labels asWritten() {
        return new Labels(environment, policy.replace(RELEASED, ""), tuner.replace(RELEASED, ""));
    }

    /** Returns another tuner on the same policy and environment. */
    Labels with(String otherTuner) {
        return new Labels(environment, policy, otherTuner);
    }

    /** Returns how many of the two layers are as in the authors' code. */
    int released() {
        return (policy.contains(RELEASED) ? 1 : 0) + (tuner.contains(RELEASED) ? 1 : 0);
    }
}
