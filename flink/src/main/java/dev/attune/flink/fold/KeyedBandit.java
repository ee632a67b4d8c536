package dev.attune.flink.fold;

import dev.attune.api.Control;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.flink.fold.StreamCounters.Counter;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.DecisionStore;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.Alarm;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bandit of a key with its counters, early rewards and schedule. Its state is two blocks of bytes, each sealed with a name and a checksum: what
 * the stream adds, and the live bandit. Its decisions are in a {@link DecisionStore}. {@code docs/format/stream.md} specifies every byte.
 */
public final class KeyedBandit {
    /** The version of the saved state. */
    public static final int VERSION = 5;

    private static final String NAME = "stream bandit/" + VERSION;
    private static final int NUMBER = 1; // of the live bandit, which is alone in its state

    private static final String BY = "stream";
    private static final long KEPT = 256; // bytes of a kept decision beside its features

    final String key;
    final RecordPosition began;
    final LiveBandit bandit;
    final StreamCounters counters;
    final EarlyRewards early;
    final ReportSchedule schedule;
    RecordPosition applied;
    long events;
    private @Nullable Saved saved; // of one that was handed over

    private final EventAppender log = (event, time) -> ++events; // in place of positions in a journal

    /**
     * The state as bytes.
     *
     * @param stream what the stream adds to the live bandit
     * @param live the live bandit
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Saved(byte[] stream, byte[] live) {}

    KeyedBandit(String key, RecordPosition began, RecordPosition applied, LiveBandit bandit, ReportSchedule schedule) {
        this.key = key;
        this.began = began;
        this.applied = applied;
        this.bandit = bandit;
        this.schedule = schedule;
        this.counters = new StreamCounters();
        this.early = new EarlyRewards();
    }

    private KeyedBandit(KeyedBandit from) {
        this.key = from.key;
        this.began = from.began;
        this.applied = from.applied;
        this.bandit = from.bandit;
        this.schedule = from.schedule;
        this.counters = from.counters;
        this.early = from.early;
        this.events = from.events;
    }

    /**
     * Returns a bandit that continues in place of this one, which keeps its present state for {@link #save} and can no longer be used otherwise. A
     * checkpoint may be writing this one on another thread.
     */
    public synchronized KeyedBandit handOver() {
        saved = save();
        return new KeyedBandit(this);
    }

    /** Returns its state: that of the moment when it was handed over, if it was. */
    public synchronized Saved save() {
        return saved != null ? saved : new Saved(writeStream(), bandit.write());
    }

    /** Creates an untrained bandit. */
    static KeyedBandit create(String key, DefinitionHistory.Definition definition, long now) {
        LiveDefinition declared = definition.define().bandit().definition();
        BanditDefinition own = declared.bandit();
        own = own.withOptions(
                own.options().withSeed(BanditKey.seed(key, own.options().seed())));
        LiveBandit bandit = LiveBandit.create(NUMBER, new LiveDefinition(own, declared.rules(), declared.control()));
        KeyedBandit created = new KeyedBandit(key, definition.began(), definition.at(), bandit, new ReportSchedule());
        created.change(definition, now);
        return created;
    }

    /** Applies the definition in force. */
    void apply(DefinitionHistory.Definition definition, long now) {
        if (!definition.at().equals(applied)) {
            applied = definition.at();
            change(definition, now);
        }
    }

