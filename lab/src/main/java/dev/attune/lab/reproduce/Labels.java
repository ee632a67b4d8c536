package dev.attune.lab.reproduce;

import dev.attune.lab.run.CellResult;
import java.util.Locale;

/**
 * Who played where, as specs and the paper's numbers name it.
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

    /** "LinUCB on simulation". */
    public String cell() {
        return cell(policy, environment);
    }

    static String cell(String policy, String environment) {
        return policy + " on " + environment;
    }

    /** Whether a cell is meant by what a user says of it. */
    static boolean isMeant(String cell, String said) {
        return cell.toLowerCase(Locale.ROOT).contains(said.toLowerCase(Locale.ROOT));
    }

    /** How many of the two layers are as in the authors' code. */
    int released() {
        return (policy.contains(RELEASED) ? 1 : 0) + (tuner.contains(RELEASED) ? 1 : 0);
    }
}
