package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * A decision in a {@link DecisionStore}. Its content never changes; it is read from bytes when a bandit first needs it. {@code docs/format/live.md}
 * specifies the bytes.
 */
public final class KeptDecision {
    private static final String STATE_NAME = "kept decision/1";

    private final byte @Nullable [] bytes; // as they were read; null if the decision was made here
    private @Nullable Content content;

    /**
     * What is kept.
     *
     * @param clientId of its request; empty for none
     * @param answer null if there is no client id
     * @param deadline end of its window
     * @param waits null if the decision is closed
     * @param closed null if the decision waits, or had no reward
     */
    record Content(
            String clientId,
            @Nullable Answer answer,
            long deadline,
            @Nullable WaitingDecision waits,
            @Nullable ClosedDecision closed) {
        private void write(StateWriter out) {
            out.writeString(clientId);
            if (answer != null) {
                answer.write(out);
            }
            out.writeLong(deadline);
            out.writeFlag(waits != null);
            if (waits != null) {
                waits.write(out);
            }
            out.writeFlag(closed != null);
            if (closed != null) {
                closed.write(out);
            }
        }

        private static Content read(Policy policy, StateReader in) {
            String clientId = in.readString();
            return new Content(
                    clientId,
                    clientId.isEmpty() ? null : Answer.read(policy.space(), in),
                    in.readLong(),
                    in.readFlag() ? WaitingDecision.read(policy, LiveBandit.NEWEST_LAYOUT, in) : null,
                    in.readFlag() ? ClosedDecision.read(in) : null);
        }
    }

    KeptDecision(Content content) {
        this.bytes = null;
        this.content = content;
    }

    private KeptDecision(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a decision of which {@link #toBytes} are given. */
    public static KeptDecision of(byte[] bytes) {
        return new KeptDecision(bytes);
    }

    /** Returns the bytes. May be called by any thread. */
    public byte[] toBytes() {
        if (bytes != null) {
            return bytes;
        }
        Content made = content;
        if (made == null) {
            throw new IllegalStateException("a decision without content");
        }
        return Checkpoint.seal(STATE_NAME, made::write);
    }

    /**
     * Returns the content.
     *
     * @throws StateFormatException if the bytes are invalid
     */
    Content content(Policy policy) {
        Content known = content;
        if (known == null) {
            known = Checkpoint.open(toBytes(), STATE_NAME, in -> Content.read(policy, in));
            content = known;
        }
        return known;
    }
}
