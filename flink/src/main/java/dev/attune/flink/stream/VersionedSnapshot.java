package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a checkpoint says about the format of its values: the version. Older versions are read and written anew; newer ones are refused.
 *
 * @param <T> what is written
 */
abstract class VersionedSnapshot<T> implements TypeSerializerSnapshot<T> {
    private final String what;
    private final int newest;
    private int version;

    /**
     * For one kind of value.
     *
     * @param what people call it
     * @param newest version of the format that this program knows
     */
    VersionedSnapshot(String what, int newest) {
        this.what = what;
        this.newest = newest;
        this.version = newest;
    }

    /** A serializer that reads a version. */
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
                    + "; this program reads versions 1 to " + newest + ": take a newer program");
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
