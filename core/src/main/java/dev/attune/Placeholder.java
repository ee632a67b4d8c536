package dev.attune;

/** Holds the package's place. */
public interface Placeholder {}
