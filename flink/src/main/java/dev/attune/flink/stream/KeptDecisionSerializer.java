package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes decisions that a bandit keeps, as sealed bytes. Checkpoints contain the name of this class. */
public final class KeptDecisionSerializer extends VersionedSerializer<byte[]> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    /** Creates a serializer. */
    public KeptDecisionSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public byte[] createInstance() {
        throw new UnsupportedOperationException("a decision is made by a bandit");
    }

    @Override
    public byte[] copy(byte[] from) {
        return from;
    }

    @Override
    public void serialize(byte[] decision, DataOutputView out) throws IOException {
        Bytes.write(decision, out);
    }

    @Override
    public byte[] deserialize(DataInputView in) throws IOException {
        byte[] bytes = Bytes.read(in);
        if (bytes == null) {
            throw new IOException("a saved decision of the stream is missing");
        }
        return bytes;
    }

    @Override
    public TypeSerializerSnapshot<byte[]> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<byte[]> {
        /** Creates a snapshot of the version that this program writes. */
        public Snapshot() {
            super("decisions", VERSION);
        }

        @Override
        TypeSerializer<byte[]> serializer() {
            return new KeptDecisionSerializer();
        }
    }
}
