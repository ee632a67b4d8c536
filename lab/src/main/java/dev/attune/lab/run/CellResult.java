package dev.attune.lab.run;

import java.util.Map;

/**
 * The result of one cell: one repetition of one policy with one tuner in one environment. One line of results.jsonl.
 *
 * @param origin what made it
 * @param environment its label in the spec
 * @param policy its label in the spec; "Random" for random choice
 * @param tuner its label in the spec, "Greedy", a fixed setting such as "explore=0.5", or "-" for random choice
 * @param role why it is there
 * @param repetition from 1
 * @param score the numbers
 */
public record CellResult(
        Origin origin, String environment, String policy, String tuner, Role role, int repetition, Score score) {
    private static final Curve NO_CURVE = new Curve(new long[0], new double[0], new double[0], Map.of());

    /**
     * What made a result.
     *
     * @param spec hash of the whole spec
     * @param cell hash of everything that the score depends on, except for the repetition
     * @param version of Attune
     * @param jvm version of the JVM
     * @param seed of the repetition's rounds and of the bandit
     */
    public record Origin(String spec, String cell, String version, String jvm, long seed) {}

    /**
     * The numbers of a repetition.
     *
     * @param rounds number of rounds, T
     * @param answered number of rounds whose reward is in the data; T except for logs
     * @param regret summed over all rounds; NaN where it is not known
     * @param reward summed over all rounds
     * @param curve the course over time; empty after the fiftieth repetition
     * @param cpuSeconds of the bandit, without the environment
     */
    public record Score(long rounds, long answered, double regret, double reward, Curve curve, double cpuSeconds) {}

    /** Returns the hash of everything that the score depends on, except for the repetition. */
    public String cell() {
        return origin.cell;
    }

    /** Returns the number of rounds, T. */
    public long rounds() {
        return score.rounds;
    }

    /** Returns the regret, summed over all rounds; NaN where it is not known. */
    public double regret() {
        return score.regret;
    }

    /** Returns the reward, summed over all rounds. */
    public double reward() {
        return score.reward;
    }

    /** Returns the course over time; empty after the fiftieth repetition. */
    public Curve curve() {
        return score.curve;
    }

    /** Returns the CPU seconds of the bandit, without the environment. */
    public double cpuSeconds() {
        return score.cpuSeconds;
    }

    /** Returns the reward of the whole repetition, extrapolated at the same mean if only some rounds were answered. */
    public double wholeReward() {
        return score.reward * perAnswered();
    }

    /** Returns all rounds over those that were answered. */
    public double perAnswered() {
        return score.answered == score.rounds ? 1 : score.rounds / (double) score.answered;
    }

    /** Returns a copy without the curve, which needs less memory. */
    CellResult withoutCurve() {
        Score bare = new Score(score.rounds, score.answered, score.regret, score.reward, NO_CURVE, score.cpuSeconds);
        return new CellResult(origin, environment, policy, tuner, role, repetition, bare);
    }

    /** Returns a copy with other labels, which may have changed since the cell was run. */
    CellResult labelled(String newEnvironment, String newPolicy, String newTuner, Role newRole) {
        return new CellResult(origin, newEnvironment, newPolicy, newTuner, newRole, repetition, score);
    }
}
