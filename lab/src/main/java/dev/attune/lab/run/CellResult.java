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
 * The result of one cell: one repetition of one policy with one tuner in one environment. One line of results.jsonl.
 *
 * @param origin what made it
 * @param environment its label in the spec
 * @param policy its label in the spec; "Random" for random choice
 * @param tuner its label in the spec, "Greedy", a fixed setting such as "explore=0.5", or "-" for random choice
 * @param role why it is there
 * @param repetition from 1
 * @param score the numbers
 */
public record CellResult(
        Origin origin, String environment, String policy, String tuner, Role role, int repetition, Score score) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MathContext CURVE_DIGITS = new MathContext(6); // enough for a picture
    private static final Curve NO_CURVE = new Curve(new long[0], new double[0], new double[0], Map.of());

    /**
     * What made a result.
     *
     * @param spec hash of the whole spec
     * @param cell hash of everything that the score depends on, except for the repetition
     * @param version of Attune
     * @param jvm version of the JVM
     * @param seed of the repetition's rounds and of the bandit
     */
    public record Origin(String spec, String cell, String version, String jvm, long seed) {}

    /**
     * The numbers of a repetition.
     *
     * @param rounds number of rounds, T
     * @param answered number of rounds whose reward is in the data; T except for logs
     * @param regret summed over all rounds; NaN where it is not known
     * @param reward summed over all rounds
     * @param curve the course over time; empty after the fiftieth repetition
     * @param cpuSeconds of the bandit, without the environment
     */
    public record Score(long rounds, long answered, double regret, double reward, Curve curve, double cpuSeconds) {}

    /** Returns the unique key of the cell, also across runs. */
    String key() {
        return key(origin.cell, repetition);
    }

    static String key(String cell, int repetition) {
        return cell + "/" + repetition;
    }

    /** Returns the number of rounds, T. */
    public long rounds() {
        return score.rounds;
    }

    /** Returns the regret, summed over all rounds; NaN where it is not known. */
    public double regret() {
        return score.regret;
    }

    /** Returns the reward, summed over all rounds. */
    public double reward() {
        return score.reward;
    }

    /** Returns the course over time; empty after the fiftieth repetition. */
    public Curve curve() {
        return score.curve;
    }

    /** Returns the CPU seconds of the bandit, without the environment. */
    public double cpuSeconds() {
        return score.cpuSeconds;
    }

    /** Returns the reward of the whole repetition, extrapolated at the same mean if only some rounds were answered. */
    public double wholeReward() {
        return score.reward * perAnswered();
    }

    /** Returns all rounds over those that were answered. */
    public double perAnswered() {
        return score.answered == score.rounds ? 1 : score.rounds / (double) score.answered;
    }

    /** Returns a copy without the curve, which needs less memory. */
    CellResult withoutCurve() {
        Score bare = new Score(score.rounds, score.answered, score.regret, score.reward, NO_CURVE, score.cpuSeconds);
        return new CellResult(origin, environment, policy, tuner, role, repetition, bare);
    }

    /** Returns a copy with other labels, which may have changed since the cell was run. */
    CellResult labelled(String newEnvironment, String newPolicy, String newTuner, Role newRole) {
        return new CellResult(origin, newEnvironment, newPolicy, newTuner, newRole, repetition, score);
    }

    /**
     * Returns the line of results.jsonl. Unknown values are null. The time comes last: it is the only field that differs when a
     * cell is run again.
     */
    String toJson() {
        ObjectNode line = JSON.createObjectNode()
                .put("spec", origin.spec)
                .put("cell", origin.cell)
                .put("version", origin.version)
                .put("jvm", origin.jvm)
                .put("environment", environment)
                .put("policy", policy)
                .put("tuner", tuner)
                .put("role", role.name())
                .put("repetition", repetition)
                .put("seed", origin.seed)
                .put("rounds", score.rounds)
                .put("answered", score.answered);
        line.set("regret", number(score.regret));
        line.set("reward", number(score.reward));
        ObjectNode curve = line.putObject("curve");
        curve.set("t", JSON.valueToTree(score.curve.t()));
        curve.set("regret", numbers(score.curve.regret()));
        curve.set("reward", numbers(score.curve.reward()));
        ObjectNode settings = curve.putObject("settings");
        score.curve.settings().forEach((name, values) -> settings.set(name, numbers(values)));
        line.put("cpuSeconds", score.cpuSeconds);
        return line.toString();
    }

    private static JsonNode number(double value) {
        return Double.isFinite(value) ? JSON.getNodeFactory().numberNode(value) : JSON.nullNode();
    }

    private static ArrayNode numbers(double[] values) {
        ArrayNode array = JSON.createArrayNode();
        for (double value : values) {
            boolean known = Double.isFinite(value);
            array.add(number(known ? new BigDecimal(value).round(CURVE_DIGITS).doubleValue() : Double.NaN));
        }
        return array;
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not a whole result
     */
    static CellResult parse(String text) {
        try {
            JsonNode line = JSON.readTree(text);
            JsonNode curve = need(line, "curve");
            Map<String, double[]> settings = new LinkedHashMap<>();
            need(curve, "settings")
                    .properties()
                    .forEach(field -> settings.put(field.getKey(), doubles(field.getValue())));
            return new CellResult(
                    new Origin(
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
                    new Score(
                            need(line, "rounds").asLong(),
                            need(line, "answered").asLong(),
                            need(line, "regret").asDouble(Double.NaN),
                            need(line, "reward").asDouble(Double.NaN),
                            new Curve(
                                    JSON.treeToValue(need(curve, "t"), long[].class),
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
}
