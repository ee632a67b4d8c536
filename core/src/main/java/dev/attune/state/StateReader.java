package dev.attune.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link StateWriter} wrote. Lengths are checked against what the caller expects and what is left, before
 * anything is allocated, so a hostile length cannot exhaust memory; numbers must be finite.
 */
public final class StateReader {
    private static final int LONGEST_STRING = 1 << 10;

    private final ByteBuffer buffer;

    StateReader(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Reads four bytes. */
    public int readInt() {
        return need(Integer.BYTES).getInt();
    }

    /** Reads a count between zero and a limit. */
    public int readCount(int limit) {
        int count = readInt();
        if (count < 0 || count > limit) {
            throw new StateFormatException("the saved state has a count of " + count + ", outside [0, " + limit + "]");
        }
        return count;
    }

    /** Reads eight bytes. */
    public long readLong() {
        return need(Long.BYTES).getLong();
    }

    /** Reads one finite number. */
    public double readDouble() {
        double value = need(Double.BYTES).getDouble();
        if (!Double.isFinite(value)) {
            throw new StateFormatException("the saved state has a number that is not finite: " + value);
        }
        return value;
    }

    /** Reads one finite number above zero. */
    public double readPositive() {
        double value = readDouble();
        if (!(value > 0)) {
            throw new StateFormatException("the saved state has " + value + " where a positive number belongs");
        }
        return value;
    }

    /** Reads yes or no, written as 1 or 0. */
    public boolean readFlag() {
        return readCount(1) == 1;
    }

    /** Reads a number of things, which cannot be negative. */
    public long readTally() {
        long tally = readLong();
        if (tally < 0) {
            throw new StateFormatException("the saved state has a count of " + tally);
        }
        return tally;
    }

    /** Fills an array with numbers that were written from one of the same length. */
    public void readDoubles(double[] into) {
        int length = readInt();
        if (length != into.length) {
            throw new StateFormatException(
                    "the saved state has " + length + " numbers where this object has " + into.length);
        }
        int bytes = Math.multiplyExact(Double.BYTES, length);
        need(bytes).asDoubleBuffer().get(into); // in bulk: several times as fast as one by one
        buffer.position(buffer.position() + bytes);
        for (double value : into) {
            if (!Double.isFinite(value)) {
                throw new StateFormatException("the saved state has a number that is not finite: " + value);
            }
        }
    }

    /** Reads an array of any length that is left. */
    public double[] readVector() {
        int length = need(Integer.BYTES).duplicate().getInt();
        if (length < 0 || length > remainingDoubles()) {
            throw new StateFormatException("the saved state has an array of " + length + " numbers, but ends before");
        }
        double[] values = new double[length];
        readDoubles(values);
        return values;
    }

    /** Fills a matrix with one that was written from the same shape. */
    public void readMatrix(double[][] into) {
        int rows = readInt();
        if (rows != into.length) {
            throw new StateFormatException(
                    "the saved state has " + rows + " rows where this object has " + into.length);
        }
        for (double[] row : into) {
            readDoubles(row);
        }
    }

    /** Reads a short text. */
    public String readString() {
        return readText(LONGEST_STRING);
    }

    /** Reads a text of any length. */
    public String readText() {
        return readText(buffer.remaining());
    }

    private String readText(int longest) {
        int length = readCount(longest);
        need(length);
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Reads a short text that must be the one given: what the object is made of, not what it has learnt. */
    public void expect(String what, String expected) {
        String found = readString();
        if (!found.equals(expected)) {
            throw new StateFormatException("the saved state has " + what + " " + found + ", this object " + expected);
        }
    }

    /** Reads a number that must be the one given. */
    public void expect(String what, double expected) {
        double found = readDouble();
        if (found != expected) {
            throw new StateFormatException("the saved state has " + what + " " + found + ", this object " + expected);
        }
    }

    /** How many numbers could still follow: a bound for counts that precede them. */
    public int remainingDoubles() {
        return buffer.remaining() / Double.BYTES;
    }

    void requireEnd() {
        if (buffer.hasRemaining()) {
            throw new StateFormatException("the saved state has " + buffer.remaining() + " bytes too many");
        }
    }

    private ByteBuffer need(int bytes) {
        if (buffer.remaining() < bytes) {
            throw new StateFormatException(
                    "the saved state ends early: " + bytes + " bytes wanted, " + buffer.remaining() + " left");
        }
        return buffer;
    }
}
