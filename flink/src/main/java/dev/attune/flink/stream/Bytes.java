package dev.attune.flink.stream;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts and byte arrays of any length: the length, -1 for null, and the bytes. */
final class Bytes {
    private static final int NONE = -1;

    private Bytes() {}

    static void write(byte @Nullable [] bytes, DataOutput out) throws IOException {
        if (bytes == null) {
            out.writeInt(NONE);
        } else {
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    static byte @Nullable [] read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length == NONE) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    static void writeText(String text, DataOutput out) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8), out);
    }

    static String readText(DataInput in) throws IOException {
        byte[] bytes = read(in);
        if (bytes == null) {
            throw new IOException("a text is missing");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
