package dev.attune.live.statistics;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** Text in saved state, unit by unit: ids need not be well-formed Unicode. */
final class PackedText {
    private static final int UNITS = 4; // 16-bit units in a long

    private PackedText() {}

    static void write(StateWriter out, String text) {
        out.writeInt(text.length());
        for (int i = 0; i < text.length(); i += UNITS) {
            long packed = 0;
            for (int k = 0; k < UNITS; k++) {
                packed = packed << Character.SIZE | (i + k < text.length() ? text.charAt(i + k) : 0);
            }
            out.writeLong(packed);
        }
    }

    static String read(StateReader in) {
        int length = in.readInt();
        if (length < 0 || ((long) length + UNITS - 1) / UNITS > in.remainingDoubles()) {
            throw new StateFormatException("the saved statistics have a text of " + length + " characters");
        }
        char[] text = new char[length];
        for (int i = 0; i < length; i += UNITS) {
            long packed = in.readLong();
            for (int k = UNITS - 1; k >= 0; k--, packed >>>= Character.SIZE) {
                if (i + k < length) {
                    text[i + k] = (char) packed;
                }
            }
        }
        return new String(text);
    }
}
