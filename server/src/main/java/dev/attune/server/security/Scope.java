package dev.attune.server.security;

import java.util.Locale;

/** Permissions of a key. */
public enum Scope {
    /** Requests decisions, reports choices, reads statistics. */
    DECIDE,
    /** Sends rewards. */
    REWARD,
    /** Reads the metrics of the whole service. */
    METRICS,
    /** Everything, including creating, changing and explaining. */
    ADMIN;

    /** Returns its name in key files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
