package dev.attune.policy;

/** Holds the package's place. */
public interface Placeholder {}
