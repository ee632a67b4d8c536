package dev.attune.flink.stream;

import dev.attune.live.KeptDecision;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes decisions that a bandit keeps, as sealed bytes. Checkpoints contain the name of this class. */
public final class KeptDecisionSerializer extends VersionedSerializer<KeptDecision> {
    private static final long serialVersionUID = 1L;
    private static final int NEWEST = 1;

    /** Creates a serializer of the newest version. */
    public KeptDecisionSerializer() {
        this(NEWEST);
    }

    private KeptDecisionSerializer(int version) {
        super(version);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public KeptDecision createInstance() {
        throw new UnsupportedOperationException("a decision is made by a bandit");
    }

    @Override
    public KeptDecision copy(KeptDecision from) {
        return from;
    }

    @Override
    public void serialize(KeptDecision decision, DataOutputView out) throws IOException {
        Bytes.write(decision.toBytes(), out);
    }

    @Override
    public KeptDecision deserialize(DataInputView in) throws IOException {
        byte[] bytes = Bytes.read(in);
        if (bytes == null) {
            throw new IOException("a saved decision of the stream is missing");
        }
        return KeptDecision.of(bytes);
    }

    @Override
    public TypeSerializerSnapshot<KeptDecision> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<KeptDecision> {
        /** Creates a snapshot of the newest version. */
        public Snapshot() {
            super("decisions", NEWEST);
        }

        @Override
        TypeSerializer<KeptDecision> serializer(int readVersion) {
            return new KeptDecisionSerializer(readVersion);
        }
    }
}
