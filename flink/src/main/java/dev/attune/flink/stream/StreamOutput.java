package dev.attune.flink.stream;

import dev.attune.flink.wire.DeadLetter;
import dev.attune.flink.wire.RecordWriter;
import dev.attune.live.Answer;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.DefinitionJson;
import java.util.function.Consumer;

/** Says what goes out. For one thread at a time. */
final class StreamOutput {
    /** Bytes of the largest model that is published: a record that Kafka does not take would stop the whole job. */
    private static final int LARGEST_MODEL = 7_000_000;

    private final StreamRules rules;
    private final Consumer<Outgoing> out;
    private final RecordWriter writer = new RecordWriter();

    StreamOutput(StreamRules rules, Consumer<Outgoing> out) {
        this.rules = rules;
        this.out = out;
    }

    void decision(String key, String request, long time, Answer answer) {
        out.accept(new Outgoing(Channel.DECISIONS, key, writer.decision(key, request, time, answer), time));
    }

    /** A record is refused. */
    void refused(Arrived record, String within, RefusedException e) {
        String field = within.isEmpty() || e.field().isEmpty() ? within + e.field() : within + "." + e.field();
        dead(record, DefinitionJson.word(e.reason()), field, String.valueOf(e.getMessage()), record.time());
    }

    /**
     * A record cannot be used.
     *
     * @param time when that became clear
     */
    void dead(Arrived record, String reason, String field, String message, long time) {
        DeadLetter letter = new DeadLetter(
                reason,
                field,
                message,
                rules.topic(record.origin()),
                record.partition(),
                record.offset(),
                record.time(),
                record.key(),
                record.value());
        String key = reason.equals("key") ? "" : record.key();
        out.accept(new Outgoing(Channel.DEAD_LETTERS, key, writer.deadLetter(letter), time));
    }

    void metrics(String key, LiveBandit bandit, Counters counters, int early, long time) {
        byte[] value = writer.record(json -> {
            json.writeStringField("bandit", key);
            RecordWriter.time(time, json);
            json.writeNumberField("decisions", bandit.decisions());
            json.writeNumberField("learnt", bandit.learnt());
            json.writeNumberField("expired", bandit.expired());
            json.writeNumberField("waiting", bandit.waiting());
            json.writeNumberField("waitingRewards", early);
            json.writeNumberField("explored", bandit.explored());
            AnswerJson.number("regretProxy", bandit.regretProxy(), json);
            json.writeNumberField("changes", bandit.changes());
            counters.write(json);
        });
        out.accept(new Outgoing(Channel.METRICS, key, value, time));
    }

    void model(String key, LiveBandit bandit, long time) {
        byte[] shared = bandit.writeShared();
        if (shared.length <= LARGEST_MODEL) {
            out.accept(new Outgoing(Channel.MODELS, key, shared, time));
            return;
        }
        byte[] told = writer.record(json -> {
            json.writeStringField("bandit", key);
            RecordWriter.time(time, json);
            json.writeNumberField("modelNotPublishedBytes", shared.length);
        });
        out.accept(new Outgoing(Channel.METRICS, key, told, time));
    }

    /** The bandit is no more. */
    void noModel(String key, long time) {
        out.accept(new Outgoing(Channel.MODELS, key, null, time));
    }
}
