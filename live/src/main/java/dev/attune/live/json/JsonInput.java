package dev.attune.live.json;

import dev.attune.api.Require;
import dev.attune.live.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of JSON in UTF-8 (RFC 8259), in one pass over the bytes. A method that reads a value finds the reader on it and leaves it
 * there; an invalid value is rejected with the path of its field. Texts are decoded and numbers are converted only where they are asked for.
 */
public final class JsonInput {
    private static final int DEPTH = 20;
    private static final int NUMBER_LENGTH = 400; // more digits than any double needs in full
    private static final int EXACT_DIGITS = 18; // which fit a long
    private static final long EXACT_DOUBLE = 1L << 53; // whole numbers up to it are doubles
    private static final int LARGEST_EXPONENT = 100_000; // beyond it all numbers are 0 or infinite
    private static final int NO_INDEX = -1;
    private static final String NOT_UTF8 = "this is not JSON in UTF-8";

    /** Powers of ten that are doubles. */
    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** What a value is. */
    enum Kind {
        OBJECT("an object"),
        LIST("a list"),
        TEXT("a text"),
        WHOLE("a whole number"),
        FRACTION("a fraction"),
        TRUE("true or false"),
        FALSE("true or false"),
        NULL("null");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private final byte[] in;
    private final JsonLimits limits;
    private int at;

    // the current value
    private Kind kind = Kind.NULL;
    private int start; // of a text, behind its quotation mark, or of a number
    private int end;
    private boolean plain; // a text of ASCII characters without escapes
    private long digits; // a number is digits * 10^exponent, if they are exact
    private int exponent;
    private boolean exact;
    private boolean negative;

    // where it is: the name or the index in each object or list around it
    private final @Nullable String[] names = new String[DEPTH + 1];
    private final int[] indices = new int[DEPTH + 1];
    private int depth;
    private boolean first; // nothing has been read of the object or list that was just begun

    private double[] numbers = new double[64]; // of a list that is being read

    private JsonInput(byte[] in, JsonLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Reads one kind of value. */
    @FunctionalInterface
    public interface ValueReader<T> {
        /** Reads the value at which the input is. */
        T read(JsonInput in);
    }

    /**
     * Reads a whole text.
     *
     * @throws RefusedException if it is not valid JSON, not what is expected, or followed by more
     */
    public static <T> T read(byte[] text, JsonLimits limits, ValueReader<T> reader) {
        JsonInput in = new JsonInput(text, limits);
        if (text.length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB && text[2] == (byte) 0xBF) {
            in.at = 3; // a byte order mark
        }
        if (in.skipSpace() < 0) {
            throw in.refuse("the body is empty; it must be JSON");
        }
        in.value();
        T value = reader.read(in);
        if (in.skipSpace() >= 0) {
            throw in.refuse("the JSON goes on after its end");
        }
        return value;
    }

    /** Returns the limits. */
    public JsonLimits limits() {
        return limits;
    }

    /** Returns a rejection of the current field. */
    public RefusedException refuse(String message) {
        return new RefusedException(RefusedException.Reason.INVALID, path(), message);
    }

    /** Returns a rejection of a part of the value just read. */
    public RefusedException refuseWithin(String part, String message) {
        String here = path();
        return new RefusedException(
                RefusedException.Reason.INVALID,
                here.isEmpty() || part.startsWith("[") ? here + part : here + "." + part,
                message);
    }

    /** {@code arms[3].features.price}. */
    private String path() {
        StringBuilder path = new StringBuilder();
        for (int i = 1; i <= depth; i++) {
            if (names[i] != null) {
                path.append(path.isEmpty() ? "" : ".").append(names[i]);
            } else if (indices[i] != NO_INDEX) {
                path.append('[').append(indices[i]).append(']');
            }
        }
        return path.toString();
    }

    // --- structure

    /** Requires the current value to be an object; {@link #nextField} then returns its fields. */
    public void beginObject() {
        require(Kind.OBJECT);
    }

    /** Moves to the value of the next field and returns its name; null after the last. */
    @Nullable
    public String nextField() {
        int c = required();
        if (c == '}') {
            leave();
            return null;
        }
        if (!first) {
            if (c != ',') {
                throw notJson();
            }
            at++;
            c = required();
        }
        if (c != '"') {
            throw notJson();
        }
        scanText();
        String name = text();
        names[depth] = name;
        if (required() != ':') {
            throw notJson();
        }
        at++;
        required();
        value();
        return name;
    }

    /** Returns the value of a field; rejects a field that has been read before. */
    public <T> T first(@Nullable T before, T value) {
        once(before);
        return value;
    }

    /** Rejects a field that has been read before. */
    public void once(@Nullable Object before) {
        if (before != null) {
            throw refuse("the field appears twice");
        }
    }

    /** Returns the rejection of an unknown field. */
    public RefusedException unknown(String known) {
        return refuse("there is no such field; there are " + known);
    }

    /** Requires the current value to be an array; {@link #nextItem} then moves through it. */
    void beginArray() {
        require(Kind.LIST);
    }

    /** Moves to the next item of an array; false after the last. */
    boolean nextItem() {
        int c = required();
        if (c == ']') {
            leave();
            return false;
        }
        if (!first) {
            if (c != ',') {
                throw notJson();
            }
            at++;
            required();
        }
        indices[depth]++;
        value();
        return true;
    }

    private void enter(Kind entered) {
        if (depth == DEPTH) {
            throw tooLong();
        }
        kind = entered;
        at++;
        depth++;
        names[depth] = null;
        indices[depth] = NO_INDEX;
        first = true;
    }

    private void leave() {
        at++;
        depth--;
        first = false;
    }

    // --- values

    Kind kind() {
        return kind;
    }

    boolean isNull() {
        return kind == Kind.NULL;
    }

    /** Returns an id or a name: not empty, not too long. */
    public String id() {
        String text = text(limits.idLength());
        if (text.isEmpty()) {
            throw refuse("must not be empty");
        }
        return text;
    }

    /** Returns a string. */
    public String text(int longest) {
        require(Kind.TEXT);
        return plain && end - start <= longest ? text() : wellFormed(text(), longest);
    }

    /**
     * Returns the text, if it is not too long and well-formed Unicode. The journal could not represent a lone surrogate, and two names
     * could become equal.
     */
    String wellFormed(String text, int longest) {
        if (text.length() > longest) {
            throw refuse("has " + text.length() + " characters; at most " + longest + " are allowed");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    throw refuse("contains half a character, a lone surrogate");
                }
                i++;
            }
        }
        return text;
    }

