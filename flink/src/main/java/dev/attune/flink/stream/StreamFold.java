package dev.attune.flink.stream;

import dev.attune.flink.wire.Message;
import dev.attune.flink.wire.RecordReader;
import dev.attune.live.RefusedException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a key at a moment. Called for every moment at which the key has records or something is due, in the order of time, it
 * gives the same whoever calls it.
 */
public final class StreamFold {
    static final String UNKNOWN_BANDIT = "there is no definition of this bandit at this time";
    static final String UNKNOWN_DECISION = "the bandit has made no such decision";

    private final StreamRules rules;
    private final RecordReader reader;
    private final StreamOutput out;

    /** A fold that passes outgoing records to a consumer. */
    StreamFold(StreamRules rules, Consumer<Outgoing> out) {
        this.rules = rules;
        this.reader = new RecordReader(rules.limits());
        this.out = new StreamOutput(rules, out);
    }

    RecordReader reader() {
        return reader;
    }

    StreamOutput out() {
        return out;
    }

    /**
     * A moment of a key: what was deleted before ends, windows end, what is deleted now ends, records count, reports are made.
     *
     * @param before the key's bandit; null if it has none
     * @param history of its name
     * @param records of this time, in order
     * @return the key's bandit after it; null if it has none
     */
    @Nullable
    KeyedBandit at(
            long now, String key, @Nullable KeyedBandit before, DefinitionHistory history, List<Arrived> records) {
        KeyedBandit bandit = before == null ? null : unlessEnded(before, history, now - 1);
        if (bandit != null) {
            bandit.advanceTo(now, out);
            bandit = unlessEnded(bandit, history, now);
        }
        Definition inForce = history.inForce(now);
        for (Arrived record : records) {
            if (inForce == null) {
                out.dead(record, "unknown-bandit", "", UNKNOWN_BANDIT, now);
            } else {
                bandit = process(record, key, bandit, inForce);
            }
        }
        if (bandit != null) {
            bandit.report(now, rules, out);
        }
        return bandit;
    }

    /** The bandit, or null if it has ended by a time, which is then told. */
    @Nullable
    KeyedBandit unlessEnded(KeyedBandit bandit, DefinitionHistory history, long time) {
        Definition inForce = history.inForce(time);
        if (inForce != null && inForce.began().equals(bandit.began)) {
            return bandit;
        }
        bandit.end(Math.min(history.endOf(bandit.began), time), out);
        return null;
    }

    private @Nullable KeyedBandit process(
            Arrived record, String key, @Nullable KeyedBandit before, Definition inForce) {
        if (before != null) {
            before.apply(inForce, record.time());
        }
        Message message;
        try {
            message =
                    record.origin() == Origin.REWARDS ? reader.reward(record.value()) : reader.request(record.value());
        } catch (RefusedException e) {
            if (before != null) {
                before.refused(record, "", e, out);
            } else {
                out.refused(record, "", e);
            }
            return before;
        }
        if (message instanceof Message.Tick) {
            return before;
        }
        KeyedBandit bandit = before;
        if (bandit == null) {
            if (message instanceof Message.Reward reward
                    && reward.reward().request().isEmpty()) {
                out.dead(record, "unknown-decision", "reward.decision", UNKNOWN_DECISION, record.time());
                return null; // no need to make one
            }
            bandit = KeyedBandit.create(key, inForce, record.time());
        }
        bandit.process(record, message, reader, rules, out);
        return bandit;
    }
}
