package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.live.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Features and arms.
 *
 * <pre>{@code
 * {"price": 9.5, "genre": "jazz", "new": true, "tags": ["live", "vinyl"], "embedding": [0.1, 0.2]}
 * [{"id": "a", "features": {"price": 9.5}}, "b"]
 * }</pre>
 */
public final class FeaturesJson {
    private FeaturesJson() {}

    /** Reads a set of features. */
    public static Features read(JsonInput in) {
        in.beginObject();
        Features.Builder features = null;
        int count = 0;
        int values = 0;
        for (String name = in.nextField(); name != null; name = in.nextField()) {
            if (name.isEmpty()) {
                throw in.refuse("a feature must have a name");
            }
            in.wellFormed(name, in.limits().idLength());
            if (++count > in.limits().features()) {
                throw in.refuse("there are more than " + in.limits().features() + " features");
            }
            features = features == null ? Features.builder() : features;
            values += value(name, in, features);
            if (values > in.limits().values()) {
                throw tooManyValues(in);
            }
        }
        return features == null ? Features.NONE : features.build();
    }

    /** Reads a feature; returns how many values it has. */
    private static int value(String name, JsonInput in, Features.Builder features) {
        try {
            switch (in.token()) {
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> features.number(name, in.number());
                case VALUE_STRING -> features.category(name, in.text(in.limits().textLength()));
                case VALUE_TRUE, VALUE_FALSE -> features.flag(name, in.flag());
                case START_ARRAY -> {
                    return list(name, in, features);
                }
                case VALUE_NULL -> throw in.refuse("null is not a value; leave the feature out");
                default ->
                    throw in.refuse("must be a number, a text, true or false, a list of numbers or a list of texts");
            }
            return 1;
        } catch (IllegalArgumentException e) { // all else has been checked
            throw in.refuse("the field appears twice");
        }
    }

    private static int list(String name, JsonInput in, Features.Builder features) {
        int most = in.limits().values();
        if (!in.nextItem()) {
            features.tags(name, List.of());
            return 0;
        }
        if (in.token() != JsonToken.VALUE_STRING) {
            double[] numbers = in.numbers(most);
            if (numbers == null) {
                throw tooManyValues(in);
            }
            features.numbers(name, new FeatureValue.Numbers(numbers));
            return numbers.length;
        }
        List<String> texts = new ArrayList<>();
        do {
            if (in.token() != JsonToken.VALUE_STRING) {
                throw in.refuse("a list must be of numbers or of texts, not of both");
            }
            texts.add(in.text(in.limits().textLength()));
            if (texts.size() > most) {
                throw tooManyValues(in);
            }
        } while (in.nextItem());
        features.tags(name, texts);
        return texts.size();
    }

    private static RefusedException tooManyValues(JsonInput in) {
        return in.refuse("there are more than " + in.limits().values() + " values in one set of features");
    }

    /** Reads a list of arms with different ids; an arm is an object, or only an id. */
    public static List<Arm> readArms(JsonInput in) {
        return list(in, FeaturesJson::arm);
    }

    /** Reads a list of different ids. */
    static List<String> readIds(JsonInput in) {
        return list(in, (item, ids) -> different(item.id(), ids, item));
    }

    /** Reads a list of arms, each by its item and the ids before it. */
    private static <T> List<T> list(JsonInput in, BiFunction<JsonInput, Set<String>, T> reader) {
        in.beginArray();
        List<T> items = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        while (in.nextItem()) {
            if (items.size() == in.limits().arms()) {
                throw in.refuse("there are more than " + in.limits().arms() + " arms");
            }
            items.add(reader.apply(in, ids));
        }
        return items;
    }

    private static Arm arm(JsonInput in, Set<String> ids) {
        if (in.token() == JsonToken.VALUE_STRING) {
            return new Arm(different(in.id(), ids, in), Features.NONE);
        }
        String id = null;
        Features features = null;
        in.beginObject();
        for (String name = in.nextField(); name != null; name = in.nextField()) {
            switch (name) {
                case "id" -> id = in.first(id, different(in.id(), ids, in));
                case "features" -> features = in.first(features, read(in));
                default -> throw in.unknown("id and features");
            }
        }
        return new Arm(in.required(id, "id"), features == null ? Features.NONE : features);
    }

    private static String different(String id, Set<String> ids, JsonInput in) {
        if (!ids.add(id)) {
            throw in.refuse("another arm has the id " + id + " too");
        }
        return id;
    }

    /** Writes a set of features. */
    static void write(Features features, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, FeatureValue> feature : features.values().entrySet()) {
            out.writeFieldName(feature.getKey());
            FeatureValue value = feature.getValue();
            if (value instanceof FeatureValue.Numeric number) {
                out.writeNumber(number.value());
            } else if (value instanceof FeatureValue.Category category) {
                out.writeString(category.value());
            } else if (value instanceof FeatureValue.Flag flag) {
                out.writeBoolean(flag.value());
            } else if (value instanceof FeatureValue.Tags tags) {
                JsonOutput.write(tags.values(), out);
            } else if (value instanceof FeatureValue.Numbers numbers) {
                double[] all = numbers.toArray();
                out.writeArray(all, 0, all.length);
            }
        }
        out.writeEndObject();
    }
}
