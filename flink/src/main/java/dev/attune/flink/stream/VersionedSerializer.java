package dev.attune.flink.stream;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * A serializer of a versioned format. It always writes the newest version; serializers of older versions are created by Flink from a snapshot, to
 * read only.
 *
 * @param <T> the serialized type
 */
abstract class VersionedSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final int version;

    VersionedSerializer(int version) {
        this.version = version;
    }

    /** Returns the version that it reads. */
    final int version() {
        return version;
    }

    @Override
    public final TypeSerializer<T> duplicate() {
        return this; // immutable
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
