package dev.attune.state;

/**
 * Something whose whole state can be written and read back, after which it continues bit for bit as the original would.
 *
 * <p>Implementations write every number that a later decision depends on, derived forms with a history of rounding
 * included. {@link Checkpoint} adds the envelope and makes reading all-or-nothing.
 */
public interface Checkpointed {
    /** What is written, with the version of its layout, such as {@code LinUCB/1}. A reader refuses any other. */
    String stateName();

    /** Writes all state. */
    void writeState(StateWriter out);

    /** Replaces all state by what {@link #writeState} wrote on an object made with the same arguments. */
    void readState(StateReader in);
}
