package dev.attune.kafka.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import dev.attune.live.json.RequestJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The only reader and writer of the stream's JSON records. Reading is strict: a record that does not match the format is rejected with the path of
 * the field. Thread-safe.
 *
 * <pre>{@code
 * {"version":1,"decide":{"id":"c-17","context":{...},"arms":[...]}}
 * {"version":1,"observe":{"id":"c-17","context":{...},"catalogue":3,"arm":"a","probability":0.7}}
 * {"version":1,"reward":{"request":"c-17","value":1,"id":"r1"}}
 * {"version":1,"define":{"policy":"Auto",...},"paused":false}
 * {"version":1,"tick":true}
 * {"version":1,"bandit":"movies","request":"c-17","time":"...","answer":{"decision":"movies:42","arm":"a",...}}
 * }</pre>
 */
public final class RecordCodec {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ObjectMapper TREES = new ObjectMapper();
    private static final int VERSION = 1;
    private static final Message TICK = new Message.Tick();

    /** Bytes of a record that its dead letter repeats; the escaped text must fit into a record. */
    private static final int MOST_REPEATED = 100_000;

    private static final int LONGEST_TEXT = 1_000;

    private final JsonLimits limits;

    /** Creates a codec with limits on the content of the records that it reads. */
    public RecordCodec(JsonLimits limits) {
        this.limits = limits;
    }

    /** Reads one field of a record; returns null if the record has no such field. */
    @FunctionalInterface
    private interface FieldReader {
        @Nullable
        Message read(String field, JsonInput in);
    }

    /** Writes the fields of a record. */
    @FunctionalInterface
    public interface Content {
        /** Writes into an object that starts with the version. */
        void write(JsonGenerator out) throws IOException;
    }

    /**
     * Reads a record of the topic of requests.
     *
     * @throws RefusedException if the record is invalid
     */
    public Message readRequest(byte @Nullable [] value) {
        return only(value, "decide, observe or tick", (field, in) -> switch (field) {
            case "decide" -> new Message.Decide(RequestJson.readDecision(in));
            case "observe" -> new Message.Observe(RequestJson.readObservation(in));
            default -> readTick(field, in);
        });
    }

    /**
     * Reads a record of the topic of rewards.
     *
     * @throws RefusedException if the record is invalid
     */
    public Message readReward(byte @Nullable [] value) {
        return only(
                value,
                "reward or tick",
                (field, in) -> field.equals("reward")
                        ? new Message.Reward(RequestJson.readRequestReward(in))
                        : readTick(field, in));
    }

