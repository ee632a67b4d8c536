package dev.attune.flink.wire;

import dev.attune.live.RefusedException;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import dev.attune.live.json.RequestJson;
import dev.attune.live.json.RequestReward;
import org.jspecify.annotations.Nullable;

/** Reads records, strictly: what is not as it should be is refused with the path of the field. */
public final class RecordReader {
    private static final int VERSION = 1;
    private static final Message TICK = new Message.Tick();

    private final JsonLimits limits;

    /** With limits on what a record may hold. */
    public RecordReader(JsonLimits limits) {
        this.limits = limits;
    }

    /** One field of a record; null if there is no such field. */
    @FunctionalInterface
    private interface FieldReader {
        @Nullable
        Message read(String field, JsonInput in);
    }

    /**
     * Reads a record of the topic of requests.
     *
     * @throws RefusedException if it is none
     */
    public Message request(byte @Nullable [] value) {
        return only(value, "decide, observe or tick", (field, in) -> switch (field) {
            case "decide" -> new Message.Decide(RequestJson.readDecision(in));
            case "observe" -> new Message.Observe(RequestJson.readObservation(in));
            default -> tick(field, in);
        });
    }

    /**
     * Reads a record of the topic of rewards.
     *
     * @throws RefusedException if it is none
     */
    public Message reward(byte @Nullable [] value) {
        return only(value, "reward or tick", (field, in) -> {
            if (!field.equals("reward")) {
                return tick(field, in);
            }
            RequestReward reward = RequestJson.readRequestReward(in);
            return new Message.Reward(reward);
        });
    }

    /**
     * Reads a record of the topic of definitions that is not a tombstone.
     *
     * @param name of the bandit
     * @throws RefusedException if it is none
     */
    public Message definition(String name, byte[] value) {
        return JsonInput.read(value, limits, in -> {
            requireVersion(in);
            Message said = null;
            Boolean paused = null;
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                if (field.equals("paused")) {
                    in.once(paused);
                    paused = in.flag();
                } else if (field.equals("define")) {
                    in.once(said);
                    said = new Message.Define(DefinitionJson.readNamed(in, name, () -> BanditKey.seedOf(name)), false);
                } else {
                    in.once(said);
                    said = known(tick(field, in), "define and paused, or tick", in);
                }
            }
            if (said instanceof Message.Define define) {
                return new Message.Define(define.bandit(), paused != null && paused);
            }
            if (said == null || paused != null) {
                throw in.refuseWithin("define", "the field is missing");
            }
            return said;
        });
    }

    private Message only(byte @Nullable [] value, String fields, FieldReader reader) {
        if (value == null) {
            throw new RefusedException(RefusedException.Reason.INVALID, "", "the record has no value");
        }
        return JsonInput.read(value, limits, in -> {
            requireVersion(in);
            Message said = null;
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                in.once(said);
                said = known(reader.read(field, in), fields, in);
            }
            if (said == null) {
                throw in.refuse("the record says nothing: it must have " + fields);
            }
            return said;
        });
    }

    /** The version comes first, because all else depends on it. */
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

    private static @Nullable Message tick(String field, JsonInput in) {
        if (!field.equals("tick")) {
            return null;
        }
        if (!in.flag()) {
            throw in.refuse("must be true");
        }
        return TICK;
    }

    private static Message known(@Nullable Message said, String fields, JsonInput in) {
        if (said == null) {
            throw in.unknown("version and " + fields);
        }
        return said;
    }
}
