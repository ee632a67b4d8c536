package dev.attune.flink.stream;

import dev.attune.flink.fold.OutputRecord;
import dev.attune.kafka.wire.OutputTopic;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes output records. Checkpoints contain the name of this class. */
public final class OutgoingSerializer extends VersionedSerializer<OutputRecord> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    /** Creates a serializer. */
    public OutgoingSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public OutputRecord createInstance() {
        return new OutputRecord(OutputTopic.DECISIONS, "", null, 0);
    }

    @Override
    public OutputRecord copy(OutputRecord from) {
        return from;
    }

    @Override
    public void serialize(OutputRecord record, DataOutputView out) throws IOException {
        out.writeByte(record.topic().code());
        Bytes.writeText(record.key(), out);
        Bytes.write(record.value(), out);
        out.writeLong(record.time());
    }

    @Override
    public OutputRecord deserialize(DataInputView in) throws IOException {
        return new OutputRecord(
                OutputTopic.of(in.readUnsignedByte()), Bytes.readText(in), Bytes.read(in), in.readLong());
    }

    @Override
    public TypeSerializerSnapshot<OutputRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<OutputRecord> {
        /** Creates a snapshot of the version that this program writes. */
        public Snapshot() {
            super("outgoing records", VERSION);
        }

        @Override
        TypeSerializer<OutputRecord> serializer() {
            return new OutgoingSerializer();
        }
    }
}
