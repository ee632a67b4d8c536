package dev.attune.lab.env;

/**
 * Something that can be said about an environment.
 *
 * @param name the word used in a spec
 * @param preset its value if nothing is said, as it would be written in a spec; empty if there is none
 * @param meaning what it is, in a line
 */
public record Parameter(String name, String preset, String meaning) {}
