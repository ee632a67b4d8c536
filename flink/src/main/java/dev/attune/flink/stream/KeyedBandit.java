package dev.attune.flink.stream;

import dev.attune.catalog.BanditDefinition;
import dev.attune.flink.stream.Counters.Counter;
import dev.attune.flink.wire.BanditKey;
import dev.attune.flink.wire.Message;
import dev.attune.flink.wire.RecordReader;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.EventLog;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.RequestReward;
import dev.attune.live.json.RewardMessage;
import java.util.Optional;

/**
 * The bandit of a key and all that belongs to it: a fold over the key's records and the time. Nothing here knows of Flink, of a clock or of
 * other keys.
 */
public final class KeyedBandit {
    /** What the live bandit is called; each is alone in its state. */
    static final int NUMBER = 1;

    private static final String BY = "stream";

    final String key;
    final Place began;
    final LiveBandit bandit;
    final Counters counters = new Counters();
    final EarlyRewards early = new EarlyRewards();
    final Schedule schedule;
    Place applied;
    long events;

    private final EventLog log = (event, time) -> ++events; // where the journal of the service has positions

    KeyedBandit(String key, Place began, Place applied, LiveBandit bandit, Schedule schedule) {
        this.key = key;
        this.began = began;
        this.applied = applied;
        this.bandit = bandit;
        this.schedule = schedule;
    }

    /** A bandit that has learnt nothing. */
    static KeyedBandit create(String key, Definition definition, long now) {
        LiveDefinition declared = definition.said().bandit().definition();
        BanditDefinition own = declared.bandit();
        own = own.withOptions(
                own.options().withSeed(BanditKey.seed(key, own.options().seed())));
        LiveBandit bandit = LiveBandit.create(NUMBER, new LiveDefinition(own, declared.rules()));
        KeyedBandit made = new KeyedBandit(key, definition.began(), definition.at(), bandit, new Schedule());
        made.change(definition, now);
        return made;
    }

    /** Makes it what is in force. */
    void apply(Definition definition, long now) {
        if (!definition.at().equals(applied)) {
            applied = definition.at();
            change(definition, now);
        }
    }

    private void change(Definition definition, long now) {
        Message.Define said = definition.said();
        double floor = said.bandit().definition().bandit().options().uniformShare();
        if (floor != bandit.definition().bandit().options().uniformShare()) {
            bandit.change(Change.floor(floor, BY), now, log);
        }
        if (said.paused() != bandit.paused()) {
            bandit.change(said.paused() ? Change.pause(BY) : Change.resume(BY), now, log);
        }
        if (!said.bandit().arms().isEmpty() && !said.bandit().arms().equals(bandit.catalogueArms())) {
            bandit.catalogue(said.bandit().arms(), now, log);
        }
        schedule.changed();
    }

    /** What happens by itself up to now: windows end, early rewards are given up. */
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

    /** A record whose time has come. */
    void process(Arrived record, Message message, RecordReader reader, StreamRules rules, StreamOutput out) {
        schedule.happened();
        if (message instanceof Message.Decide decide) {
            decide(record, decide, reader, out);
        } else if (message instanceof Message.Observe observe) {
            observe(record, observe, reader, out);
        } else if (message instanceof Message.Reward reward) {
            reward(record, reward.reward(), rules, out);
        }
    }

    private void decide(Arrived record, Message.Decide decide, RecordReader reader, StreamOutput out) {
        try {
            Answer answer = bandit.decide(decide.request(), record.time(), log);
            answered(record, decide.request().clientId(), answer, reader, out);
        } catch (RefusedException e) {
            refused(record, "decide", e, out);
        }
    }

    private void observe(Arrived record, Message.Observe observe, RecordReader reader, StreamOutput out) {
        try {
            Answer answer = bandit.observe(observe.observation(), record.time(), log);
            answered(record, observe.observation().clientId(), answer, reader, out);
        } catch (RefusedException e) {
            refused(record, "observe", e, out);
        }
    }

    private void answered(Arrived record, String request, Answer answer, RecordReader reader, StreamOutput out) {
        if (answer.repeated()) {
            counters.add(Counter.REPEATED);
            return;
        }
        out.decision(key, request, record.time(), answer);
        for (Arrived waited : early.take(request)) {
            if (reader.reward(waited.value()) instanceof Message.Reward reward) {
                join(waited, answer.decision(), reward.reward().reward(), record.time(), out);
            }
        }
    }

    private void reward(Arrived record, RequestReward reward, StreamRules rules, StreamOutput out) {
        if (reward.request().isEmpty()) {
            long number = BanditKey.number(key, reward.reward().decision());
            join(record, number, reward.reward(), record.time(), out);
            return;
        }
        Optional<Answer> answer = bandit.answered(reward.request());
        if (answer.isPresent()) {
            join(record, answer.get().decision(), reward.reward(), record.time(), out);
        } else if (early.isFull()) {
            dead(record, "too-many-waiting", "", early.size() + " rewards wait for their requests", record.time(), out);
        } else {
            long most = Long.MAX_VALUE - record.time();
            long deadline = record.time() + Math.min(rules.early().toMillis(), most);
            early.add(new EarlyRewards.Early(record, reward.request(), deadline));
            counters.add(Counter.EARLY);
        }
    }

    private void join(Arrived record, long decision, RewardMessage reward, long now, StreamOutput out) {
        try {
            RewardOutcome outcome = bandit.reward(decision, reward.id(), reward.value(), now, log);
            switch (outcome) {
                case COUNTED -> counters.add(Counter.COUNTED);
                case DUPLICATE -> counters.add(Counter.DUPLICATE);
                default -> lost(record, outcome, now, out);
            }
        } catch (RefusedException e) {
            refused(record, "reward", e, out);
        }
    }

    private void lost(Arrived record, RewardOutcome outcome, long now, StreamOutput out) {
        if (outcome == RewardOutcome.UNKNOWN) {
            dead(record, "unknown-decision", "reward.decision", StreamFold.UNKNOWN_DECISION, now, out);
        } else {
            boolean late = outcome == RewardOutcome.LATE;
            String message = late ? "the decision's window is over" : "another reward of the decision came first";
            dead(record, DefinitionJson.word(outcome), "", message, now, out);
        }
    }

    /** A record is refused. */
    void refused(Arrived record, String within, RefusedException e, StreamOutput out) {
        schedule.happened();
        counters.add(Counter.DEAD);
        out.refused(record, within, e);
    }

    /** A record cannot be used. */
    void dead(Arrived record, String reason, String field, String message, long now, StreamOutput out) {
        schedule.happened();
        counters.add(Counter.DEAD);
        out.dead(record, reason, field, message, now);
    }

    /** Tells counters and publishes the model, if it is time. */
    void report(long now, StreamRules rules, StreamOutput out) {
        if (schedule.metricsDue(now, rules)) {
            out.metrics(key, bandit, counters, early.size(), now);
        }
        if (schedule.modelDue(now, bandit.learnt(), rules)) {
            out.model(key, bandit, now);
        }
    }

    /** The bandit was deleted. */
    void end(long when, StreamOutput out) {
        for (EarlyRewards.Early waits : early.all()) {
            out.dead(waits.record(), "unknown-bandit", "", StreamFold.UNKNOWN_BANDIT, when);
        }
        out.noModel(key, when);
    }

    /** When something happens next by itself; {@link Long#MAX_VALUE} if nothing does. */
    long nextTimer() {
        return Math.min(Math.min(bandit.nextDeadline(), early.nextDeadline()), schedule.next());
    }
}
