package dev.attune.lab.run;

import dev.attune.lab.env.Environment;
import dev.attune.lab.spec.Spec.EnvironmentChoice;

/**
 * A contestant in an environment: a cell without the repetition.
 *
 * @param choice the environment as the spec has it
 * @param environment the environment itself
 * @param contestant the policy with its tuner
 * @param rounds number of rounds
 * @param cell hash of everything that the numbers depend on, but for the repetition
 */
record Combination(
        EnvironmentChoice choice, Environment environment, Contestant contestant, long rounds, String cell) {}
