package dev.attune.flink.job;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.EventLog;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import dev.attune.live.json.NewBandit;
import dev.attune.live.json.RequestJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a single process makes of the records of all topics: it sorts them and hands them to plain {@link LiveBandit}s. It shares the join rules with
 * the job, because there is one implementation of them, and nothing else.
 */
final class ReferenceRun {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final EventLog NOWHERE = (event, time) -> 0;

    private final long early;
    private final Map<String, NewBandit> definitions = new HashMap<>();
    private final Map<String, One> bandits = new HashMap<>();
    private final Map<String, List<JsonNode>> decisions = new TreeMap<>();
    private final Map<String, Integer> refused = new TreeMap<>();

    private static final class One {
        final LiveBandit bandit;
        NewBandit definition;
        final Map<String, Long> numbers = new HashMap<>();
        final Map<String, List<Held>> early = new HashMap<>();

        One(NewBandit definition, long time) {
            this.definition = definition;
            this.bandit = LiveBandit.create(0, definition.definition());
            if (!definition.arms().isEmpty()) {
                bandit.catalogue(definition.arms(), time, NOWHERE);
            }
        }
    }

    private record Held(String rewardId, double value, long until) {}

    private ReferenceRun(long early) {
        this.early = early;
    }

    /** Folds records in their order. */
    static ReferenceRun of(List<Arrived> records, long earlyMillis) throws IOException {
        ReferenceRun run = new ReferenceRun(earlyMillis);
        List<Arrived> sorted = new ArrayList<>(records);
        // A definition counts for all events of its time.
        sorted.sort(Comparator.comparingLong(Arrived::time)
                .thenComparing(record -> record.origin() != Origin.DEFINITIONS)
                .thenComparing(Arrived.ORDER));
        for (Arrived record : sorted) {
            run.fold(record);
        }
        for (One one : run.bandits.values()) {
            run.expire(one, Long.MAX_VALUE);
        }
        return run;
    }

    /** What was decided for each key, in order: what a record must say beside its version. */
    Map<String, List<JsonNode>> decisions() {
        return decisions;
    }

    /** How many records were refused in all. */
    int refused() {
        return refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void fold(Arrived record) throws IOException {
        try {
            JsonNode json = parse(record);
            if (json.path("version").asInt() != 1) {
                throw refusal();
            }
            if (record.origin() == Origin.DEFINITIONS) {
                define(record, json);
                return;
            }
            One one = bandit(record);
            one.bandit.closeDue(record.time(), NOWHERE);
            expire(one, record.time());
            follow(one, record);
            if (json.has("decide")) {
                decide(one, record, json.get("decide"));
            } else {
                reward(one, record, json.get("reward"));
            }
        } catch (RefusedException e) {
            refused.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
        }
    }

    private static JsonNode parse(Arrived record) {
        try {
            JsonNode json = JSON.readTree(record.value());
            if (json == null || !json.isObject()) {
                throw refusal();
            }
            return json;
        } catch (IOException e) {
            throw refusal();
        }
    }

    private static RefusedException refusal() {
        return new RefusedException(RefusedException.Reason.INVALID, "", "makes no sense");
    }

    private void define(Arrived record, JsonNode json) throws IOException {
        ((ObjectNode) json.get("define")).put("name", record.key());
        NewBandit definition = JsonInput.read(
                JSON.writeValueAsBytes(json.get("define")),
                JsonLimits.DEFAULT,
                in -> DefinitionJson.readNew(in, () -> 0));
        definitions.put(record.key(), definition);
    }

    private One bandit(Arrived record) {
        String key = record.key();
        int cut = key.indexOf('~');
        NewBandit definition = definitions.get(cut < 0 ? key : key.substring(0, cut));
        if (definition == null || key.endsWith("~")) {
            throw refusal();
        }
        return bandits.computeIfAbsent(key, k -> new One(definition, record.time()));
    }

    /** Takes over what has changed in the definition. */
    private void follow(One one, Arrived record) {
        NewBandit newest =
                definitions.get(record.key().substring(0, record.key().indexOf('~')));
        if (newest.equals(one.definition)) {
            return;
        }
        if (!newest.arms().equals(one.definition.arms())) {
            one.bandit.catalogue(newest.arms(), record.time(), NOWHERE);
        }
        double floor = newest.definition().bandit().floor();
        if (floor != one.definition.definition().bandit().floor()) {
            one.bandit.change(Change.floor(floor, "stream"), record.time(), NOWHERE);
        }
        one.definition = newest;
    }

    private void decide(One one, Arrived record, JsonNode request) throws IOException {
        var read = JsonInput.read(JSON.writeValueAsBytes(request), JsonLimits.DEFAULT, RequestJson::readDecision);
        Answer answer = one.bandit.decide(read, record.time(), NOWHERE);
        if (answer.repeated()) {
            return;
        }
        one.numbers.put(read.clientId(), answer.decision());
        decisions.computeIfAbsent(record.key(), k -> new ArrayList<>()).add(told(record, read.clientId(), answer));
        List<Held> held = one.early.remove(read.clientId());
        if (held != null) {
            for (Held reward : held) {
                count(one.bandit.reward(answer.decision(), reward.rewardId, reward.value, record.time(), NOWHERE));
            }
        }
    }

    private static JsonNode told(Arrived record, String request, Answer answer) throws IOException {
        try (TokenBuffer buffer = new TokenBuffer(JSON, false)) {
            AnswerJson.write(answer, record.key() + ":" + answer.decision(), (JsonGenerator) buffer);
            return JSON.createObjectNode()
                    .put("request", request)
                    .set("answer", JSON.readTree(JSON.writeValueAsBytes(JSON.readTree(buffer.asParser()))));
        }
    }

    private void reward(One one, Arrived record, JsonNode reward) {
        String id = reward.path("id").asText();
        double value = reward.get("value").asDouble();
        if (reward.has("request")) {
            Long number = one.numbers.get(reward.get("request").asText());
            if (number == null) {
                one.early
                        .computeIfAbsent(reward.get("request").asText(), k -> new ArrayList<>())
                        .add(new Held(id, value, record.time() + early));
                return;
            }
            count(one.bandit.reward(number, id, value, record.time(), NOWHERE));
        } else {
            String decision = reward.get("decision").asText();
            int cut = decision.lastIndexOf(':');
            if (!decision.substring(0, cut).equals(record.key())) {
                throw refusal();
            }
            count(one.bandit.reward(Long.parseLong(decision.substring(cut + 1)), id, value, record.time(), NOWHERE));
        }
    }

    private void count(RewardOutcome outcome) {
        if (outcome != RewardOutcome.COUNTED && outcome != RewardOutcome.DUPLICATE) {
            refused.merge(outcome.name(), 1, Integer::sum);
        }
    }

    private void expire(One one, long time) {
        one.early.values().removeIf(held -> {
            int before = held.size();
            held.removeIf(reward -> reward.until <= time);
            for (int i = held.size(); i < before; i++) {
                refused.merge("early", 1, Integer::sum);
            }
            return held.isEmpty();
        });
    }
}
