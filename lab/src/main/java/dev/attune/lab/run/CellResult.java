package dev.attune.lab.run;

import java.util.Map;

/**
 * What one cell came to: one repetition of one policy with one tuner in one environment. One line of results.jsonl.
 *
 * @param spec hash of the whole spec
 * @param cell hash of everything that the numbers below depend on
 * @param version of Attune
 * @param jvm version of the JVM
 * @param environment its label in the spec
 * @param policy its label in the spec; "Random" for random choice
 * @param tuner its label in the spec, "Greedy", a fixed setting such as "explore=0.5", or "-" for random choice
 * @param role why it is there
 * @param repetition from 1
 * @param seed of the repetition's rounds and of the bandit
 * @param rounds number of rounds, T
 * @param answered in how many of them the data told the reward; T but for logs
 * @param regret summed over all rounds; NaN where it is not known
 * @param reward summed over all rounds
 * @param curve the way there; empty after the fiftieth repetition
 * @param cpuSeconds of the bandit, without the environment
 */
public record CellResult(
        String spec,
        String cell,
        String version,
        String jvm,
        String environment,
        String policy,
        String tuner,
        Role role,
        int repetition,
        long seed,
        long rounds,
        long answered,
        double regret,
        double reward,
        Curve curve,
        double cpuSeconds) {
    private static final Curve NO_CURVE = new Curve(new long[0], new double[0], new double[0], Map.of());

    /** The reward of the whole repetition; where only some rounds were answered, as if all had been, at the same mean. */
    public double wholeReward() {
        return reward * perAnswered();
    }

    /** All rounds over those that were answered. */
    public double perAnswered() {
        return answered == rounds ? 1 : rounds / (double) answered;
    }

    /** The same without the way there, for keeping many. */
    CellResult withoutCurve() {
        return new CellResult(
                spec,
                cell,
                version,
                jvm,
                environment,
                policy,
                tuner,
                role,
                repetition,
                seed,
                rounds,
                answered,
                regret,
                reward,
                NO_CURVE,
                cpuSeconds);
    }

    /** The same under other labels, which may have changed since the cell was run. */
    CellResult labelled(String newEnvironment, String newPolicy, String newTuner, Role newRole) {
        return new CellResult(
                spec,
                cell,
                version,
                jvm,
                newEnvironment,
                newPolicy,
                newTuner,
                newRole,
                repetition,
                seed,
                rounds,
                answered,
                regret,
                reward,
                curve,
                cpuSeconds);
    }
}
