package dev.attune.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A {@link CellResult} as one line of JSON and back. Unknown values are null. The time comes last: it is the only field
 * that differs when a cell is run again.
 */
final class ResultLine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MathContext CURVE_DIGITS = new MathContext(6); // enough for a picture

    private ResultLine() {}

    static String write(CellResult result) {
        ObjectNode line = JSON.createObjectNode()
                .put("spec", result.origin().spec())
                .put("cell", result.cell())
                .put("version", result.origin().version())
                .put("jvm", result.origin().jvm())
                .put("environment", result.environment())
                .put("policy", result.policy())
                .put("tuner", result.tuner())
                .put("role", result.role().name())
                .put("repetition", result.repetition())
                .put("seed", result.origin().seed())
                .put("rounds", result.rounds())
                .put("answered", result.score().answered());
        line.set("regret", number(result.regret()));
        line.set("reward", number(result.reward()));
        ObjectNode curve = line.putObject("curve");
        ArrayNode t = curve.putArray("t");
        for (long round : result.curve().t()) {
            t.add(round);
        }
        curve.set("regret", numbers(result.curve().regret()));
        curve.set("reward", numbers(result.curve().reward()));
        ObjectNode settings = curve.putObject("settings");
        result.curve().settings().forEach((name, values) -> settings.set(name, numbers(values)));
        line.put("cpuSeconds", result.cpuSeconds());
        return line.toString();
    }

    private static JsonNode number(double value) {
        return Double.isFinite(value) ? JSON.getNodeFactory().numberNode(value) : JSON.nullNode();
    }

    private static ArrayNode numbers(double[] values) {
        ArrayNode array = JSON.createArrayNode();
        for (double value : values) {
            array.add(
                    Double.isFinite(value)
                            ? number(new BigDecimal(value).round(CURVE_DIGITS).doubleValue())
                            : JSON.nullNode());
        }
        return array;
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not a whole result
     */
    static CellResult read(String text) {
        try {
            JsonNode line = JSON.readTree(text);
            JsonNode curve = need(line, "curve");
            Map<String, double[]> settings = new LinkedHashMap<>();
            need(curve, "settings")
                    .properties()
                    .forEach(field -> settings.put(field.getKey(), doubles(field.getValue())));
            return new CellResult(
                    new CellResult.Origin(
                            need(line, "spec").asText(),
                            need(line, "cell").asText(),
                            need(line, "version").asText(),
                            need(line, "jvm").asText(),
                            need(line, "seed").asLong()),
                    need(line, "environment").asText(),
                    need(line, "policy").asText(),
                    need(line, "tuner").asText(),
                    Role.valueOf(need(line, "role").asText()),
                    need(line, "repetition").asInt(),
                    new CellResult.Score(
                            need(line, "rounds").asLong(),
                            need(line, "answered").asLong(),
                            need(line, "regret").asDouble(Double.NaN),
                            need(line, "reward").asDouble(Double.NaN),
                            new Curve(
                                    longs(need(curve, "t")),
                                    doubles(need(curve, "regret")),
                                    doubles(need(curve, "reward")),
                                    settings),
                            need(line, "cpuSeconds").asDouble()));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a result: " + e.getOriginalMessage(), e);
        }
    }

    private static JsonNode need(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new IllegalArgumentException("not a result: '" + name + "' is missing");
        }
        return value;
    }

    private static double[] doubles(JsonNode array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asDouble(Double.NaN);
        }
        return values;
    }

    private static long[] longs(JsonNode array) {
        long[] values = new long[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asLong();
        }
        return values;
    }
}
