package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.Map;

/**
 * One tuner in a panel, over all repetitions.
 *
 * @param tuner its label; "Best fixed", "Greedy", "Random" for the references
 * @param role why it is there
 * @param note what else to say, such as "explore=0.5" for the best fixed setting; empty for most
 * @param repetitions how many
 * @param regret at the end; NaN throughout where it is not known
 * @param reward at the end; for logs, of the mean reward of an answered round times the rounds
 * @param cpuSeconds of the bandit in a repetition, on average
 * @param t the rounds of the curves
 * @param curve regret or reward summed up, as the panel says
 * @param settings by hyperparameter, the values in force over time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Line(
        String tuner,
        Role role,
        String note,
        int repetitions,
        SampleMean regret,
        SampleMean reward,
        double cpuSeconds,
        long[] t,
        Band curve,
        Map<String, Band> settings) {
    /** Returns the name with the note, such as "Best fixed (explore=0.5)". */
    String name() {
        return note.isEmpty() ? tuner : tuner + " (" + note + ")";
    }

    /** Returns the line under another name. */
    public Line named(String name) {
        return new Line(name, role, note, repetitions, regret, reward, cpuSeconds, t, curve, settings);
    }
}
