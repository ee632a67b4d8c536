package dev.attune.state;

import java.nio.ByteBuffer;

/**
 * The state of an object at some moment, kept in memory to go back to. Unlike a {@link Checkpoint} it has no envelope and no checksum, so
 * going back costs no more than copying the numbers; it is for the object that it was taken of.
 */
public final class Snapshot {
    private final byte[] content;

    private Snapshot(byte[] content) {
        this.content = content;
    }

    /** The state of an object now. */
    public static Snapshot of(Checkpointed source) {
        StateWriter out = new StateWriter();
        source.writeState(out);
        return new Snapshot(out.toBytes());
    }

    /** Puts the object that it was taken of back into that state; may be done again and again. */
    public void restore(Checkpointed source) {
        source.readState(new StateReader(ByteBuffer.wrap(content)));
    }
}
