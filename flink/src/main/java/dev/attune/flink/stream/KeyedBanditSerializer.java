package dev.attune.flink.stream;

import dev.attune.flink.fold.KeyedBandit;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes the bandit of a key, without its decisions: the two blocks of its state. Checkpoints contain the name of this class.
 */
public final class KeyedBanditSerializer extends VersionedSerializer<KeyedBandit> {
    private static final long serialVersionUID = 1L;

    /** Creates a serializer. */
    public KeyedBanditSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public KeyedBandit createInstance() {
        throw new UnsupportedOperationException("a bandit needs a definition");
    }

    /**
     * Returns a bandit that takes over the parts of the original, which keeps its state as bytes: the backend copies a bandit before it is used while a
     * checkpoint is writing it, and uses the copy from then on.
     */
    @Override
    public KeyedBandit copy(KeyedBandit from) {
        return from.handOver();
    }

    @Override
    public void serialize(KeyedBandit bandit, DataOutputView out) throws IOException {
        KeyedBandit.Saved saved = bandit.save();
        Bytes.write(saved.stream(), out);
        Bytes.write(saved.live(), out);
    }

    @Override
    public KeyedBandit deserialize(DataInputView in) throws IOException {
        byte[] stream = Bytes.read(in);
        byte[] live = Bytes.read(in);
        if (stream == null || live == null) {
            throw new IOException("a saved bandit of the stream is incomplete");
        }
        try {
            return KeyedBandit.read(stream, live);
        } catch (StateFormatException e) {
            throw new IOException("a saved bandit of the stream cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public TypeSerializerSnapshot<KeyedBandit> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<KeyedBandit> {
        /** Creates a snapshot of the version that this program writes. */
        public Snapshot() {
            super("bandits", KeyedBandit.VERSION);
        }

        @Override
        TypeSerializer<KeyedBandit> serializer() {
            return new KeyedBanditSerializer();
        }
    }
}