    /**
     * Reads a record of the topic of definitions that is not a tombstone.
     *
     * @param name of the bandit
     * @throws RefusedException if the record is invalid
     */
    public Message readDefinition(String name, byte[] value) {
        return JsonInput.read(value, limits, in -> {
            requireVersion(in);
            Message message = null;
            Boolean paused = null;
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                if (field.equals("paused")) {
                    in.once(paused);
                    paused = in.flag();
                } else if (field.equals("define")) {
                    in.once(message);
                    message =
                            new Message.Define(DefinitionJson.readNamed(in, name, () -> BanditKey.seedOf(name)), false);
                } else {
                    in.once(message);
                    message = known(readTick(field, in), "define and paused, or tick", in);
                }
            }
            if (message instanceof Message.Define define) {
                return new Message.Define(define.bandit(), paused != null && paused);
            }
            if (message == null || paused != null) {
                throw in.refuseWithin("define", "the field is missing");
            }
            return message;
        });
    }

    private Message only(byte @Nullable [] value, String fields, FieldReader reader) {
        if (value == null) {
            throw new RefusedException(RefusedException.Reason.INVALID, "", "the record has no value");
        }
        return JsonInput.read(value, limits, in -> {
            requireVersion(in);
            Message message = null;
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                in.once(message);
                message = known(reader.read(field, in), fields, in);
            }
            if (message == null) {
                throw in.refuse("the record is empty: it must have " + fields);
            }
            return message;
        });
    }

    /**
     * A decision of the stream.
     *
     * @param request the caller's id of the request; empty if it has none
     * @param decision id of the decision, for its reward
     * @param arm id of the arm
     */
    public record Decided(String request, String decision, String arm) {}

    /**
     * Reads a record of the topic of decisions.
     *
     * @throws IOException if it is not JSON
     */
    public static Decided readDecision(byte[] value) throws IOException {
        JsonNode record = TREES.readTree(value);
        JsonNode answer = record.path("answer");
        return new Decided(
                record.path("request").asText(),
                answer.path("decision").asText(),
                answer.path("arm").asText());
    }

    /**
     * Reads a record of the topic of dead letters. Fields that it does not have are empty or 0, since any program can write to the topic.
     *
     * @throws IOException if it is not JSON, or its value is not Base64
     */
    public static DeadLetter readDeadLetter(byte[] value) throws IOException {
        JsonNode letter = TREES.readTree(value);
        return new DeadLetter(
                letter.path("reason").asText(),
                letter.path("field").asText(),
                letter.path("message").asText(),
                letter.path("topic").asText(),
                letter.path("partition").asInt(),
                letter.path("offset").asLong(),
                time(letter.path("time").asText()),
                letter.path("key").asText(),
                letter.has("value")
                        ? letter.path("value").asText().getBytes(StandardCharsets.UTF_8)
                        : letter.path("valueBase64").binaryValue());
    }

    private static long time(String text) {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    /** The version is the first field, because the meaning of the others depends on it. */
    private static void requireVersion(JsonInput in) {
        in.beginObject();
        String first = in.nextField();
        if (first == null || !first.equals("version")) {
            throw new RefusedException(
                    RefusedException.Reason.INVALID, "version", "the first field of a record must be its version");
        }
        long version = in.whole(0, Long.MAX_VALUE);
        if (version != VERSION) {
            throw in.refuse("is " + version + "; this program reads version " + VERSION);
        }
    }

    private static @Nullable Message readTick(String field, JsonInput in) {
        if (!field.equals("tick")) {
            return null;
        }
        if (!in.flag()) {
            throw in.refuse("must be true");
        }
        return TICK;
    }

    private static Message known(@Nullable Message message, String fields, JsonInput in) {
        if (message == null) {
            throw in.unknown("version and " + fields);
        }
        return message;
    }

    /** Writes a record with the given fields after its version. */
    public static byte[] record(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            content.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible: the output is an array
        }
        return bytes.toByteArray();
    }

    private static byte[] record(String kind, Content content) {
        return record(out -> {
            out.writeObjectFieldStart(kind);
            content.write(out);
            out.writeEndObject();
        });
    }

    /** Writes a record that carries only its time. */
    public static byte[] tick() {
        return record(out -> out.writeBooleanField("tick", true));
    }

    /** Writes a request for a decision. */
    public static byte[] decide(DecisionRequest request) {
        return record("decide", out -> RequestJson.writeFields(request, out));
    }

    /** Writes a choice of the caller, with the arms on offer when it was made. */
    public static byte[] observe(Observation observation) {
        return record("observe", out -> RequestJson.writeFields(observation, out));
    }

    /** Writes a reward. */
    public static byte[] reward(RewardMessage reward) {
        return record("reward", out -> RequestJson.writeFields(reward, out));
    }

    /** Writes the definition of a bandit, whose name is the key of the record; fields that are left out have their defaults. */
    public static byte[] define(Content fields) {
        return record("define", fields);
    }

    /**
     * Writes a decision.
     *
     * @param key of the bandit
     * @param request the caller's id of the request; left out if it is empty
     */
    public static byte[] decision(String key, String request, long time, Answer answer) {
        return record(out -> {
            out.writeStringField("bandit", key);
            if (!request.isEmpty()) {
                out.writeStringField("request", request);
            }
            time(time, out);
            out.writeFieldName("answer");
            AnswerJson.write(answer, BanditKey.decision(key, answer.decision()), out);
        });
    }

    /** Writes a record that could not be processed. */
    public static byte[] deadLetter(DeadLetter letter) {
        return record(out -> {
            out.writeStringField("reason", letter.reason());
            out.writeStringField("field", limited(letter.field()));
            out.writeStringField("message", limited(letter.message()));
            out.writeStringField("topic", letter.topic());
            out.writeNumberField("partition", letter.partition());
            out.writeNumberField("offset", letter.offset());
            time(letter.time(), out);
            out.writeStringField("key", limited(letter.key()));
            byte[] value = letter.value();
            if (value != null) {
                value(value, out);
            }
        });
    }

    /** Shortens a text of unknown origin and replaces incomplete characters. */
    private static String limited(String text) {
        String start = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
        return new String(start.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void value(byte[] value, JsonGenerator out) throws IOException {
        boolean cut = value.length > MOST_REPEATED;
        byte[] repeated = cut ? Arrays.copyOf(value, MOST_REPEATED) : value;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(repeated))
                    .toString();
            out.writeStringField("value", text);
        } catch (CharacterCodingException e) {
            out.writeStringField("valueBase64", Base64.getEncoder().encodeToString(repeated));
        }
        if (cut) {
            out.writeBooleanField("cut", true);
        }
    }

    /** Writes the field {@code time}. */
    public static void time(long time, JsonGenerator out) throws IOException {
        out.writeStringField("time", Instant.ofEpochMilli(time).toString());
    }
}
