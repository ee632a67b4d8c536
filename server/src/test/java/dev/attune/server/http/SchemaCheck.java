package dev.attune.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Holds JSON against a schema, for the part of JSON Schema that the OpenAPI document uses; a word it does not know is a complaint. */
final class SchemaCheck {
    private static final Set<String> SILENT = Set.of("description", "default", "format", "example");

    private final JsonNode document;

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    List<String> complaints(JsonNode value, JsonNode schema) {
        List<String> found = new ArrayList<>();
        check(value, schema, "$", found);
        return found;
    }

    /** What a reference points at, or the node itself. */
    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(document.at(node.get("$ref").asText().substring(1))) : node;
    }

    private void check(JsonNode value, JsonNode reference, String path, List<String> found) {
        JsonNode schema = resolved(reference);
        for (Map.Entry<String, JsonNode> word : schema.properties()) {
            if (!SILENT.contains(word.getKey())) {
                checkWord(value, schema, word.getKey(), word.getValue(), path, found);
            }
        }
    }

    private void checkWord(
            JsonNode value, JsonNode schema, String word, JsonNode wanted, String path, List<String> found) {
        boolean ok = switch (word) {
            case "type" -> isOfType(value, wanted);
            case "enum" -> contains(wanted, value);
            case "pattern" ->
                !value.isTextual()
                        || Pattern.compile(wanted.asText())
                                .matcher(value.asText())
                                .find();
            case "minLength" -> !value.isTextual() || value.asText().length() >= wanted.asInt();
            case "maxLength" -> !value.isTextual() || value.asText().length() <= wanted.asInt();
            case "minimum" -> !value.isNumber() || value.asDouble() >= wanted.asDouble();
            case "exclusiveMinimum" -> !value.isNumber() || value.asDouble() > wanted.asDouble();
            case "maximum" -> !value.isNumber() || value.asDouble() <= wanted.asDouble();
            case "exclusiveMaximum" -> !value.isNumber() || value.asDouble() < wanted.asDouble();
            case "minItems" -> !value.isArray() || value.size() >= wanted.asInt();
            case "maxItems" -> !value.isArray() || value.size() <= wanted.asInt();
            case "maxProperties" -> !value.isObject() || value.size() <= wanted.asInt();
            case "required" -> !value.isObject() || hasAll(value, wanted);
            case "oneOf" -> matches(value, wanted) == 1;
            case "items" -> {
                for (int i = 0; value.isArray() && i < value.size(); i++) {
                    check(value.get(i), wanted, path + "[" + i + "]", found);
                }
                yield true;
            }
            case "properties" -> {
                wanted.properties().forEach(property -> {
                    if (value.has(property.getKey())) {
                        check(value.get(property.getKey()), property.getValue(), path + "." + property.getKey(), found);
                    }
                });
                yield true;
            }
            case "additionalProperties" -> {
                value.properties().forEach(field -> {
                    if (schema.path("properties").has(field.getKey())) {
                        return;
                    }
                    if (wanted.isBoolean() && !wanted.asBoolean()) {
                        found.add(path + "." + field.getKey() + " is not in the schema");
                    } else if (wanted.isObject()) {
                        check(field.getValue(), wanted, path + "." + field.getKey(), found);
                    }
                });
                yield true;
            }
            default -> {
                found.add("the schema uses " + word + ", which this checker does not know");
                yield true;
            }
        };
        if (!ok) {
            found.add(path + " = " + value + " violates " + word + " " + wanted);
        }
    }

    private int matches(JsonNode value, JsonNode schemas) {
        int matches = 0;
        for (JsonNode schema : schemas) {
            matches += complaints(value, schema).isEmpty() ? 1 : 0;
        }
        return matches;
    }

    private static boolean isOfType(JsonNode value, JsonNode wanted) {
        if (wanted.isArray()) {
            for (JsonNode one : wanted) {
                if (isOfType(value, one)) {
                    return true;
                }
            }
            return false;
        }
        return switch (wanted.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "number" -> value.isNumber();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> false;
        };
    }

    private static boolean contains(JsonNode list, JsonNode value) {
        for (JsonNode one : list) {
            if (one.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAll(JsonNode value, JsonNode names) {
        for (JsonNode name : names) {
            if (!value.has(name.asText())) {
                return false;
            }
        }
        return true;
    }
}
