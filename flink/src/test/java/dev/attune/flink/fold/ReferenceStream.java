package dev.attune.flink.fold;

import dev.attune.api.Options;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.JsonLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a stream must lead to, the simple way: one loop over all records of a key in order, with plain calls of a live bandit. It shares neither
 * timers nor buffers nor histories with what it is to check, and looks at deletions and windows by brute force.
 */
public final class ReferenceStream {
    /** Records of decisions, key by key, each key's in order. */
    public final List<String> decisions = new ArrayList<>();

    /** Reason and place of each dead letter. */
    public final List<String> dead = new ArrayList<>();

    final Map<String, LiveBandit> bandits = new TreeMap<>();

    private final RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
    private final long early;
    private final long remember;
    private final List<InputRecord> all;
    private final Map<InputRecord, Message.@Nullable Define> definitions = new HashMap<>(); // null: a deletion

    // of the key that is being played
    private String key = "";
    private @Nullable LiveBandit bandit;
    private Message.@Nullable Define applied;
    private long events;
    private final List<InputRecord> waiting = new ArrayList<>();
    private final Map<String, Known> ids = new HashMap<>();
    private final Map<Long, Long> until = new HashMap<>(); // by decision

    /** An id of a request, which the bandit knows under another name if it was forgotten and came again. */
    private record Known(String name, long until) {}

    /** Plays records with the times that count. */
    public ReferenceStream(List<InputRecord> records, StreamRules rules) {
        this.early = rules.early().toMillis();
        this.remember = rules.remember().toMillis();
        this.all = records.stream().sorted(InputRecord.ORDER).toList();
        Map<String, Message.Define> last = new HashMap<>();
        for (InputRecord record : all) {
            if (record.topic() == InputTopic.DEFINITIONS) {
                takeDefinition(record, last);
            }
        }
        all.stream()
                .filter(record -> record.topic() != InputTopic.DEFINITIONS)
                .filter(record -> hasKey(record) || !dead("key", record))
                .map(InputRecord::key)
                .distinct()
                .sorted()
                .forEach(this::play);
    }

    private static boolean hasKey(InputRecord record) {
        return record.key().matches("[A-Za-z0-9][A-Za-z0-9._-]*(~[A-Za-z0-9][A-Za-z0-9._-]*)?");
    }

    private void takeDefinition(InputRecord record, Map<String, Message.Define> last) {
        byte[] value = record.value();
        if (value == null) {
            last.remove(record.key());
            definitions.put(record, null);
            return;
        }
        Message.Define said;
        try {
            said = (Message.Define) codec.readDefinition(record.key(), value);
        } catch (RefusedException e) {
            dead("invalid", record);
            return;
        }
        Message.Define before = last.get(record.key());
        if (before != null) {
            boolean samePolicy = before.bandit()
                    .definition()
                    .bandit()
                    .policy()
                    .equals(said.bandit().definition().bandit().policy());
            if (!samePolicy
                    || (said.bandit().arms().isEmpty()
                            && !before.bandit().arms().isEmpty())) {
                dead("conflict", record);
                return;
            }
        }
        last.put(record.key(), said);
        definitions.put(record, said);
    }

    private void play(String played) {
        key = played;
        bandit = null;
        applied = null;
        events = 0;
        waiting.clear();
        ids.clear();
        until.clear();
        String name = played.contains("~") ? played.substring(0, played.indexOf('~')) : played;
        Message.Define inForce = null;
        List<InputRecord> mine = all.stream()
                .filter(record -> record.topic() == InputTopic.DEFINITIONS
                        ? record.key().equals(name) && definitions.containsKey(record)
                        : record.key().equals(played))
                .sorted((a, b) -> a.time() != b.time()
                        ? Long.compare(a.time(), b.time())
                        : (a.topic() == InputTopic.DEFINITIONS) == (b.topic() == InputTopic.DEFINITIONS)
                                ? InputRecord.ORDER.compare(a, b)
                                : a.topic() == InputTopic.DEFINITIONS ? -1 : 1)
                .toList();
        for (InputRecord record : mine) {
            passTo(record.time());
            if (record.topic() == InputTopic.DEFINITIONS) {
                inForce = definitions.get(record);
                if (inForce == null) {
                    waiting.forEach(waited -> dead("unknown-bandit", waited));
                    waiting.clear();
                    bandit = null;
                    events = 0;
                    ids.clear();
                    until.clear();
                }
            } else if (inForce == null) {
                dead("unknown-bandit", record);
            } else {
                count(record, inForce);
            }
        }
        passTo(Long.MAX_VALUE);
        if (bandit != null) {
            bandits.put(played, bandit);
        }
    }

    /** Windows end one after the other, each at its time. */
    private void passTo(long time) {
        while (bandit != null
                && bandit.nextDeadline() <= time
                && bandit.counters().waiting() > 0) {
            bandit.closeDue(bandit.nextDeadline(), (event, at) -> ++events);
        }
        waiting.removeIf(waited -> {
            boolean over = waited.time() + early <= time;
            if (over) {
                dead("early-expired", waited);
            }
            return over;
        });
    }

