package dev.attune.lab.report;

import java.util.List;

/**
 * All tuners of one policy in one environment.
 *
 * @param environment its label
 * @param policy its label
 * @param rounds number of rounds of each repetition
 * @param knowsRegret whether curves are of regret (lower is better) or of reward (higher is better)
 * @param lines one for each tuner as asked, then "Best fixed", "Greedy" and "Random"
 * @param grid the fixed settings of the policy that "Best fixed" was taken from, in the order of the grid; empty if it has none, and "Best fixed" is
 *     one of another policy
 * @param differences of the first line of the default tuner, or else of the best one, to every other
 */
public record Panel(
        String environment,
        String policy,
        long rounds,
        boolean knowsRegret,
        List<Line> lines,
        List<Line> grid,
        List<Difference> differences) {
    /** The same with other lines, and without fixed settings and differences. */
    public Panel showing(List<Line> shown) {
        return new Panel(environment, policy, rounds, knowsRegret, List.copyOf(shown), List.of(), List.of());
    }
}
