package dev.attune.math;

/** Holds the package's place. */
public interface Placeholder {}
