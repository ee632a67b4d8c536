package dev.attune.lab.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.encode.Features;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    private static final String TWICE = "key that is there twice; the first value holds";
    private static final String NAMELESS = "feature without a name; left out";
    private static final String NESTED_LIST = "list of lists as a feature; left out";

    private final Intake intake;
    private final Set<String> names = new HashSet<>();
    private Features.Builder builder = Features.builder();
    private String tag = "";
    private String id = "";

    JsonFeatures(Intake intake) {
        this.intake = intake;
    }

    /** Forgets everything. */
    void begin() {
        names.clear();
        builder = Features.builder();
        tag = "";
        id = "";
    }

    /** The features so far. */
    Features build() {
        return names.isEmpty() ? Features.NONE : builder.build();
    }

    /** What {@code _tag} says, or else the first {@code id} in any namespace; empty where there is neither. */
    String id() {
        return tag.isEmpty() ? id : tag;
    }

    /** Takes the fields of the object that the parser stands at, none of which has a prefix. */
    void object(JsonParser json) throws IOException {
        fields(json, "", 0);
    }

    /** Takes one value that the parser stands at, under its key. */
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
                String unused = unique(name, element);
                if (!unused.isEmpty()) {
                    builder.category(unused, json.getText());
                }
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                identify(json, key);
                number(name, element, json.getDoubleValue());
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                String unused = unique(name, element);
                if (!unused.isEmpty()) {
                    builder.flag(unused, json.getBooleanValue());
                }
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

    private void number(String name, int element, double value) {
        if (!Double.isFinite(value)) {
            intake.odd(Reason.NOT_FINITE);
            return;
        }
        String unused = unique(name, element);
        if (!unused.isEmpty()) {
            builder.number(unused, value);
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
                intake.odd(NESTED_LIST);
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
            intake.odd(Reason.NOT_FINITE);
            return;
        }
        String unused = unique(name, element);
        if (!unused.isEmpty() && allNumbers) {
            builder.numbers(unused, numbers);
        } else if (!unused.isEmpty()) {
            builder.tags(unused, texts);
        }
    }

    /** The name to give to a feature, empty if it must be left out. */
    private String unique(String name, int element) {
        if (name.isEmpty()) {
            intake.odd(NAMELESS);
            return "";
        }
        if (names.add(name)) {
            return name;
        }
        if (element == 0) {
            intake.odd(TWICE);
            return "";
        }
        String numbered = name + "#" + (element + 1);
        if (!names.add(numbered)) {
            intake.odd(TWICE);
            return "";
        }
        return numbered;
    }
}
