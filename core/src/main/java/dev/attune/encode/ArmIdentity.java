package dev.attune.encode;

/** When the id of an arm is a feature of it: a one-hot indicator, hashed like everything else. */
public enum ArmIdentity {
    /** For arms without features of their own; without it nothing would tell such arms apart. */
    AUTO,
    /** For every arm: what its features say, and what is special about it beyond them. */
    ALWAYS,
    /** For no arm: what is learnt is shared by all arms with the same features, new ones included. */
    NEVER
}