    /** Changes what may be changed, and acknowledges the alarms before it: a client that sends a definition has seen them. */
    private void change(DefinitionHistory.Definition definition, long now) {
        bandit.publish().statistics().alarms().stream()
                .filter(Alarm::needsAttention)
                .forEach(alarm -> bandit.change(Change.acknowledge(alarm.id(), BY), now, log));
        Message.Define define = definition.define();
        UniformShare floor = define.bandit().definition().bandit().options().uniformShare();
        if (!floor.equals(bandit.definition().bandit().options().uniformShare())) {
            bandit.change(Change.floor(floor, BY), now, log);
        }
        Control control = define.bandit().definition().control();
        if (!control.equals(bandit.definition().control())) {
            bandit.change(Change.control(control, BY), now, log);
        }
        if (define.paused() != bandit.paused()) {
            bandit.change(define.paused() ? Change.pause(BY) : Change.resume(BY), now, log);
        }
        if (!define.bandit().arms().isEmpty() && !define.bandit().arms().equals(bandit.catalogueArms())) {
            bandit.catalogue(define.bandit().arms(), now, log);
        }
        schedule.redefined();
    }

    /** Closes reward windows and gives up early rewards that are due. */
    void advanceTo(long now, StreamOutput out) {
        if (bandit.closeDue(now, log) > 0) {
            schedule.happened();
        }
        for (EarlyRewards.Early expired : early.expire(now)) {
            dead(
                    expired.record(),
                    "early-expired",
                    "reward.request",
                    "no request " + expired.request() + " came in time",
                    now,
                    out);
        }
    }

    /** Processes a record at its time. */
    void process(InputRecord record, Message message, RecordCodec codec, StreamRules rules, StreamOutput out) {
        schedule.happened();
        if (message instanceof Message.Decide decide) {
            decide(record, decide, codec, out);
        } else if (message instanceof Message.Observe observe) {
            observe(record, observe, codec, out);
        } else if (message instanceof Message.Reward reward) {
            reward(record, reward.reward(), rules, out);
        }
    }

    private void decide(InputRecord record, Message.Decide decide, RecordCodec codec, StreamOutput out) {
        try {
            Answer answer = bandit.decide(decide.request(), record.time(), log);
            answered(record, decide.request().clientId(), answer, codec, out);
        } catch (RefusedException e) {
            refused(record, "decide", e, out);
        }
    }

    private void observe(InputRecord record, Message.Observe observe, RecordCodec codec, StreamOutput out) {
        try {
            Answer answer = bandit.observe(observe.observation(), record.time(), log);
            answered(record, observe.observation().clientId(), answer, codec, out);
        } catch (RefusedException e) {
            refused(record, "observe", e, out);
        }
    }

    private void answered(InputRecord record, String request, Answer answer, RecordCodec codec, StreamOutput out) {
        if (answer.repeated()) {
            counters.add(Counter.REPEATED);
            return;
        }
        out.decision(key, request, record.time(), answer);
        for (InputRecord waited : early.take(request)) {
            if (codec.readReward(waited.value()) instanceof Message.Reward reward) {
                join(waited, answer.decision(), reward.reward(), record.time(), out);
            }
        }
    }

    private void reward(InputRecord record, RewardMessage reward, StreamRules rules, StreamOutput out) {
        if (reward.request().isEmpty()) {
            long number = BanditKey.number(key, reward.decision());
            join(record, number, reward, record.time(), out);
            return;
        }
        Optional<Answer> answer = bandit.answered(reward.request());
        if (answer.isPresent()) {
            join(record, answer.get().decision(), reward, record.time(), out);
        } else if (early.isFull()) {
            dead(record, "too-many-waiting", "", early.size() + " rewards wait for their requests", record.time(), out);
        } else {
            long most = Long.MAX_VALUE - record.time();
            long deadline = record.time() + Math.min(rules.early().toMillis(), most);
            early.add(new EarlyRewards.Early(record, reward.request(), deadline));
            counters.add(Counter.EARLY);
        }
    }

    private void join(InputRecord record, long decision, RewardMessage reward, long now, StreamOutput out) {
        try {
            RewardOutcome outcome = bandit.reward(decision, reward.id(), reward.value(), now, log);
            switch (outcome) {
                case COUNTED -> {
                    counters.add(Counter.COUNTED);
                    out.rewarded();
                }
                case DUPLICATE -> counters.add(Counter.DUPLICATE);
                default -> lost(record, outcome, now, out);
            }
        } catch (RefusedException e) {
            refused(record, "reward", e, out);
        }
    }

