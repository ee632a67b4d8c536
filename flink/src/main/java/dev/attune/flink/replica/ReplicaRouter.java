package dev.attune.flink.replica;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.flink.stream.Replicas;
import dev.attune.flink.wire.BanditKey;
import java.io.IOException;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

/**
 * Says where a record is looked at: at its bandit, or at one of the bandit's replicas. A function of the record alone.
 *
 * <pre>
 *   a request                  by the hash of its id; without one, by its place in the topic
 *   a reward of a decision     where the decision was made, which its id tells
 *   a reward of a request      by the hash of the request's id, so where that is
 *   what cannot be read        to the first replica, which says what is wrong
 * </pre>
 *
 * <p>Records are read no further than to their id. Whether they make sense is not asked here.
 */
public final class ReplicaRouter implements KeySelector<Arrived, String> {
    private static final long serialVersionUID = 1L;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // names come from strangers
            .build();
    private static final long PARTITIONS_APART = 0x9e3779b97f4a7c15L;

    private final Replicas replicas;

    /** For the bandits that have replicas. */
    public ReplicaRouter(Replicas replicas) {
        this.replicas = replicas;
    }

    /** An id that a record tells, and in which field. */
    private record Told(String field, String id) {}

    @Override
    public String getKey(Arrived record) {
        String key = record.key();
        int count = replicas.of(BanditKey.name(key));
        return count < 2 || !BanditKey.isValid(key) ? key : BanditKey.replica(key, replica(record, count));
    }

    private static int replica(Arrived record, int count) {
        Told told;
        try {
            told = told(record);
        } catch (IOException e) {
            return 0;
        }
        if (told == null) {
            long place = record.partition() * PARTITIONS_APART + record.offset();
            return record.origin() == Origin.REQUESTS ? Math.floorMod(place, count) : 0;
        }
        if (told.field.equals("decision")) {
            return Math.max(0, BanditKey.replicaOf(record.key(), told.id));
        }
        return Math.floorMod(BanditKey.seedOf(told.id), count);
    }

    /** The first id within the only object of a record; null if there is none. */
    private static @Nullable Told told(Arrived record) throws IOException {
        byte[] value = record.value();
        if (value == null) {
            return null;
        }
        boolean reward = record.origin() == Origin.REWARDS;
        try (JsonParser in = FACTORY.createParser(value)) {
            for (int depth = 0; ; ) {
                JsonToken token = in.nextToken();
                if (token == null) {
                    return null;
                }
                if (token == JsonToken.FIELD_NAME && depth == 2) {
                    String field = in.currentName();
                    boolean wanted = reward ? field.equals("decision") || field.equals("request") : field.equals("id");
                    JsonToken said = in.nextToken();
                    if (wanted) {
                        return said == JsonToken.VALUE_STRING ? new Told(field, in.getText()) : null;
                    }
                    in.skipChildren();
                } else if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                }
            }
        }
    }
}