    double number() {
        if (kind != Kind.WHOLE && kind != Kind.FRACTION) {
            throw wrongType("a number");
        }
        double value = toDouble();
        if (!(Math.abs(value) <= Require.LIMIT)) {
            throw refuse("must be a number of size at most " + Require.LIMIT);
        }
        return value;
    }

    /** Reads the numbers of a list whose first one is the current value, up to the end of the list; null if there are too many. */
    double @Nullable [] numbers(int most) {
        int count = 0;
        do {
            if (count == most) {
                return null;
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number();
        } while (nextItem());
        return Arrays.copyOf(numbers, count);
    }

    /** Digits and power of ten are doubles, and one operation on them is rounded correctly; all else is left to the JDK. */
    private double toDouble() {
        if (exact && digits <= EXACT_DOUBLE && exponent >= -22 && exponent <= 22) {
            double value = exponent < 0 ? digits / TENS[-exponent] : digits * TENS[exponent];
            return negative && (value != 0 || kind == Kind.FRACTION) ? -value : value;
        }
        double value = Double.parseDouble(new String(in, start, end - start, StandardCharsets.ISO_8859_1));
        return value == 0 && kind == Kind.WHOLE ? 0 : value;
    }

    /** Returns an integer within bounds. */
    public long whole(long least, long most) {
        require(Kind.WHOLE);
        if (exact && exponent == 0) {
            long value = negative ? -digits : digits;
            if (value >= least && value <= most) {
                return value;
            }
        } else if (end - start <= EXACT_DIGITS + 2) {
            try {
                long value = Long.parseLong(new String(in, start, end - start, StandardCharsets.ISO_8859_1));
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // larger than a long
            }
        }
        throw refuse("must be between " + least + " and " + most);
    }

    /** Returns a boolean. */
    public boolean flag() {
        if (kind != Kind.TRUE && kind != Kind.FALSE) {
            throw wrongType("true or false");
        }
        return kind == Kind.TRUE;
    }

    private void require(Kind wanted) {
        if (kind != wanted) {
            throw wrongType(wanted.words);
        }
    }

    private RefusedException wrongType(String expected) {
        return refuse("must be " + expected + ", not " + kind.words);
    }

    // --- bytes

    /** Skips white space; returns the byte behind it, -1 at the end. */
    private int skipSpace() {
        while (at < in.length) {
            int c = in[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c & 0xFF;
            }
            at++;
        }
        return -1;
    }

    private int required() {
        int c = skipSpace();
        if (c < 0) {
            throw early();
        }
        return c;
    }

    /** Reads the value that begins here: all of a text, a number or a word, the first byte of an object or a list. */
    private void value() {
        int c = in[at];
        first = false;
        switch (c) {
            case '"' -> {
                scanText();
                kind = Kind.TEXT;
            }
            case '{' -> enter(Kind.OBJECT);
            case '[' -> enter(Kind.LIST);
            case 't' -> word("true", Kind.TRUE);
            case 'f' -> word("false", Kind.FALSE);
            case 'n' -> word("null", Kind.NULL);
            default -> scanNumber(c);
        }
    }

    private void word(String word, Kind meaning) {
        if (!startsWith(word)) {
            throw at + word.length() > in.length ? early() : notJson();
        }
        at += word.length();
        kind = meaning;
    }

    private boolean startsWith(String word) {
        if (at + word.length() > in.length) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (in[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void scanNumber(int begin) {
        start = at;
        negative = begin == '-';
        int i = negative ? at + 1 : at;
        int c = byteAt(i);
        if (c < '0' || c > '9') {
            throw notNumber(i);
        }
        long value = 0;
        int significant = 0;
        int point = 0;
        if (c == '0') {
            c = byteAt(++i);
            if (c >= '0' && c <= '9') {
                at = i;
                throw notJson();
            }
        } else {
            while (c >= '0' && c <= '9') {
                value = 10 * value + (c - '0');
                significant++;
                c = byteAt(++i);
            }
        }
        kind = Kind.WHOLE;
        if (c == '.') {
            kind = Kind.FRACTION;
            int fraction = i + 1;
            c = byteAt(++i);
            while (c >= '0' && c <= '9') {
                value = 10 * value + (c - '0');
                significant += value == 0 ? 0 : 1;
                c = byteAt(++i);
            }
            point = i - fraction;
            requireDigits(point, i);
        }
        int power = 0;
        if (c == 'e' || c == 'E') {
            kind = Kind.FRACTION;
            c = byteAt(++i);
            boolean down = c == '-';
            if (c == '-' || c == '+') {
                c = byteAt(++i);
            }
            int from = i;
            while (c >= '0' && c <= '9') {
                power = Math.min(LARGEST_EXPONENT, 10 * power + (c - '0'));
                c = byteAt(++i);
            }
            requireDigits(i - from, i);
            power = down ? -power : power;
        }
        end = i;
        at = i;
        digits = value;
        exponent = power - point;
        exact = significant <= EXACT_DIGITS;
        if (end - start > NUMBER_LENGTH) {
            throw tooLong();
        }
    }

    private int byteAt(int i) {
        return i < in.length ? in[i] : -1;
    }

    private void requireDigits(int count, int i) {
        if (count == 0) {
            at = i;
            throw i == in.length ? early() : notJson();
        }
    }

    private RefusedException notNumber(int i) {
        for (String word : new String[] {"NaN", "Infinity", "+Infinity", "-Infinity", "-NaN", "INF", "+INF", "-INF"}) {
            if (startsWith(word)) {
                return refuse("NaN and infinities are not JSON; a number must be finite" + where());
            }
        }
        at = i;
        return i == in.length ? early() : notJson();
    }

    /** Finds the end of a text. */
    private void scanText() {
        start = ++at;
        plain = true;
        while (at < in.length) {
            int c = in[at];
            if (c == '"') {
                end = at++;
                return;
            }
            if (c == '\\') {
                plain = false;
                at++; // what follows is checked when the text is decoded
            } else if (c < 0) {
                plain = false;
            } else if (c < ' ') {
                throw notJson();
            }
            at++;
        }
        at = in.length;
        throw early();
    }

    private String text() {
        if (plain) {
            return new String(in, start, end - start, StandardCharsets.ISO_8859_1);
        }
        StringBuilder text = new StringBuilder(end - start);
        int behind = at;
        at = start;
        while (at < end) {
            int c = in[at++];
            if (c == '\\') {
                escape(text);
            } else if (c >= 0) {
                text.append((char) c);
            } else {
                decode(c, text);
            }
        }
        at = behind;
        return text.toString();
    }

    private void escape(StringBuilder text) {
        int c = byteAt(at++);
        switch (c) {
            case '"', '\\', '/' -> text.append((char) c);
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = at < end ? Character.digit(in[at++], 16) : -1;
                    if (digit < 0) {
                        throw notJson();
                    }
                    code = 16 * code + digit;
                }
                text.append((char) code);
            }
            default -> throw notJson();
        }
    }

    /** Decodes a character of two to four bytes; rejects longer forms than needed, surrogates and what is beyond Unicode. */
    private void decode(int lead, StringBuilder text) {
        int more = (lead & 0xE0) == 0xC0 ? 1 : (lead & 0xF0) == 0xE0 ? 2 : (lead & 0xF8) == 0xF0 ? 3 : 0;
        int code = lead & (0x3F >> more);
        for (int i = 0; i < more; i++) {
            int c = at < end ? in[at] : 0;
            if ((c & 0xC0) != 0x80) {
                throw refuse(NOT_UTF8 + where());
            }
            at++;
            code = code << 6 | (c & 0x3F);
        }
        int least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
        if (more == 0
                || code < least
                || code > Character.MAX_CODE_POINT
                || (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE)) {
            throw refuse(NOT_UTF8 + where());
        }
        text.appendCodePoint(code);
    }

    // --- rejections of what is not JSON

    private RefusedException notJson() {
        return refuse((in[Math.min(at, in.length - 1)] < 0 ? NOT_UTF8 : "this is not JSON") + where());
    }

    private RefusedException early() {
        return refuse("the JSON ends too early" + where());
    }

    private RefusedException tooLong() {
        return refuse("the JSON is nested deeper than " + DEPTH + " levels, or contains a number that is too long");
    }

    private String where() {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(at, in.length); i++) {
            if (in[i] == '\n') {
                line++;
                column = 1;
            } else if ((in[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        return " at line " + line + ", column " + column;
    }
}
