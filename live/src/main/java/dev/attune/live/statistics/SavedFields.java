package dev.attune.live.statistics;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Saved statistics as a sequence of fields that is either written or read, so that one description of the fields serves both. A method that
 * transfers a value writes it and returns it, or ignores it and returns the value that it reads. So an object that is written
 * keeps all its values.
 */
final class SavedFields {
    private static final int UNITS = 4; // 16-bit units in a long

    private final @Nullable StateWriter out;
    private final @Nullable StateReader in;

    private SavedFields(@Nullable StateWriter out, @Nullable StateReader in) {
        this.out = out;
        this.in = in;
    }

    static SavedFields to(StateWriter out) {
        return new SavedFields(out, null);
    }

    static SavedFields from(StateReader in) {
        return new SavedFields(null, in);
    }

    private StateWriter out() {
        return Objects.requireNonNull(out);
    }

    /** Rejects invalid state that was read. */
    void require(boolean valid, String otherwise) {
        if (in != null && !valid) {
            throw new StateFormatException("the saved statistics have " + otherwise);
        }
    }

    /** Transfers what writes and reads itself. */
    void part(Consumer<StateWriter> write, Consumer<StateReader> read) {
        if (in != null) {
            read.accept(in);
        } else {
            write.accept(out());
        }
    }

    /** Transfers a number of things, which cannot be negative. */
    long count(long value) {
        if (in != null) {
            return in.readTally();
        }
        out().writeLong(value);
        return value;
    }

    /** Transfers a time, a position or any other number. */
    long any(long value) {
        if (in != null) {
            return in.readLong();
        }
        out().writeLong(value);
        return value;
    }

    /** Transfers a whole number. */
    int whole(int value) {
        if (in != null) {
            return in.readInt();
        }
        out().writeInt(value);
        return value;
    }

    /** Transfers a whole number from 0 to a limit. */
    int whole(int value, int most) {
        if (in != null) {
            return in.readCount(most);
        }
        out().writeInt(value);
        return value;
    }

    /** Transfers a finite number. */
    double number(double value) {
        if (in != null) {
            return in.readDouble();
        }
        out().writeDouble(value);
        return value;
    }

    /** Transfers a number that may be unknown, NaN, after a flag that tells the two apart. */
    double optional(double value) {
        boolean known = whole(Double.isFinite(value) ? 1 : 0, 1) == 1;
        double number = number(known ? value : 0);
        return known ? number : Double.NaN;
    }

    /** Transfers numbers; reads them into the same array. */
    double[] numbers(double[] values) {
        if (in != null) {
            in.readDoubles(values);
        } else {
            out().writeDoubles(values);
        }
        return values;
    }

    /** Transfers counts; reads them into the same array. */
    void counts(long[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = count(values[i]);
        }
    }

    /** Transfers a constant by its position among all. */
    <E extends Enum<E>> E constant(E value, E[] all) {
        return all[whole(List.of(all).indexOf(value), all.length - 1)];
    }

    /** Transfers a text unit by unit: ids need not be well-formed Unicode. */
    String text(String text) {
        int length = whole(text.length());
        require(
                length >= 0 && (in == null || ((long) length + UNITS - 1) / UNITS <= in.remainingDoubles()),
                "a text of " + length + " characters");
        char[] units = in == null ? text.toCharArray() : new char[length];
        for (int i = 0; i < length; i += UNITS) {
            long packed = 0;
            for (int k = 0; k < UNITS; k++) {
                packed = packed << Character.SIZE | (i + k < length ? units[i + k] : 0);
            }
            packed = any(packed);
            for (int k = Math.min(UNITS, length - i) - 1; k >= 0; k--) {
                units[i + k] = (char) (packed >>> ((UNITS - 1 - k) * Character.SIZE));
            }
        }
        return in == null ? text : new String(units);
    }

    /**
     * Transfers a list; reads its items into an empty one.
     *
     * @param blank makes an item to be read
     * @param fields transfers the fields of an item
     */
    <T> void list(Collection<T> items, int most, Supplier<T> blank, UnaryOperator<T> fields) {
        int n = whole(items.size(), most);
        Iterator<T> written = items.iterator();
        List<T> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(fields.apply(in == null ? written.next() : blank.get()));
        }
        if (in != null) {
            items.addAll(all);
        }
    }

    /** Transfers counts by name; returns a new map if it is read. */
    Map<String, Long> counts(Map<String, Long> counts, int most) {
        int n = whole(counts.size(), most);
        if (in == null) {
            counts.forEach((name, count) -> {
                text(name);
                count(count);
            });
            return counts;
        }
        Map<String, Long> read = new LinkedHashMap<>();
        for (int i = 0; i < n; i++) {
            read.put(text(""), count(0));
        }
        return read;
    }
}
