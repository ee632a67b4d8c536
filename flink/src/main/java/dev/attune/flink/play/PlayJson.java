package dev.attune.flink.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The records that a player sends and reads, as any program in any language would make them. */
final class PlayJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SLOTS_PER_FEATURE = 4; // features are hashed; with so many slots few collide
    private static final int FEWEST_SLOTS = 64;

    private PlayJson() {}

    static byte[] definition(String policy, int dimension, long seed) {
        ObjectNode record = record();
        ObjectNode define = record.putObject("define").put("policy", policy);
        define.putObject("encoder")
                .put("dimension", Math.max(FEWEST_SLOTS, SLOTS_PER_FEATURE * dimension))
                .put("bias", false)
                .put("armIdentity", "never")
                .put("contextAlone", false)
                .put("standardise", false)
                .putArray("interactions");
        define.put("learning", "at-once").put("window", "1h").put("seed", seed);
        return bytes(record);
    }

    static byte[] request(String id, PlayedRound round) {
        ObjectNode record = record();
        var arms = record.putObject("decide").put("id", id).putArray("arms");
        for (int k = 0; k < round.rows().length; k++) {
            var values = arms.addObject()
                    .put("id", Integer.toString(k))
                    .putObject("features")
                    .putArray("x");
            for (double value : round.rows()[k]) {
                values.add(value);
            }
        }
        return bytes(record);
    }

    static byte[] reward(String decision, double value) {
        ObjectNode record = record();
        record.putObject("reward").put("decision", decision).put("value", value).put("id", "r");
        return bytes(record);
    }

    /** A decision, as the stream tells it. */
    static Told decision(byte[] value) throws IOException {
        JsonNode record = JSON.readTree(value);
        JsonNode answer = record.path("answer");
        return new Told(
                record.path("request").asText(),
                answer.path("decision").asText(),
                answer.path("arm").asInt());
    }

    /** What matters of a decision. */
    record Told(String request, String decision, int arm) {}

    private static ObjectNode record() {
        return JSON.createObjectNode().put("version", 1);
    }

    private static byte[] bytes(ObjectNode record) {
        return record.toString().getBytes(StandardCharsets.UTF_8);
    }
}
