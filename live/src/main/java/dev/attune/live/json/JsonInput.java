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
 * A strict streaming reader of JSON. A method that reads a value finds the reader on it and leaves it there; an invalid value is rejected
 * with the path of its field.
 */
public final class JsonInput {
    private static final int DEPTH = 20;
    private static final int NUMBER_LENGTH = 400; // more digits than any double needs in full
    private static final char REPLACEMENT = '\uFFFD'; // what a decoder puts in place of invalid bytes
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Without a table of field names: there may be thousands, and the table would be copied for every new one. */
    private static final JsonFactory OF_TEXT =
            builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

    /** For bytes that may not be UTF-8: names the field. */
    private static final JsonFactory OF_BYTES = builder().build();

    private static JsonFactoryBuilder builder() {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEPTH)
                        .maxNumberLength(NUMBER_LENGTH)
                        .build())
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES); // names come from clients
    }

    private final JsonParser in;
    private final JsonLimits limits;

    private JsonInput(JsonParser in, JsonLimits limits) {
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
        String decoded = new String(text, StandardCharsets.UTF_8);
        boolean valid =
                decoded.indexOf(REPLACEMENT) < 0 || Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), text);
        try (JsonParser parser = valid ? parser(decoded) : OF_BYTES.createParser(text)) {
            JsonInput in = new JsonInput(parser, limits);
            if (in.next() == null) {
                throw in.refuse("the body is empty; it must be JSON");
            }
            T value = reader.read(in);
            if (in.next() != null) {
                throw in.refuse("the JSON goes on after its end");
            }
            if (!valid) {
                throw refuse("", "this is not JSON in UTF-8"); // the parser accepts overlong forms of characters
            }
            return value;
        } catch (IOException e) {
            throw refuse("", "this is not JSON in UTF-8"); // the parser looks at the first bytes before it begins
        }
    }

    private static JsonParser parser(String decoded) throws IOException {
        return OF_TEXT.createParser(
                decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(BYTE_ORDER_MARK.length()) : decoded);
    }

    /** Returns the limits. */
    public JsonLimits limits() {
        return limits;
    }

    /** Returns a rejection of the current field. */
    public RefusedException refuse(String message) {
        return refuse(path(in.getParsingContext()), message);
    }

    /** Returns a rejection of a part of the value just read. */
    public RefusedException refuseWithin(String part, String message) {
        String here = path(in.getParsingContext());
        return refuse(here.isEmpty() || part.startsWith("[") ? here + part : here + "." + part, message);
    }

    private static RefusedException refuse(String field, String message) {
        return new RefusedException(RefusedException.Reason.INVALID, field, message);
    }

    // --- structure

    /** Requires the current value to be an object; {@link #nextField} then returns its fields. */
    public void beginObject() {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw wrongType("an object");
        }
    }

    /** Moves to the value of the next field and returns its name; null after the last. */
    @Nullable
    public String nextField() {
        if (next() == JsonToken.END_OBJECT) {
            return null;
        }
        try {
            String name = in.currentName();
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

    /** Returns the rejection of an unknown field. */
    public RefusedException unknown(String known) {
        return refuse("there is no such field; there are " + known);
    }

    /** Requires the current value to be an array; {@link #nextItem} then moves through it. */
    void beginArray() {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw wrongType("a list");
        }
    }

    /** Moves to the next item of an array; false after the last. */
    boolean nextItem() {
        return next() != JsonToken.END_ARRAY;
    }

    // --- values

    JsonToken token() {
        JsonToken token = in.currentToken();
        if (token == null) {
            throw refuse("the JSON ends too early");
        }
        return token;
    }

    boolean isNull() {
        return in.currentToken() == JsonToken.VALUE_NULL;
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
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw wrongType("a text");
        }
        try {
            return wellFormed(in.getText(), longest);
        } catch (IOException e) {
            throw notJson(e);
        }
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
        JsonToken token = in.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
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

    /** Returns an integer within bounds. */
    public long whole(long least, long most) {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrongType("a whole number");
        }
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
        if (in.currentToken() == JsonToken.VALUE_TRUE) {
            return true;
        } else if (in.currentToken() == JsonToken.VALUE_FALSE) {
            return false;
        }
        throw wrongType("true or false");
    }

    private RefusedException wrongType(String expected) {
        JsonToken token = in.currentToken();
        String found = switch (token == null ? JsonToken.NOT_AVAILABLE : token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            default -> "nothing";
        };
        return refuse("must be " + expected + ", not " + found);
    }

    // --- parser

    private @Nullable JsonToken next() {
        try {
            return in.nextToken();
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    /** The parser's messages name its classes and options, so they are not passed on. */
    private RefusedException notJson(IOException e) {
        if (e instanceof StreamConstraintsException) {
            return refuse("the JSON is nested deeper than " + DEPTH
                    + " levels, or contains a number or text that is too long");
        }
        String where = "";
        String said = "";
        if (e instanceof JacksonException failed) {
            JsonLocation at = failed.getLocation();
            where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            said = String.valueOf(failed.getOriginalMessage());
        }
        if (e instanceof JsonEOFException) {
            return refuse("the JSON ends too early" + where);
        }
        if (said.contains("Non-standard token") || said.contains("NaN") || said.contains("INF")) {
            return refuse("NaN and infinities are not JSON; a number must be finite" + where);
        }
        return refuse("this is not JSON" + where);
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
}
