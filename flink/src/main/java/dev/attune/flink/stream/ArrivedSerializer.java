package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.wire.InputTopic;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes input records, which wait in state for their time. Checkpoints contain the name of this class. */
public final class ArrivedSerializer extends VersionedSerializer<InputRecord> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    /** Creates a serializer. */
    public ArrivedSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public InputRecord createInstance() {
        return new InputRecord(InputTopic.REQUESTS, "", 0, 0, 0, null);
    }

    @Override
    public InputRecord copy(InputRecord from) {
        return from;
    }

    @Override
    public void serialize(InputRecord record, DataOutputView out) throws IOException {
        out.writeByte(record.topic().code());
        Bytes.writeText(record.key(), out);
        out.writeInt(record.partition());
        out.writeLong(record.offset());
        out.writeLong(record.time());
        Bytes.write(record.value(), out);
    }

    @Override
    public InputRecord deserialize(DataInputView in) throws IOException {
        return new InputRecord(
                InputTopic.of(in.readUnsignedByte()),
                Bytes.readText(in),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                Bytes.read(in));
    }

    @Override
    public TypeSerializerSnapshot<InputRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<InputRecord> {
        /** Creates a snapshot of the version that this program writes. */
        public Snapshot() {
            super("records", VERSION);
        }

        @Override
        TypeSerializer<InputRecord> serializer() {
            return new ArrivedSerializer();
        }
    }
}
