package dev.attune.api;

/** Holds the package's place. */
public interface Placeholder {}
