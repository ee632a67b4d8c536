package dev.attune.state;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The envelope around saved state, big-endian:
 *
 * <pre>
 *   offset  bytes  content
 *   0       4      magic, the letters ATTN
 *   4       4      version of this envelope, 1
 *   8       4      n, length of the body
 *   12      n      body: name of the state (length in bytes, UTF-8), then what its owner wrote
 *   12+n    4      CRC32C of everything before it
 * </pre>
 *
 * <p>No Java serialization: reading runs no code that the file chooses.
 */
public final class Checkpoint {
    private static final int MAGIC = 0x4154544E;
    private static final int VERSION = 1;
    private static final int HEADER = 12;
    private static final int OVERHEAD = HEADER + Integer.BYTES;

    private Checkpoint() {}

    /** The whole state of an object, sealed. */
    public static byte[] write(Checkpointed source) {
        return seal(source.stateName(), source::writeState);
    }

    /**
     * State with a name, sealed, for {@link #open}.
     *
     * @param writer writes all of it
     */
    public static byte[] seal(String name, Consumer<StateWriter> writer) {
        StateWriter body = new StateWriter();
        body.writeString(name);
        writer.accept(body);
        byte[] content = body.toBytes();
        ByteBuffer sealed = ByteBuffer.allocate(Math.addExact(OVERHEAD, content.length));
        sealed.putInt(MAGIC).putInt(VERSION).putInt(content.length).put(content);
        sealed.putInt(crc(sealed.array(), sealed.position()));
        return sealed.array();
    }

    /**
     * Replaces the state of an object by one that {@link #write} sealed.
     *
     * @throws StateFormatException if the bytes are damaged, foreign, or of another object; the target is then as it
     *     was
     */
    public static void read(byte[] sealed, Checkpointed target) {
        StateReader in = open(sealed);
        requireName(in.readString(), target.stateName());
        byte[] before = write(target);
        try {
            target.readState(in);
            in.requireEnd();
        } catch (RuntimeException e) {
            StateReader undo = open(before);
            undo.readString();
            target.readState(undo);
            throw e;
        }
    }

    /**
     * Makes an object of state that {@link #write} or {@link #seal} sealed, for a reader that cannot know before how the object was made.
     *
     * @param name the name of the state
     * @param reader reads all that its owner wrote
     * @throws StateFormatException if the bytes are damaged, foreign, or of another object
     */
    public static <T> T open(byte[] sealed, String name, Function<StateReader, T> reader) {
        StateReader in = open(sealed);
        requireName(in.readString(), name);
        T made = reader.apply(in);
        in.requireEnd();
        return made;
    }

    /**
     * Returns the name of sealed state.
     *
     * @throws StateFormatException if the bytes are damaged or foreign
     */
    public static String name(byte[] sealed) {
        return open(sealed).readString();
    }

    private static void requireName(String found, String expected) {
        if (!found.equals(expected)) {
            throw new StateFormatException("the saved state is of " + found + ", not of " + expected);
        }
    }

    private static StateReader open(byte[] sealed) {
        ByteBuffer in = ByteBuffer.wrap(sealed);
        if (sealed.length < OVERHEAD || in.getInt() != MAGIC) {
            throw new StateFormatException("these bytes are not saved state of Attune");
        }
        int version = in.getInt();
        if (version != VERSION) {
            throw new StateFormatException(
                    "the saved state has envelope version " + version + ", this program reads version " + VERSION);
        }
        int length = in.getInt();
        if (length != sealed.length - OVERHEAD) {
            throw new StateFormatException("the saved state is cut or extended: its body should have " + length
                    + " bytes but has " + (sealed.length - OVERHEAD));
        }
        int stored = in.getInt(HEADER + length);
        if (stored != crc(sealed, HEADER + length)) {
            throw new StateFormatException("the saved state is damaged: its checksum does not match");
        }
        return new StateReader(in.limit(HEADER + length));
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
