package dev.attune.lab.env;

/**
 * A parameter of an environment.
 *
 * @param name the word used in a spec
 * @param preset its default value, as it would be written in a spec; empty if there is none
 * @param meaning what it is, in a line
 */
public record Parameter(String name, String preset, String meaning) {}
