package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * A serializer that knows which version of its format it reads. It always writes the newest; one that reads an older version is made by
 * Flink from a snapshot, and only to read.
 *
 * @param <T> what is written
 */
abstract class VersionedSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final int version;

    VersionedSerializer(int version) {
        this.version = version;
    }

    /** The version that it reads. */
    final int version() {
        return version;
    }

    @Override
    public final TypeSerializer<T> duplicate() {
        return this; // nothing in it changes
    }

    @Override
    public final T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public final int getLength() {
        return -1;
    }

    @Override
    public final T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof VersionedSerializer<?> that && getClass() == that.getClass() && version == that.version;
    }

    @Override
    public final int hashCode() {
        return 31 * getClass().hashCode() + version;
    }
}
