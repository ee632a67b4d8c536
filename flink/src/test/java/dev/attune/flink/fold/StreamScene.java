package dev.attune.flink.fold;

import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.OutputTopic;
import dev.attune.math.RoundRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A made-up stream in which everything happens that can: repeated, late, early and poisonous records, bandits that change and end. */
public final class StreamScene {
    public static final List<String> KEYS = List.of("movies", "movies~de", "movies~fr", "shop", "games~x");
    static final long START = 1_700_000_000_000L;
    private static final List<String> POISON = List.of(
            "",
            "not json",
            "{\"version\":2,\"decide\":{}}",
            "{\"decide\":{}}",
            "{\"version\":1}",
            "{\"version\":1,\"decide\":{\"context\":{\"\\ud800\":1}}}",
            "{\"version\":1,\"decide\":{\"armIds\":[\"nobody\"]}}",
            "{\"version\":1,\"decide\":{\"catalogue\":99}}",
            "{\"version\":1,\"reward\":{\"value\":1}}",
            "{\"version\":1,\"reward\":{\"decision\":\"movies:1\",\"value\":7}}",
            "{\"version\":1,\"reward\":{\"decision\":\"nothing\",\"value\":1}}",
            "{\"version\":1,\"decide\":{\"context\":{\"age\":1e999}}}",
            "\u0000\u0001");

    public final List<InputRecord> records = new ArrayList<>();
    private final Map<InputTopic, Long> offsets = new EnumMap<>(InputTopic.class);
    private final RoundRandom random;
    private long time = START;
    private int requests;

    public StreamScene(long seed) {
        random = new RoundRandom(seed, 0);
    }

    /** A stream of so many requests. */
    public static List<InputRecord> random(long seed, int requests) {
        StreamScene scene = new StreamScene(seed);
        scene.define("movies", "a,b,c,d", 0, false);
        scene.define("shop", "x,y", 0, false);
        for (int i = 0; i < requests; i++) {
            scene.step();
        }
        return scene.records;
    }

    private void step() {
        time += random.nextInt(40);
        String key = KEYS.get(random.nextInt(KEYS.size()));
        int before = random.nextInt(30);
        if (before < 2) {
            rewardByRequest(key, requests + 1 + random.nextInt(10)); // early, or for another key and in vain
        } else if (before == 2) {
            add(
                    random.nextInt(2) == 0 ? InputTopic.REQUESTS : InputTopic.REWARDS,
                    key,
                    POISON.get(random.nextInt(POISON.size())));
        } else if (before == 3) {
            operate();
        }
        request(key);
        if (random.nextInt(10) == 0) {
            InputRecord last = records.get(records.size() - 1);
            time += random.nextInt(3);
            add(last.topic(), last.key(), text(last.value()));
        }
        for (int rewards = random.nextInt(3); rewards > 0; rewards--) {
            reward(KEYS.get(random.nextInt(KEYS.size())));
        }
    }

    private void operate() {
        switch (random.nextInt(7)) {
            case 0 -> define("movies", "a,b,c,d", 0, true);
            case 1 ->
                define("movies", random.nextInt(2) == 0 ? "a,b,c,d" : "b,c,d,e,f", 0.1 * random.nextInt(3), false);
            case 2 -> add(InputTopic.DEFINITIONS, "shop", null);
            case 3 -> define("shop", "x,y,z", 0, false);
            case 4 -> define("games", random.nextInt(2) == 0 ? "" : "p,q", 0, false);
            case 5 ->
                add(
                        InputTopic.DEFINITIONS,
                        "movies",
                        "{\"version\":1,\"define\":{\"policy\":\"LinTS\",\"arms\":[\"a\"]}}");
            default -> {
                add(InputTopic.DEFINITIONS, "games", null);
                define("games", "p,q,r", 0, random.nextInt(4) == 0);
            }
        }
    }

