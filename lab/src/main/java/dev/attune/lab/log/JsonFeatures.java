package dev.attune.lab.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.attune.encode.Features;
import dev.attune.lab.log.LineParser.MalformedLineException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Flattens JSON into named features: {@code {"FromUrl":[{"weather":"Sunny"}]}} becomes the category {@code FromUrl.weather}. Strings
 * are categories, numbers numbers, true and false flags, a list of strings tags, a list of numbers numbers. Keys that begin with an
 * underscore are no features.
 *
 * <p>All objects of a list share the name of the list, as they share a namespace in Vowpal Wabbit. A name that an earlier object of the
 * list has taken gets the number of its object: {@code seen.title}, {@code seen.title#2}. A key that is there twice in one object is
 * counted, and its first value holds.
 */
final class JsonFeatures {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // a NaN among the features need not cost the event
            .build();

    private static final String TWICE = "key that is there twice; the first value holds";
    private static final String NAMELESS = "feature without a name; left out";
    private static final String NESTED_LIST = "list of lists as a feature; left out";

    private final EventSink sink;
    private final Set<String> names = new HashSet<>();
    private final Features.Builder builder = Features.builder();
    private String tag = "";
    private String id = "";

    JsonFeatures(EventSink sink) {
        this.sink = sink;
    }

    /** Receives the fields of an object. */
    @FunctionalInterface
    interface LineFields {
        /** Reads the value of a field, on whose first token the parser is. */
        void read(JsonParser json, String key) throws IOException, MalformedLineException;
    }

    /** Reads a line that is one JSON object, field by field. */
    static void readFields(String line, LineFields reader) throws MalformedLineException, IOException {
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("not a JSON object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                json.nextToken();
                reader.read(json, key);
            }
            if (json.nextToken() != null) {
                throw new MalformedLineException("more than one JSON value on a line");
            }
        } catch (JsonProcessingException e) {
            throw new MalformedLineException("not JSON");
        }
    }

    /** Returns the features so far. */
    Features build() {
        return names.isEmpty() ? Features.NONE : builder.build();
    }

    /** Returns {@code _tag}, or else the first {@code id} in any namespace; empty if there is neither. */
    String id() {
        return tag.isEmpty() ? id : tag;
    }

    /** Adds the fields of the current object, without a prefix. */
    void object(JsonParser json) throws IOException {
        fields(json, "", 0);
    }

    /** Adds the current value under its key. */
    void value(JsonParser json, String key) throws IOException {
        value(json, key, key, 0);
    }

    private void fields(JsonParser json, String prefix, int element) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            json.nextToken();
            value(json, key, prefix.isEmpty() ? key : prefix + "." + key, element);
        }
    }

    private void value(JsonParser json, String key, String name, int element) throws IOException {
        if (key.startsWith("_")) {
            if (key.equals("_tag") && key.equals(name) && json.currentToken().isScalarValue()) {
                tag = json.getText();
            }
            json.skipChildren();
            return;
        }
        switch (json.currentToken()) {
            case START_OBJECT -> fields(json, name, element);
            case START_ARRAY -> list(json, name, element);
            case VALUE_STRING -> {
                identify(json, key);
                String text = json.getText();
                add(name, element, unused -> builder.category(unused, text));
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                identify(json, key);
                double value = json.getDoubleValue();
                if (Double.isFinite(value)) {
                    add(name, element, unused -> builder.number(unused, value));
                } else {
                    sink.warn(Reason.NOT_FINITE);
                }
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                boolean value = json.getBooleanValue();
                add(name, element, unused -> builder.flag(unused, value));
            }
            default -> {
                // null: nothing is known
            }
        }
    }

    private void identify(JsonParser json, String key) throws IOException {
        if (id.isEmpty() && key.equals("id")) {
            id = json.getText();
        }
    }

    private void list(JsonParser json, String name, int element) throws IOException {
        List<String> texts = new ArrayList<>();
        List<Double> numbers = new ArrayList<>();
        boolean finite = true;
        int objects = element;
        JsonToken token;
        while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
            if (token == JsonToken.START_OBJECT) {
                fields(json, name, objects++);
            } else if (token == JsonToken.START_ARRAY) {
                json.skipChildren();
                sink.warn(NESTED_LIST);
            } else if (token != JsonToken.VALUE_NULL) {
                texts.add(json.getText());
                if (token.isNumeric()) {
                    numbers.add(json.getDoubleValue());
                    finite &= Double.isFinite(json.getDoubleValue());
                }
            }
        }
        if (texts.isEmpty()) {
            return;
        }
        boolean allNumbers = numbers.size() == texts.size();
        if (allNumbers && !finite) {
            sink.warn(Reason.NOT_FINITE);
            return;
        }
        add(name, element, unused -> {
            if (allNumbers) {
                builder.numbers(unused, numbers);
            } else {
                builder.tags(unused, texts);
            }
        });
    }

    /** Adds a feature under a name that is not in use, or counts why it is left out. */
    private void add(String name, int element, Consumer<String> feature) {
        String numbered = name + "#" + (element + 1);
        if (name.isEmpty()) {
            sink.warn(NAMELESS);
        } else if (names.add(name)) {
            feature.accept(name);
        } else if (element > 0 && names.add(numbered)) {
            feature.accept(numbered);
        } else {
            sink.warn(TWICE);
        }
    }
}
