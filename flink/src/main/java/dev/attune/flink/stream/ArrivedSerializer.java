package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes records that arrived; they lie in state until their time has come. */
public final class ArrivedSerializer extends VersionedSerializer<Arrived> {
    private static final long serialVersionUID = 1L;
    private static final int NEWEST = 1;

    /** Of the newest version. */
    public ArrivedSerializer() {
        this(NEWEST);
    }

    private ArrivedSerializer(int version) {
        super(version);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Arrived createInstance() {
        return new Arrived(Origin.REQUESTS, "", 0, 0, 0, null);
    }

    @Override
    public Arrived copy(Arrived from) {
        return from;
    }

    @Override
    public void serialize(Arrived record, DataOutputView out) throws IOException {
        out.writeByte(record.origin().code);
        Bytes.writeText(record.key(), out);
        out.writeInt(record.partition());
        out.writeLong(record.offset());
        out.writeLong(record.time());
        Bytes.write(record.value(), out);
    }

    @Override
    public Arrived deserialize(DataInputView in) throws IOException {
        return new Arrived(
                Origin.of(in.readUnsignedByte()),
                Bytes.readText(in),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                Bytes.read(in));
    }

    @Override
    public TypeSerializerSnapshot<Arrived> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<Arrived> {
        /** Of the newest version. */
        public Snapshot() {
            super("records", NEWEST);
        }

        @Override
        TypeSerializer<Arrived> serializer(int readVersion) {
            return new ArrivedSerializer(readVersion);
        }
    }
}
