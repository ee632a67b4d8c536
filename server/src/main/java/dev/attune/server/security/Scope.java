package dev.attune.server.security;

/** What a key is for. */
public enum Scope {
    /** Asks for decisions, tells of choices, looks at a bandit. */
    DECIDE,
    /** Gives rewards. */
    REWARD,
    /** May do all, and alone creates, changes and explains. */
    ADMIN
}
