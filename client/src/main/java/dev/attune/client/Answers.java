package dev.attune.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.live.Explanation.ArmExplanation;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.PathView.Segment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Answers of the service, from JSON. Fields that this client does not know are passed over, so that the service can grow. */
final class Answers {
    private Answers() {}

    static DecisionAnswer decision(JsonNode body) {
        return new DecisionAnswer(
                text(body, "decision"),
                text(body, "arm"),
                optional(body.path("probability")),
                numbers(body.path("setting")),
                body.path("round").asLong(),
                list(body.path("ranking"), JsonNode::asText),
                body.path("repeated").asBoolean());
    }

    static RewardOutcome outcome(JsonNode text) {
        try {
            return RewardOutcome.valueOf(text.asText().toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new AttuneException("the service answered an outcome that this client does not know: " + text, e);
        }
    }

    static BanditSummary summary(JsonNode body) {
        return new BanditSummary(
                text(body, "name"),
                text(body, "policy"),
                text(body, "tuner"),
                body.path("paused").asBoolean(),
                body.path("decisions").asLong(),
                body.path("learnt").asLong(),
                body.path("waiting").asLong());
    }

    /** The state and the name stand beside the fields of the definition. */
    static BanditInfo bandit(JsonNode body) {
        JsonNode state = body.path("state");
        ObjectNode definition = ((ObjectNode) body).deepCopy();
        definition.remove(List.of("name", "state"));
        return new BanditInfo(
                text(body, "name"),
                DefinitionJson.parse(definition.toString()),
                state.path("paused").asBoolean(),
                state.path("decisions").asLong(),
                state.path("learnt").asLong(),
                state.path("waiting").asLong(),
                state.path("expired").asLong(),
                state.path("catalogue").path("version").asInt(),
                state.path("catalogue").path("arms").asInt());
    }

    static DecisionExplanation explanation(JsonNode body) {
        JsonNode replay = body.path("replay");
        if (!replay.path("matches").asBoolean()) {
            String detail = replay.path("detail").asText("the replay does not match");
            throw new AttuneException(200, AttuneException.REPLAY_MISMATCH, "", detail);
        }
        return new DecisionExplanation(
                text(body, "arm"),
                body.path("greedy").asText(""),
                body.path("why").asText(""),
                numbers(body.path("setting")),
                list(
                        body.path("arms"),
                        arm -> new ArmExplanation(
                                text(arm, "id"),
                                number(arm, "mean"),
                                number(arm, "width"),
                                number(arm, "index"),
                                number(arm, "probability"))),
                list(
                        body.path("envelope"),
                        piece -> new Segment(number(piece, "from"), number(piece, "to"), text(piece, "arm"))));
    }

    private static double number(JsonNode body, String field) {
        return body.path(field).asDouble(Double.NaN);
    }

    static String text(JsonNode body, String field) {
        JsonNode value = body.path(field);
        if (!value.isTextual()) {
            throw new AttuneException("the service answered without '" + field + "'", null);
        }
        return value.asText();
    }

    static OptionalDouble optional(JsonNode number) {
        return number.isNumber() ? OptionalDouble.of(number.asDouble()) : OptionalDouble.empty();
    }

    static Map<String, Double> numbers(JsonNode object) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        object.properties()
                .forEach(field -> numbers.put(field.getKey(), field.getValue().asDouble()));
        return numbers;
    }

    static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        List<T> items = new ArrayList<>();
        array.forEach(item -> items.add(read.apply(item)));
        return items;
    }
}
