package dev.attune.lab.env;

import java.util.List;

/** Environments made of data that the user has. */
final class DataEnvironments {
    static final List<EnvironmentEntry> ALL = List.of();

    private DataEnvironments() {}
}
