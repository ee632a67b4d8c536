package dev.attune.encode;

/**
 * How crowded the slots of an encoder are. Keys are what was hashed: a number, a category, an arm's id, or a pair of such
 * things that an interaction joins.
 *
 * @param keys different keys so far
 * @param sharing how many of them have their slot in common with another one
 * @param slots slots that they are hashed into
 * @param exact whether keys and sharing were counted; beyond 4096 keys they are estimates, with a
 *     standard error of about two in a hundred
 */
public record Collisions(long keys, long sharing, int slots, boolean exact) {
    /** The share of keys that have their slot in common with another one; 0 as long as there are no keys. */
    public double rate() {
        return keys == 0 ? 0 : (double) sharing / keys;
    }
}
