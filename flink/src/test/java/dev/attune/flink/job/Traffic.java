package dev.attune.flink.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What callers send in a test: 50 bandits of ten definitions; requests of which some come twice; rewards that come in time, late, twice, before
 * their request or never; and records that make no sense. The same ones for the same seed.
 */
final class Traffic {
    static final int DEFINITIONS = 10;
    static final int SEGMENTS = 5;
    /** Not long ago: a broker forgets records, and their producers, that are old by their own times. */
    static final long BEGIN = System.currentTimeMillis() - 3_600_000;

    private static final int WINDOW_SECONDS = 20;
    private static final double TWICE = 0.10;
    private static final double LATE = 0.10;
    private static final double EARLY = 0.02;
    private static final double NEVER = 0.15;
    private static final double POISON = 0.01;
    private static final String[] POLICIES = {"", "LinTS", "UCB-GLM", "LinUCB", "GLM-TSL"}; // the default, and others
    private static final String[] TUNERS = {"", "", "", ",\"tuner\":\"CDT\"", ",\"tuner\":\"OP\""};

    private final SplittableRandom random;
    private final List<Sent> sent = new ArrayList<>();
    private final long[] decided = new long[DEFINITIONS * SEGMENTS];

    /** A record on its way; a topic is named by the last part of its name. It comes when it comes, whatever its time says. */
    record Sent(String topic, String key, long time, String value, long comes) {}

    private Traffic(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** So many requests within so many seconds, and what belongs to them, in the order in which they come: times go back by up to 2 s. */
    static List<Sent> of(long seed, int requests, int seconds) {
        Traffic traffic = new Traffic(seed);
        for (int i = 0; i < DEFINITIONS; i++) {
            traffic.add("definitions", "b" + i, BEGIN, definition(i, 5, 0));
        }
        long[] times = traffic.random
                .longs(requests, BEGIN + 1_000, BEGIN + 1_000 + seconds * 1_000L)
                .sorted()
                .toArray();
        for (int i = 0; i < requests; i++) {
            traffic.request("c" + i, times[i]);
        }
        long middle = BEGIN + seconds * 500L;
        traffic.add("definitions", "b0", middle, definition(0, 7, 0)); // another catalogue
        traffic.add("definitions", "b1", middle, definition(1, 5, 0.1)); // another floor
        traffic.add("definitions", "b2", middle, "{\"version\":1,\"define\":{\"policy\":\"NoSuch\"}}");
        traffic.sent.sort(Comparator.comparingLong(Sent::comes));
        return traffic.sent;
    }

    private void add(String topic, String key, long time, String value) {
        long comes = topic.equals("definitions") ? time : time + random.nextLong(2_000);
        sent.add(new Sent(topic, key, time, value, comes));
    }

    private static String definition(int i, int arms, double floor) {
        StringBuilder catalogue = new StringBuilder();
        for (int k = 0; k < arms; k++) {
            catalogue.append(k == 0 ? "" : ",").append("{\"id\":\"a").append(k).append("\"}");
        }
        String policy = POLICIES[i % 5].isEmpty()
                ? ""
                : "\"policy\":\"" + POLICIES[i % 5] + "\"" + TUNERS[i % 5] + ",\"encoder\":{\"dimension\":24},";
        return "{\"version\":1,\"define\":{" + policy + "\"window\":\"" + WINDOW_SECONDS + "s\",\"learning\":\""
                + (i % 2 == 0 ? "window-end" : "at-once") + "\",\"aggregation\":\""
                + (i % 2 == 1 ? "first" : i % 3 == 0 ? "sum" : "last") + "\",\"seed\":" + i + ",\"floor\":" + floor
                + ",\"arms\":[" + catalogue + "]}}";
    }

    private void request(String id, long time) {
        int bandit = random.nextInt(DEFINITIONS);
        int segment = random.nextInt(SEGMENTS);
        String key = "b" + bandit + "~s" + segment;
        if (random.nextDouble() < POISON) {
            add(random.nextBoolean() ? "requests" : "rewards", poisonKey(key), time, poison(id));
            return;
        }
        long number = ++decided[bandit * SEGMENTS + segment];
        String request = "{\"version\":1,\"decide\":{\"id\":\"" + id + "\",\"context\":{\"who\":\"v" + random.nextInt(4)
                + "\",\"words\":[\"w" + random.nextInt(2_000) + "\",\"w" + random.nextInt(2_000) + "\"],\"x\":"
                + random.nextDouble() + "}" + arms(bandit) + "}}";
        add("requests", key, time, request);
        if (random.nextDouble() < TWICE) {
            add("requests", key, time + random.nextLong(30_000), request);
        }
        reward(key, id, number, time);
    }

    private String arms(int bandit) {
        if (bandit % 2 == 0) {
            return random.nextBoolean() ? "" : ",\"armIds\":[\"a0\",\"a2\",\"a4\"]";
        }
        StringBuilder arms = new StringBuilder(",\"arms\":[");
        for (int k = 0; k < 3; k++) {
            arms.append(k == 0 ? "" : ",").append("{\"id\":\"i").append(k).append("\",\"features\":{\"v\":");
            arms.append(random.nextDouble()).append("}}");
        }
        return arms.append("]").toString();
    }

    private void reward(String key, String id, long number, long time) {
        if (random.nextDouble() < NEVER) {
            return;
        }
        double kind = random.nextDouble();
        boolean early = kind < EARLY;
        long at = early
                ? time - 1 - random.nextLong(5_000)
                : kind < EARLY + LATE
                        ? time + WINDOW_SECONDS * 1_000L + random.nextLong(20_000)
                        : time + 1 + random.nextLong(15_000);
        // A request that came twice is not decided twice, so its number is known here as well.
        String whose = early || random.nextBoolean()
                ? "\"request\":\"" + id + "\""
                : "\"decision\":\"" + key + ":" + number + "\"";
        String reward =
                "{\"version\":1,\"reward\":{" + whose + ",\"value\":" + random.nextInt(2) + ",\"id\":\"r" + id + "\"}}";
        add("rewards", key, at, reward);
        if (random.nextDouble() < TWICE) {
            add("rewards", key, at + random.nextLong(30_000), reward);
        }
    }

    private String poisonKey(String key) {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "nobody";
            case 2 -> key + "~";
            default -> key;
        };
    }

    private String poison(String id) {
        return switch (random.nextInt(6)) {
            case 0 -> "{";
            case 1 -> "";
            case 2 -> "{\"version\":2,\"decide\":{}}";
            case 3 -> "{\"version\":1,\"decide\":{\"id\":\"" + id + "\",\"arms\":[{\"id\":\"x\"},{\"id\":\"x\"}]}}";
            case 4 -> "{\"version\":1,\"reward\":{\"decision\":\"b0~s0:999999\",\"value\":1}}";
            default -> "\u0000\ufffd not JSON at all";
        };
    }
}
