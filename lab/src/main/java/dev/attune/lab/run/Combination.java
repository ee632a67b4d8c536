package dev.attune.lab.run;

import dev.attune.lab.env.Environment;
import dev.attune.lab.spec.Spec.EnvironmentChoice;

/**
 * A contestant in an environment: all that a cell is, but for the repetition.
 *
 * @param choice the environment as the spec has it
 * @param environment the environment itself
 * @param contestant who plays
 * @param rounds how long
 * @param cell hash of everything that the numbers depend on, but for the repetition
 */
record Combination(
        EnvironmentChoice choice, Environment environment, Contestant contestant, long rounds, String cell) {}
