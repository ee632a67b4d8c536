package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The version of the format of a checkpoint's values. Other versions are rejected.
 *
 * @param <T> the serialized type
 */
abstract class VersionedSnapshot<T> implements TypeSerializerSnapshot<T> {
    private final String what;
    private final int version;

    /**
     * Creates the snapshot of a type.
     *
     * @param what the type's name in messages
     * @param version of the format
     */
    VersionedSnapshot(String what, int version) {
        this.what = what;
        this.version = version;
    }

    /** Returns a serializer. */
    abstract TypeSerializer<T> serializer();

    @Override
    public final int getCurrentVersion() {
        return version;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) {} // the version is written by Flink

    @Override
    public final void readSnapshot(int readVersion, DataInputView in, ClassLoader loader) throws IOException {
        if (readVersion != version) {
            throw new IOException("the checkpoint has " + what + " in format version " + readVersion
                    + "; this program reads version " + version);
        }
    }

    @Override
    public final TypeSerializer<T> restoreSerializer() {
        return serializer();
    }

    @Override
    public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> before) {
        return before.getClass() == getClass()
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
