package dev.attune.flink.fold;

import dev.attune.kafka.wire.DeadLetter;
import dev.attune.kafka.wire.OutputTopic;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.Answer;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonOutput;
import dev.attune.live.statistics.BanditCounters;
import java.util.function.Consumer;

/** Writes the output of the fold. */
public final class StreamOutput {
    /** Bytes of the largest model that is published: a record that Kafka rejects would stop the whole job. */
    private static final int LARGEST_MODEL = 7_000_000;

    private final StreamRules rules;
    private final Consumer<OutputRecord> out;
    private final FoldListener listener;

    StreamOutput(StreamRules rules, Consumer<OutputRecord> out, FoldListener listener) {
        this.rules = rules;
        this.out = out;
        this.listener = listener;
    }

    /** Reports that a reward was taken. */
    void rewarded() {
        listener.rewarded();
    }

    void decision(String key, String request, long time, Answer answer) {
        write(OutputTopic.DECISIONS, key, RecordCodec.decision(key, request, time, answer), time);
    }

    /**
     * Reports a rejected record.
     *
     * @param within path of the object that was rejected; empty for the record
     */
    public void refused(InputRecord record, String within, RefusedException e) {
        String field = within.isEmpty() || e.field().isEmpty() ? within + e.field() : within + "." + e.field();
        dead(record, DefinitionJson.word(e.reason()), field, String.valueOf(e.getMessage()), record.time());
    }

    /**
     * Reports a record that cannot be processed.
     *
     * @param reason one word
     * @param field path of the invalid field; empty if none is
     * @param time at which it was found
     */
    public void dead(InputRecord record, String reason, String field, String message, long time) {
        DeadLetter letter = new DeadLetter(
                reason,
                field,
                message,
                rules.topics().of(record.topic()),
                record.partition(),
                record.offset(),
                record.time(),
                record.key(),
                record.value());
        listener.dead(reason);
        String key = reason.equals("key") ? "" : record.key();
        write(OutputTopic.DEAD_LETTERS, key, RecordCodec.deadLetter(letter), time);
    }

    void metrics(String key, LiveBandit bandit, StreamCounters counters, int early, long time) {
        BanditCounters totals = bandit.counters();
        byte[] value = RecordCodec.record(json -> {
            json.writeStringField("bandit", key);
            RecordCodec.time(time, json);
            json.writeNumberField("decisions", totals.decisions());
            json.writeNumberField("learnt", totals.learnt());
            json.writeNumberField("expired", totals.expired());
            json.writeNumberField("waiting", totals.waiting());
            json.writeNumberField("waitingRewards", early);
            json.writeNumberField("explored", totals.explored());
            JsonOutput.field("regretProxy", totals.regretProxy(), json);
            json.writeNumberField("changes", totals.changes());
            counters.write(json);
        });
        write(OutputTopic.METRICS, key, value, time);
    }

    void model(String key, LiveBandit bandit, long time) {
        byte[] shared = bandit.writeShared();
        if (shared.length <= LARGEST_MODEL) {
            write(OutputTopic.MODELS, key, shared, time);
            return;
        }
        byte[] tooLarge = RecordCodec.record(json -> {
            json.writeStringField("bandit", key);
            RecordCodec.time(time, json);
            json.writeNumberField("modelNotPublishedBytes", shared.length);
        });
        write(OutputTopic.METRICS, key, tooLarge, time);
    }

    /** Deletes the published model of a bandit that no longer exists. */
    void noModel(String key, long time) {
        out.accept(new OutputRecord(OutputTopic.MODELS, key, null, time));
    }

    private void write(OutputTopic topic, String key, byte[] value, long time) {
        out.accept(new OutputRecord(topic, key, value, time));
    }
}