    private void count(InputRecord record, Message.Define inForce) {
        if (bandit != null) {
            apply(inForce, record.time(), bandit);
        }
        Message message;
        try {
            message = record.topic() == InputTopic.REWARDS
                    ? codec.readReward(record.value())
                    : codec.readRequest(record.value());
        } catch (RefusedException e) {
            dead("invalid", record);
            return;
        }
        if (bandit == null) {
            if (message instanceof Message.Reward reward
                    && reward.reward().request().isEmpty()) {
                dead("unknown-decision", record);
                return;
            }
            LiveDefinition declared = inForce.bandit().definition();
            Options options = declared.bandit().options();
            BanditDefinition own = declared.bandit().withOptions(options.withSeed(BanditKey.seed(key, options.seed())));
            bandit = LiveBandit.create(1, new LiveDefinition(own, declared.rules()));
            applied = null;
            apply(inForce, record.time(), bandit);
        }
        try {
            if (message instanceof Message.Decide decide) {
                DecisionRequest asked = decide.request();
                String id = asked.clientId();
                DecisionRequest named =
                        new DecisionRequest(named(id, record.time()), asked.context(), asked.offer(), asked.top());
                emit(record, id, bandit.decide(named, record.time(), (event, at) -> ++events), bandit);
            } else if (message instanceof Message.Observe observe) {
                Observation seen = observe.observation();
                String id = seen.clientId();
                Observation named = new Observation(
                        named(id, record.time()),
                        seen.context(),
                        seen.offer(),
                        seen.arm(),
                        seen.propensity(),
                        seen.reward());
                emit(record, id, bandit.observe(named, record.time(), (event, at) -> ++events), bandit);
            } else if (message instanceof Message.Reward reward) {
                reward(record, reward.reward(), bandit);
            }
        } catch (RefusedException e) {
            dead(e.reason().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), record);
        }
    }

    private void apply(Message.Define inForce, long now, LiveBandit to) {
        if (inForce.equals(applied)) {
            return;
        }
        applied = inForce;
        UniformShare floor = inForce.bandit().definition().bandit().options().uniformShare();
        if (!to.definition().bandit().options().uniformShare().equals(floor)) {
            to.change(Change.floor(floor, "stream"), now, (event, at) -> ++events);
        }
        if (inForce.paused() != to.paused()) {
            Change change = inForce.paused() ? Change.pause("stream") : Change.resume("stream");
            to.change(change, now, (event, at) -> ++events);
        }
        if (!inForce.bandit().arms().isEmpty() && !inForce.bandit().arms().equals(to.catalogueArms())) {
            to.catalogue(inForce.bandit().arms(), now, (event, at) -> ++events);
        }
    }

    private String named(String id, long now) {
        Known known = ids.get(id);
        return id.isEmpty() ? "" : known != null && known.until > now ? known.name : id + "#" + now;
    }

    private void emit(InputRecord record, String request, Answer answer, LiveBandit by) {
        if (answer.repeated()) {
            return;
        }
        long end = record.time() + by.definition().rules().window().toMillis() + remember;
        ids.put(request, new Known(named(request, record.time()), end));
        until.put(answer.decision(), end);
        decisions.add(StreamScene.text(RecordCodec.decision(key, request, record.time(), answer)));
        List<InputRecord> hers = waiting.stream()
                .filter(waited -> !request.isEmpty()
                        && ((Message.Reward) codec.readReward(waited.value()))
                                .reward()
                                .request()
                                .equals(request))
                .toList();
        waiting.removeAll(hers);
        for (InputRecord waited : hers) {
            RewardMessage reward = ((Message.Reward) codec.readReward(waited.value())).reward();
            join(waited, answer.decision(), reward, record.time());
        }
    }

    private void reward(InputRecord record, RewardMessage reward, LiveBandit of) {
        if (reward.request().isEmpty()) {
            String id = reward.decision();
            long number = id.startsWith(key + ":") ? Long.parseLong(id.substring(key.length() + 1)) : 0;
            join(record, number, reward, record.time());
            return;
        }
        Optional<Answer> answer = of.answered(named(reward.request(), record.time()));
        if (answer.isPresent()) {
            join(record, answer.get().decision(), reward, record.time());
        } else {
            waiting.add(record);
        }
    }

    private void join(InputRecord record, long decision, RewardMessage reward, long now) {
        if (bandit == null) {
            throw new AssertionError("no bandit");
        }
        try {
            long end = until.getOrDefault(decision, Long.MAX_VALUE);
            RewardOutcome outcome = bandit.reward(decision, reward.id(), reward.value(), now, (event, at) -> ++events);
            switch (end <= now ? RewardOutcome.LATE : outcome) {
                case COUNTED, DUPLICATE, SENT -> {}
                case LATE -> dead("late", record);
                case NOT_FIRST -> dead("not-first", record);
                case UNKNOWN -> dead("unknown-decision", record);
            }
        } catch (RefusedException e) {
            dead("invalid", record);
        }
    }

    private boolean dead(String reason, InputRecord record) {
        return dead.add(reason + " " + record.topic() + "-" + record.partition() + "@" + record.offset());
    }
}
