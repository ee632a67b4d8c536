package dev.attune.api;

/**
 * How a model forgets rewards that the world no longer follows.
 *
 * <pre>
 *   detected    a younger model replaces the model when it has predicted the rewards better for long enough; the default
 *   none        every reward counts for ever
 *   2000        a fixed memory: a reward counts (1 - 1/2000) to the power of its age, in rewards
 * </pre>
 *
 * @param detects whether changes are detected
 * @param memory number of rewards that a fixed memory holds; 0 if it is unlimited
 */
public record Forgetting(boolean detects, long memory) {
    /** Changes of the world are detected. */
    public static final Forgetting DETECTED = new Forgetting(true, 0);

    /** Nothing is forgotten. */
    public static final Forgetting NONE = new Forgetting(false, 0);

    private static final long SHORTEST = 10;

    /** Rejects a memory that is too short, and one beside detection. */
    public Forgetting {
        if (memory != 0 && memory < SHORTEST) {
            throw new IllegalArgumentException(
                    "forgetting = " + memory + " must be a memory of at least " + SHORTEST + " rewards");
        }
        if (detects && memory != 0) {
            throw new IllegalArgumentException("changes are detected or the memory is fixed, not both");
        }
    }

    /** Returns a fixed memory of this many rewards, at least 10. */
    public static Forgetting memory(long rewards) {
        if (rewards == 0) {
            throw new IllegalArgumentException("forgetting = 0 must be a memory of at least " + SHORTEST + " rewards");
        }
        return new Forgetting(false, rewards);
    }

    /**
     * Returns the form that a text names: {@code detected}, {@code none}, or the number of rewards of a fixed memory.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    public static Forgetting parse(String text) {
        if (text.equals("detected")) {
            return DETECTED;
        }
        if (text.equals("none")) {
            return NONE;
        }
        if (text.matches("[0-9]{1,18}")) {
            return memory(Long.parseLong(text));
        }
        throw new IllegalArgumentException(
                "forgetting = " + text + " must be detected, none, or the number of rewards that a fixed memory holds");
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return detects ? "detected" : memory == 0 ? "none" : Long.toString(memory);
    }
}
