package dev.attune.flink.stream;

import dev.attune.live.LiveBandit;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes the bandit of a key: what the stream adds, then the live bandit, each sealed with its name and a checksum. Fields that version 3 had for
 * replicas are written empty. {@code docs/format/stream.md} specifies every byte.
 */
public final class KeyedBanditSerializer extends VersionedSerializer<KeyedBandit> {
    private static final long serialVersionUID = 1L;
    private static final int NEWEST = 3;
    private static final int WITH_EARLY_REWARDS = 2; // and with counters
    private static final int WITH_REPLICA_FIELDS = 3;
    private static final String NAME = "stream bandit/";
    private static final String REPLICA =
            "the checkpoint has replicas of a bandit, which are no longer supported: start the job without it";

    /** Of the newest version. */
    public KeyedBanditSerializer() {
        this(NEWEST);
    }

    private KeyedBanditSerializer(int version) {
        super(version);
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public KeyedBandit createInstance() {
        throw new UnsupportedOperationException("a bandit needs a definition");
    }

    /** A copy that shares nothing that changes: a checkpoint may be writing the original on another thread. */
    @Override
    public KeyedBandit copy(KeyedBandit from) {
        return open(NEWEST, seal(from), from.bandit.write());
    }

    @Override
    public void serialize(KeyedBandit bandit, DataOutputView out) throws IOException {
        Bytes.write(seal(bandit), out);
        Bytes.write(bandit.bandit.write(), out);
        Bytes.write(null, out);
    }

    @Override
    public KeyedBandit deserialize(DataInputView in) throws IOException {
        byte[] beside = Bytes.read(in);
        byte[] live = Bytes.read(in);
        byte[] increment = version() >= WITH_REPLICA_FIELDS ? Bytes.read(in) : null;
        if (beside == null || live == null) {
            throw new IOException("a saved bandit of the stream is not whole");
        }
        try {
            KeyedBandit bandit = open(version(), beside, live);
            if (increment != null) {
                throw new StateFormatException(REPLICA);
            }
            return bandit;
        } catch (StateFormatException e) {
            throw new IOException("a saved bandit of the stream cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] seal(KeyedBandit bandit) {
        return Checkpoint.seal(NAME + NEWEST, out -> write(bandit, out));
    }

    private static void write(KeyedBandit bandit, StateWriter out) {
        out.writeString(bandit.key);
        bandit.began.write(out);
        bandit.applied.write(out);
        out.writeLong(bandit.events);
        bandit.schedule.write(out);
        bandit.counters.write(out);
        bandit.early.write(out);
        out.writeInt(0); // replicas
    }

    private static KeyedBandit open(int version, byte[] beside, byte[] live) {
        LiveBandit bandit = LiveBandit.read(KeyedBandit.NUMBER, live);
        return Checkpoint.open(beside, NAME + version, in -> read(version, bandit, in));
    }

    private static KeyedBandit read(int version, LiveBandit live, StateReader in) {
        String key = in.readString();
        Place began = Place.read(in);
        Place applied = Place.read(in);
        long events = in.readTally();
        KeyedBandit bandit = new KeyedBandit(key, began, applied, live, Schedule.read(in));
        bandit.events = events;
        if (version >= WITH_EARLY_REWARDS) {
            bandit.counters.read(in);
            bandit.early.read(key, in);
        }
        if (version >= WITH_REPLICA_FIELDS && in.readInt() != 0) {
            throw new StateFormatException(REPLICA);
        }
        return bandit;
    }

    @Override
    public TypeSerializerSnapshot<KeyedBandit> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of the format, for Flink. */
    public static final class Snapshot extends VersionedSnapshot<KeyedBandit> {
        /** Of the newest version. */
        public Snapshot() {
            super("bandits", NEWEST);
        }

        @Override
        TypeSerializer<KeyedBandit> serializer(int readVersion) {
            return new KeyedBanditSerializer(readVersion);
        }
    }
}
