package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes records that go out. */
public final class OutgoingSerializer extends VersionedSerializer<Outgoing> {
    private static final long serialVersionUID = 1L;
    private static final int NEWEST = 1;

    /** Of the newest version. */
    public OutgoingSerializer() {
        this(NEWEST);
    }

    private OutgoingSerializer(int version) {
        super(version);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Outgoing createInstance() {
        return new Outgoing(Channel.DECISIONS, "", null, 0);
    }

    @Override
    public Outgoing copy(Outgoing from) {
        return from;
    }

    @Override
    public void serialize(Outgoing record, DataOutputView out) throws IOException {
        out.writeByte(record.channel().code);
        Bytes.writeText(record.key(), out);
        Bytes.write(record.value(), out);
        out.writeLong(record.time());
    }

    @Override
    public Outgoing deserialize(DataInputView in) throws IOException {
        return new Outgoing(Channel.of(in.readUnsignedByte()), Bytes.readText(in), Bytes.read(in), in.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Outgoing> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<Outgoing> {
        /** Of the newest version. */
        public Snapshot() {
            super("outgoing records", NEWEST);
        }

        @Override
        TypeSerializer<Outgoing> serializer(int readVersion) {
            return new OutgoingSerializer(readVersion);
        }
    }
}
