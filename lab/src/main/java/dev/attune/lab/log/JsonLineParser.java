package dev.attune.lab.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
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
    private static final Set<String> FIELDS =
            Set.of("id", "time", "chosen", "propensity", "reward", "cost", "weight", "context", "arms", "policies");

    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException {
        JsonNode event = JsonFeatures.readLine(line, sink);
        boolean any = false;
        for (Map.Entry<String, JsonNode> field : event.properties()) {
            if (FIELDS.contains(field.getKey())) {
                any = true;
            } else {
                sink.warn("field '" + field.getKey() + "', which is not used");
            }
        }
        if (!any) {
            throw new MalformedLineException("none of the fields arms, chosen and reward");
        }
        double propensity = number(event.path("propensity"), "propensity");
        double reward =
                event.has("cost") ? 0 - number(event.path("cost"), "cost") : number(event.path("reward"), "reward");
        double weight = event.has("weight") ? number(event.path("weight"), "weight") : 1;
        Features context = features(event.path("context"), "context", sink);
        List<Arm> arms = arms(event.path("arms"), sink);
        Map<String, Map<String, Double>> policies = policies(event.path("policies"));
        String chosen = JsonFeatures.text(event.path("chosen"));
        if (chosen.isEmpty()) {
            throw new MalformedLineException("'chosen' is missing");
        }
        if (!(weight > 0)) {
            sink.lost("weight that is not positive");
            return;
        }
        int place = LoggedEvent.place(chosen, arms);
        if (place < 0) {
            sink.lost(EventSink.NOT_OFFERED);
            return;
        }
        Map<String, double[]> given = sink.policies(policies, arms);
        if (given.size() == policies.size()) {
            sink.event(new LoggedEvent(
                    JsonFeatures.text(event.path("id")),
                    sink.time(JsonFeatures.text(event.path("time"))),
                    context,
                    arms,
                    place,
                    sink.propensity(propensity),
                    reward,
                    weight,
                    given));
        }
    }

    /** Returns a number; NaN if it is missing or null. */
    private static double number(JsonNode value, String name) throws MalformedLineException {
        if (value.isMissingNode() || value.isNull()) {
            return Double.NaN;
        }
        double number = JsonFeatures.number(value);
        if (!Double.isFinite(number)) {
            throw new MalformedLineException("field '" + name + "' is not a number");
        }
        return number;
    }

    private static Features features(JsonNode value, String name, EventSink sink) throws MalformedLineException {
        if (value.isMissingNode() || value.isNull()) {
            return Features.NONE;
        }
        if (!value.isObject()) {
            throw new MalformedLineException("field '" + name + "' is not an object of features");
        }
        JsonFeatures features = new JsonFeatures(sink);
        features.object(value);
        return features.build();
    }

    private static List<Arm> arms(JsonNode list, EventSink sink) throws MalformedLineException {
        if (!list.isMissingNode() && !list.isArray()) {
            throw new MalformedLineException("field 'arms' is not a list");
        }
        List<Arm> arms = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode each : list) {
            String id = JsonFeatures.text(each.isObject() ? each.path("id") : each);
            if (id.isEmpty()) {
                throw new MalformedLineException("arm without an id");
            }
            if (!ids.add(id)) {
                throw new MalformedLineException("two arms with the same id");
            }
            each.fieldNames().forEachRemaining(key -> {
                if (!key.equals("id") && !key.equals("features")) {
                    sink.warn("field '" + key + "' of an arm, which is not used; features belong into 'features'");
                }
            });
            arms.add(new Arm(id, features(each.path("features"), "features", sink)));
        }
        if (arms.isEmpty()) {
            throw new MalformedLineException("no arms: 'arms' is missing or empty");
        }
        return List.copyOf(arms);
    }

    /** Returns the choices of other policies: probabilities by arm. */
    private static Map<String, Map<String, Double>> policies(JsonNode object) throws MalformedLineException {
        if (!object.isMissingNode() && !object.isObject()) {
            throw new MalformedLineException("field 'policies' is not an object");
        }
        Map<String, Map<String, Double>> policies = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> policy : object.properties()) {
            Map<String, Double> of = new LinkedHashMap<>();
            JsonNode choice = policy.getValue();
            if (choice.isObject()) {
                for (Map.Entry<String, JsonNode> arm : choice.properties()) {
                    of.put(arm.getKey(), number(arm.getValue(), "policies." + policy.getKey()));
                }
            } else {
                of.put(JsonFeatures.text(choice), 1.0);
            }
            policies.put(policy.getKey(), of);
        }
        return policies;
    }
}
