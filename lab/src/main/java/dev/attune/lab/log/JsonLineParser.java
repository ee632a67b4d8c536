package dev.attune.lab.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plain JSON lines, with the fields of the service: one object a line.
 *
 * <pre>
 *   {"id": "r1", "time": "2024-05-01T10:00:00Z", "context": {"country": "DE"},
 *    "arms": ["tea", {"id": "coffee", "features": {"price": 2}}],
 *    "chosen": "tea", "propensity": 0.5, "reward": 1, "policies": {"new": "coffee", "soft": {"tea": 0.2, "coffee": 0.8}}}
 * </pre>
 *
 * <p>{@code arms}, {@code chosen} and, unless it is unknown, {@code reward} are required; {@code cost} is minus the reward, {@code weight} how many
 * events this one stands for. Other fields are ignored, and counted.
 */
final class JsonLineParser implements LineParser {
    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException, IOException {
        Event event = new Event(sink);
        JsonFeatures.readFields(line, event::field);
        event.finish();
    }

    private static final class Event {
        private final EventSink sink;
        private String id = "";
        private String time = "";
        private String chosen = "";
        private double propensity = Double.NaN;
        private double reward = Double.NaN;
        private double weight = 1;
        private boolean seen;
        private Features context = Features.NONE;
        private final List<Arm> arms = new ArrayList<>();
        private final Map<String, Map<String, Double>> policies = new LinkedHashMap<>();

        Event(EventSink sink) {
            this.sink = sink;
        }

        void field(JsonParser json, String key) throws IOException, MalformedLineException {
            switch (key) {
                case "id" -> id = text(json);
                case "time" -> time = text(json);
                case "chosen" -> chosen = text(json);
                case "propensity" -> propensity = number(json, key);
                case "reward" -> reward = number(json, key);
                case "cost" -> reward = 0 - number(json, key);
                case "weight" -> weight = number(json, key);
                case "context" -> context = features(json, key);
                case "arms" -> arms(json);
                case "policies" -> policies(json);
                default -> {
                    sink.warn("field '" + key + "', which is not used");
                    json.skipChildren();
                    return;
                }
            }
            seen = true;
        }

        private static String text(JsonParser json) throws IOException {
            json.skipChildren();
            return json.currentToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL
                    ? json.getText()
                    : "";
        }

        private static double number(JsonParser json, String key) throws IOException, MalformedLineException {
            if (json.currentToken() == JsonToken.VALUE_NULL) {
                return Double.NaN;
            }
            double value = json.currentToken().isNumeric() ? json.getDoubleValue() : Table.numberIn(text(json));
            if (!Double.isFinite(value)) {
                throw new MalformedLineException("field '" + key + "' is not a number");
            }
            return value;
        }

        private Features features(JsonParser json, String key) throws IOException, MalformedLineException {
            if (json.currentToken() == JsonToken.VALUE_NULL) {
                return Features.NONE;
            }
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("field '" + key + "' is not an object of features");
            }
            JsonFeatures features = new JsonFeatures(sink);
            features.object(json);
            return features.build();
        }

        private void arms(JsonParser json) throws IOException, MalformedLineException {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw new MalformedLineException("field 'arms' is not a list");
            }
            Set<String> ids = new HashSet<>();
            for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                Arm arm = token == JsonToken.START_OBJECT ? arm(json) : new Arm(text(json), Features.NONE);
                if (arm.id().isEmpty()) {
                    throw new MalformedLineException("arm without an id");
                }
                if (!ids.add(arm.id())) {
                    throw new MalformedLineException("two arms with the same id");
                }
                arms.add(arm);
            }
        }

        private Arm arm(JsonParser json) throws IOException, MalformedLineException {
            String name = "";
            Features features = Features.NONE;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                json.nextToken();
                switch (key) {
                    case "id" -> name = text(json);
                    case "features" -> features = features(json, "features");
                    default -> {
                        sink.warn("field '" + key + "' of an arm, which is not used; features belong into 'features'");
                        json.skipChildren();
                    }
                }
            }
            return new Arm(name, features);
        }

        private void policies(JsonParser json) throws IOException, MalformedLineException {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("field 'policies' is not an object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                Map<String, Double> of = new LinkedHashMap<>();
                if (json.nextToken() == JsonToken.START_OBJECT) {
                    while (json.nextToken() != JsonToken.END_OBJECT) {
                        String arm = json.currentName();
                        json.nextToken();
                        of.put(arm, number(json, "policies." + name));
                    }
                } else {
                    of.put(text(json), 1.0);
                }
                policies.put(name, of);
            }
        }

        void finish() throws MalformedLineException {
            if (!seen) {
                throw new MalformedLineException("none of the fields arms, chosen and reward");
            }
            if (arms.isEmpty()) {
                throw new MalformedLineException("no arms: 'arms' is missing or empty");
            }
            if (chosen.isEmpty()) {
                throw new MalformedLineException("'chosen' is missing");
            }
            if (!(weight > 0)) {
                sink.lost("weight that is not positive");
                return;
            }
            int place = new LoggedEvent("", 0, Features.NONE, arms, 0, 1, 0, 1).place(chosen);
            if (place < 0) {
                sink.lost(Reason.NOT_OFFERED);
                return;
            }
            Map<String, double[]> given = sink.policies(policies, arms);
            if (given.size() == policies.size()) {
                sink.event(new LoggedEvent(
                        id,
                        sink.time(time),
                        context,
                        List.copyOf(arms),
                        place,
                        sink.propensity(propensity),
                        reward,
                        weight,
                        given));
            }
        }
    }
}
