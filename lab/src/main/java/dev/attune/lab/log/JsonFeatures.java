package dev.attune.lab.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.deser.std.JsonNodeDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.encode.Features;
import dev.attune.lab.data.Table;
import dev.attune.lab.log.LineParser.MalformedLineException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // a NaN among the features need not cost the event
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule().addDeserializer(JsonNode.class, new FirstValues()))
            .build()
            .readerFor(JsonNode.class);

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

    /** Keeps the first value of a key that is there twice. */
    private static final class FirstValues extends JsonNodeDeserializer {
        private static final long serialVersionUID = 1;

        @Override
        protected void _handleDuplicateField(
                JsonParser json,
                DeserializationContext context,
                JsonNodeFactory factory,
                String key,
                ObjectNode object,
                JsonNode first,
                JsonNode second) {
            object.set(key, first);
            ((EventSink) Objects.requireNonNull(context.getAttribute(EventSink.class))).warn(TWICE);
        }
    }

    /** Reads a line that is one JSON object. */
    static JsonNode readLine(String line, EventSink sink) throws MalformedLineException {
        JsonNode object;
        try {
            object = JSON.withAttribute(EventSink.class, sink).readTree(line);
        } catch (MismatchedInputException e) {
            throw new MalformedLineException("more than one JSON value on a line");
        } catch (JsonProcessingException e) {
            throw new MalformedLineException("not JSON");
        }
        if (!object.isObject()) {
            throw new MalformedLineException("not a JSON object");
        }
        return object;
    }

    /** Returns the text of a string, a number or a boolean; empty for anything else. */
    static String text(JsonNode value) {
        return value.isValueNode() && !value.isNull() ? value.asText() : "";
    }

    /** Returns a number, which may be in a string; NaN for anything else. */
    static double number(JsonNode value) {
        return value.isNumber() ? value.doubleValue() : Table.numberIn(text(value));
    }

    /** Returns the features so far. */
    Features build() {
        return names.isEmpty() ? Features.NONE : builder.build();
    }

    /** Returns {@code _tag}, or else the first {@code id} in any namespace; empty if there is neither. */
    String id() {
        return tag.isEmpty() ? id : tag;
    }

    /** Adds the fields of an object, without a prefix. */
    void object(JsonNode object) {
        fields(object, "", 0);
    }

    /** Adds a value under its key. */
    void value(String key, JsonNode value) {
        value(key, value, key, 0);
    }

    private void fields(JsonNode object, String prefix, int element) {
        object.properties()
                .forEach(field -> value(
                        field.getKey(),
                        field.getValue(),
                        prefix.isEmpty() ? field.getKey() : prefix + "." + field.getKey(),
                        element));
    }

    private void value(String key, JsonNode value, String name, int element) {
        if (key.startsWith("_")) {
            if (key.equals("_tag") && key.equals(name) && value.isValueNode()) {
                tag = value.asText();
            }
            return;
        }
        if (id.isEmpty() && key.equals("id") && (value.isTextual() || value.isNumber())) {
            id = value.asText();
        }
        switch (value.getNodeType()) {
            case OBJECT -> fields(value, name, element);
            case ARRAY -> list(value, name, element);
            case STRING -> add(name, element, unused -> builder.category(unused, value.asText()));
            case BOOLEAN -> add(name, element, unused -> builder.flag(unused, value.booleanValue()));
            case NUMBER -> {
                if (Double.isFinite(value.doubleValue())) {
                    add(name, element, unused -> builder.number(unused, value.doubleValue()));
                } else {
                    sink.warn(EventSink.NOT_FINITE);
                }
            }
            default -> {
                // null: nothing is known
            }
        }
    }

    private void list(JsonNode list, String name, int element) {
        List<JsonNode> scalars = new ArrayList<>();
        int objects = element;
        for (JsonNode each : list) {
            if (each.isObject()) {
                fields(each, name, objects++);
            } else if (each.isArray()) {
                sink.warn(NESTED_LIST);
            } else if (!each.isNull()) {
                scalars.add(each);
            }
        }
        if (scalars.isEmpty()) {
            return;
        }
        if (!scalars.stream().allMatch(JsonNode::isNumber)) {
            add(
                    name,
                    element,
                    unused -> builder.tags(
                            unused, scalars.stream().map(JsonNode::asText).toList()));
            return;
        }
        List<Double> numbers = scalars.stream().map(JsonNode::doubleValue).toList();
        if (numbers.stream().allMatch(Double::isFinite)) {
            add(name, element, unused -> builder.numbers(unused, numbers));
        } else {
            sink.warn(EventSink.NOT_FINITE);
        }
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
