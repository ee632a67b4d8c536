package dev.attune.server.security;

/** Permissions of a key. */
public enum Scope {
    /** Requests decisions, reports choices, reads statistics. */
    DECIDE,
    /** Sends rewards. */
    REWARD,
    /** Everything, including creating, changing and explaining. */
    ADMIN
}
