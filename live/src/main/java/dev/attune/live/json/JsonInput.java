package dev.attune.live.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.attune.api.Require;
import dev.attune.live.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A strict streaming reader of JSON in UTF-8 (RFC 8259). A method that reads a value finds the reader on it and leaves it there; an invalid
 * value is rejected with the path of its field.
 */
public final class JsonInput {
    private static final int DEPTH = 20;
    private static final int NUMBER_LENGTH = 400; // more digits than any double needs in full
    private static final char REPLACEMENT = '\uFFFD'; // what a decoder puts in place of invalid bytes
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final String NOT_UTF8 = "this is not JSON in UTF-8";

    /** Without a table of field names: there may be thousands, and the table would be copied for every new one. */
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxNumberLength(NUMBER_LENGTH)
                    .build())
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final JsonParser in;
    private final boolean utf8; // whether all bytes were valid
    private final JsonLimits limits;
    private double[] numbers = new double[64]; // of a list that is being read

    private JsonInput(JsonParser in, boolean utf8, JsonLimits limits) {
        this.in = in;
        this.utf8 = utf8;
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
        String decoded = new String(text, StandardCharsets.UTF_8);
        boolean utf8 =
                decoded.indexOf(REPLACEMENT) < 0 || Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), text);
        boolean marked = !decoded.isEmpty() && decoded.charAt(0) == BYTE_ORDER_MARK;
        try (JsonParser parser = FACTORY.createParser(marked ? decoded.substring(1) : decoded)) {
            JsonInput in = new JsonInput(parser, utf8, limits);
            if (in.next() == null) {
                throw in.refuse("the body is empty; it must be JSON");
            }
            T value = reader.read(in);
            if (in.next() != null) {
                throw in.refuse("the JSON goes on after its end");
            }
            return value;
        } catch (IOException e) {
            throw new AssertionError(e); // a text in memory can be opened and closed
        }
    }

    /** Returns the limits. */
    public JsonLimits limits() {
        return limits;
    }

    /** Returns a rejection of the current field. */
    public RefusedException refuse(String message) {
        return new RefusedException(RefusedException.Reason.INVALID, path(in.getParsingContext()), message);
    }

    /** Returns a rejection of a part of the value just read. */
    public RefusedException refuseWithin(String part, String message) {
        String here = path(in.getParsingContext());
        return new RefusedException(
                RefusedException.Reason.INVALID,
                here.isEmpty() || part.startsWith("[") ? here + part : here + "." + part,
                message);
    }

    /** {@code arms[3].features.price}. */
    private static String path(JsonStreamContext context) {
        JsonStreamContext parent = context.getParent();
        String before = parent == null ? "" : path(parent);
        if (context.inObject() && context.hasCurrentName()) {
            return before.isEmpty() ? context.getCurrentName() : before + "." + context.getCurrentName();
        }
        return context.inArray() && context.hasCurrentIndex() ? before + "[" + context.getCurrentIndex() + "]" : before;
    }

    // --- structure

    /** Requires the current value to be an object; {@link #nextField} then returns its fields. */
    public void beginObject() {
        require(JsonToken.START_OBJECT);
    }

    /** Moves to the value of the next field and returns its name; null after the last. */
    @Nullable
    public String nextField() {
        if (next() == JsonToken.END_OBJECT) {
            return null;
        }
        try {
            String name = decoded(in.currentName());
            next();
            return name;
        } catch (IOException e) {
            throw notJson(e);
        }
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

    /** Returns the value of a field of the object just read; rejects an object without it. */
    <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw refuseWithin(name, "the field is missing");
        }
        return value;
    }

    /** Returns the rejection of an unknown field. */
    public RefusedException unknown(String known) {
        return refuse("there is no such field; there are " + known);
    }

    /** Requires the current value to be an array; {@link #nextItem} then moves through it. */
    void beginArray() {
        require(JsonToken.START_ARRAY);
    }

    /** Moves to the next item of an array; false after the last. */
    boolean nextItem() {
        return next() != JsonToken.END_ARRAY;
    }

    // --- values

    /** Returns what the current value is. */
    JsonToken token() {
        return in.currentToken();
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
        require(JsonToken.VALUE_STRING);
        try {
            return wellFormed(decoded(in.getText()), longest);
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    private String decoded(String text) {
        if (!utf8 && text.indexOf(REPLACEMENT) >= 0) {
            throw refuse(NOT_UTF8 + where(in.currentTokenLocation()));
        }
        return text;
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
        if (!token().isNumeric()) {
            throw wrongType("a number");
        }
        try {
            double value = in.getDoubleValue();
            if (!(Math.abs(value) <= Require.LIMIT)) {
                throw refuse("must be a number of size at most " + Require.LIMIT);
            }
            return value;
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    /** Returns a number from 0 to 1. */
    double share() {
        double share = number();
        if (!(share >= 0 && share <= 1)) {
            throw refuse("must be between 0 and 1");
        }
        return share;
    }

    /** Reads an object that has one field and no other. */
    <T> T onlyField(String name, ValueReader<T> reader) {
        T value = null;
        beginObject();
        for (String field = nextField(); field != null; field = nextField()) {
            if (!field.equals(name)) {
                throw unknown("only " + name);
            }
            value = first(value, reader.read(this));
        }
        return required(value, name);
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

    /** Returns an integer within bounds. */
    public long whole(long least, long most) {
        require(JsonToken.VALUE_NUMBER_INT);
        try {
            if (in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                long value = in.getLongValue();
                if (value >= least && value <= most) {
                    return value;
                }
            }
        } catch (IOException e) {
            throw notJson(e);
        }
        throw refuse("must be between " + least + " and " + most);
    }

    /** Returns a boolean. */
    public boolean flag() {
        if (!token().isBoolean()) {
            throw wrongType("true or false");
        }
        return token() == JsonToken.VALUE_TRUE;
    }

    private void require(JsonToken wanted) {
        if (token() != wanted) {
            throw wrongType(name(wanted));
        }
    }

    private RefusedException wrongType(String expected) {
        return refuse("must be " + expected + ", not " + name(token()));
    }

    private static String name(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            default -> "null";
        };
    }

    // --- parser

    private @Nullable JsonToken next() {
        try {
            return in.nextToken();
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    /** Returns the rejection of what is not JSON. The parser's messages name its classes and options, so they are not passed on. */
    private RefusedException notJson(IOException e) {
        if (e instanceof StreamConstraintsException) {
            return refuse("the JSON is nested deeper than " + DEPTH + " levels, or contains a number that is too long");
        }
        String message = String.valueOf(e.getMessage());
        String problem = e instanceof JsonEOFException
                ? "the JSON ends too early"
                : message.contains("Non-standard token") || message.contains("NaN") || message.contains("INF")
                        ? "NaN and infinities are not JSON; a number must be finite"
                        : utf8 ? "this is not JSON" : NOT_UTF8;
        return refuse(problem + where(e instanceof JacksonException failed ? failed.getLocation() : null));
    }

    private static String where(@Nullable JsonLocation at) {
        return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }
}