    private void lost(InputRecord record, RewardOutcome outcome, long now, StreamOutput out) {
        if (outcome == RewardOutcome.UNKNOWN) {
            dead(record, "unknown-decision", "reward.decision", StreamFold.UNKNOWN_DECISION, now, out);
        } else {
            boolean late = outcome == RewardOutcome.LATE;
            String message = late ? "the decision's window is over" : "another reward of the decision came first";
            dead(record, DefinitionJson.word(outcome), "", message, now, out);
        }
    }

    /** Reports a rejected record. */
    void refused(InputRecord record, String within, RefusedException e, StreamOutput out) {
        schedule.happened();
        counters.add(Counter.DEAD);
        out.refused(record, within, e);
    }

    /** Reports a record that cannot be processed. */
    void dead(InputRecord record, String reason, String field, String message, long now, StreamOutput out) {
        schedule.happened();
        counters.add(Counter.DEAD);
        out.dead(record, reason, field, message, now);
    }

    /** Reports counters and publishes the model, if they are due. */
    void report(long now, StreamRules rules, StreamOutput out) {
        if (schedule.metricsDue(now, rules)) {
            out.metrics(key, bandit, counters, early.size(), now);
        }
        if (schedule.modelDue(now, bandit.counters().learnt(), rules)) {
            out.model(key, bandit, now);
        }
    }

    /** Ends a bandit that was deleted. */
    void end(long when, StreamOutput out) {
        for (EarlyRewards.Early waits : early.all()) {
            out.dead(waits.record(), "unknown-bandit", "", StreamFold.UNKNOWN_BANDIT, when);
        }
        out.noModel(key, when);
    }

    /** Returns the time of the next event without a record; {@link Long#MAX_VALUE} if there is none. */
    public long nextTimer() {
        return Math.min(
                Math.min(bandit.nextDeadline(), bandit.nextForget()), Math.min(early.nextDeadline(), schedule.next()));
    }

    /** Returns the time for which a timer must be set now; {@link Long#MAX_VALUE} if none is necessary or an earlier one is set. */
    public long timer(long now) {
        return schedule.timer(now, nextTimer());
    }

    /** Returns about how many bytes it takes: its model, and the decisions that it keeps. */
    public long bytes() {
        BanditDefinition definition = bandit.definition().bandit();
        long numbers = definition.sparse() ? 0 : definition.dimension();
        return definition.typicalBytes()
                + KEPT * bandit.kept()
                + Double.BYTES * numbers * bandit.counters().waiting();
    }

    /** Returns the live bandit. */
    public LiveBandit live() {
        return bandit;
    }

    /** Writes what the stream adds to the live bandit. */
    public byte[] writeStream() {
        return Checkpoint.seal(NAME, out -> {
            out.writeString(key);
            began.write(out);
            applied.write(out);
            out.writeLong(events);
            schedule.write(out);
            counters.write(out);
            early.write(out);
        });
    }

    /**
     * Reads a saved bandit.
     *
     * @param stream the result of {@link #writeStream}
     * @param live the result of {@code LiveBandit.write}
     * @throws StateFormatException if it is invalid
     */
    public static KeyedBandit read(byte[] stream, byte[] live) {
        LiveBandit bandit = LiveBandit.read(NUMBER, live);
        return Checkpoint.open(stream, NAME, in -> read(bandit, in));
    }

    private static KeyedBandit read(LiveBandit live, StateReader in) {
        String key = in.readString();
        RecordPosition began = RecordPosition.read(in);
        RecordPosition applied = RecordPosition.read(in);
        long events = in.readTally();
        KeyedBandit bandit = new KeyedBandit(key, began, applied, live, ReportSchedule.read(in));
        bandit.events = events;
        bandit.counters.read(in);
        bandit.early.read(key, in);
        return bandit;
    }
}
