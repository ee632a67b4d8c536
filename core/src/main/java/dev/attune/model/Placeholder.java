package dev.attune.model;

/** Holds the package's place. */
public interface Placeholder {}
