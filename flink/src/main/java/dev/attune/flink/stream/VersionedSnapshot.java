package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The version of the format of a checkpoint's values. Older versions are migrated; newer ones are rejected.
 *
 * @param <T> the serialized type
 */
abstract class VersionedSnapshot<T> implements TypeSerializerSnapshot<T> {
    private final String what;
    private final int newest;
    private int version;

    /**
     * Creates the snapshot of a type.
     *
     * @param what the type's name in messages
     * @param newest newest version of the format
     */
    VersionedSnapshot(String what, int newest) {
        this.what = what;
        this.newest = newest;
        this.version = newest;
    }

    /** Returns a serializer that reads a version. */
    abstract TypeSerializer<T> serializer(int readVersion);

    @Override
    public final int getCurrentVersion() {
        return newest;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) {} // the version is written by Flink

    @Override
    public final void readSnapshot(int readVersion, DataInputView in, ClassLoader loader) throws IOException {
        if (readVersion < 1 || readVersion > newest) {
            throw new IOException("the checkpoint has " + what + " in format version " + readVersion
                    + "; this program reads versions 1 to " + newest + ": use a newer program");
        }
        version = readVersion;
    }

    @Override
    public final TypeSerializer<T> restoreSerializer() {
        return serializer(version);
    }

    @Override
    public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> before) {
        if (before.getClass() != getClass()) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        return ((VersionedSnapshot<T>) before).version == version
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
    }
}
