package dev.attune.lab.env;

import java.util.List;

/** Environments that are made up: the paper's simulations, and those where exploration matters. */
final class SyntheticEnvironments {
    static final List<EnvironmentEntry> ALL = List.of();

    private SyntheticEnvironments() {}
}