    public void define(String name, String arms, double floor, boolean paused) {
        String list = arms.isEmpty() ? "" : ",\"arms\":[\"" + arms.replace(",", "\",\"") + "\"]";
        String learning = name.equals("shop") ? "at-once" : "window-end";
        String policy =
                name.equals("movies") ? "\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":5}," : ""; // or the default
        add(
                InputTopic.DEFINITIONS,
                name,
                "{\"version\":1,\"define\":{" + policy + "\"window\":\"600ms\",\"learning\":\"" + learning
                        + "\",\"floor\":" + floor + list + "},\"paused\":" + paused + "}");
    }

    /** Defines a bandit on a vector of so many features. */
    public void wide(String name, int features) {
        add(
                InputTopic.DEFINITIONS,
                name,
                "{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":" + features
                        + "},\"arms\":[\"a\",\"b\"]}}");
    }

    /** Adds so many requests. */
    public void ask(String key, int count) {
        for (int i = 0; i < count; i++) {
            time++;
            add(InputTopic.REQUESTS, key, "{\"version\":1,\"decide\":{\"context\":{\"age\":" + (20 + i) + "}}}");
        }
    }

    private void request(String key) {
        requests++;
        int number =
                random.nextInt(20) == 0 ? 1 + random.nextInt(requests) : requests; // again, mostly after a long time
        String id = random.nextInt(4) == 0 ? "" : "\"id\":\"c-" + number + "\",";
        String arms = random.nextInt(5) == 0
                ? ",\"arms\":[{\"id\":\"a\",\"features\":{\"price\":3}},{\"id\":\"b\",\"features\":{\"price\":4.5}}]"
                : "";
        String context = id + "\"context\":{\"age\":" + (20 + random.nextInt(40)) + ",\"new\":true,\"words\":[\"w"
                + random.nextInt(500) + "\",\"\u00e9" + random.nextInt(500) + "\"]}" + arms;
        boolean observed = random.nextInt(12) == 0;
        String arm = observed ? ",\"arm\":\"b\",\"probability\":0.5" : random.nextInt(6) == 0 ? ",\"top\":2" : "";
        add(
                InputTopic.REQUESTS,
                key,
                "{\"version\":1,\"" + (observed ? "observe" : "decide") + "\":{" + context + arm + "}}");
    }

    private void reward(String key) {
        if (random.nextInt(3) == 0) {
            rewardByRequest(key, Math.max(1, requests - random.nextInt(60)));
            return;
        }
        int number = 1 + random.nextInt(2 + requests / KEYS.size());
        add(InputTopic.REWARDS, key, rewardOf("\"decision\":\"" + key + ":" + number + "\""));
    }

    private void rewardByRequest(String key, int request) {
        add(InputTopic.REWARDS, key, rewardOf("\"request\":\"c-" + request + "\""));
    }

    private String rewardOf(String of) {
        String id = random.nextInt(2) == 0 ? "" : ",\"id\":\"r" + random.nextInt(5) + "\"";
        return "{\"version\":1,\"reward\":{" + of + ",\"value\":" + random.nextInt(2) + id + "}}";
    }

    void add(InputTopic origin, String key, @Nullable String value) {
        long offset = offsets.merge(origin, 1L, Long::sum);
        int partition = origin == InputTopic.DEFINITIONS ? 0 : Math.floorMod(key.hashCode(), 3);
        records.add(new InputRecord(
                origin, key, partition, offset, time, value == null ? null : value.getBytes(StandardCharsets.UTF_8)));
    }

    static @Nullable String text(byte @Nullable [] value) {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** What a record says, short enough to compare by eye. */
    public static String line(OutputRecord record) {
        byte[] value = record.value();
        String said = record.topic() == OutputTopic.MODELS && value != null
                ? "model of " + value.length + " bytes " + java.util.Arrays.hashCode(value)
                : String.valueOf(text(value));
        return record + " " + said;
    }
}
