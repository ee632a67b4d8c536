package dev.attune.bench.stream;

import dev.attune.bench.sparse.SparseWorld;
import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.lab.env.WordWorld;
import dev.attune.math.RoundRandom;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Requests and their rewards in turn, for one bandit after the other. Bodies are made beforehand; only the id of a request is written into a copy
 * of one, so that making records costs little beside what is measured.
 */
final class MadeRecords implements GeneratorFunction<Long, Arrived> {
    private static final long serialVersionUID = 1L;

    static final String BANDIT = "bench";
    static final long BEGIN = 1_700_000_000_000L;
    private static final int SIZE = 20; // arms, and numbers of each arm
    private static final int BODIES = 4_096;
    private static final int ARM_SETS = 256;
    private static final SparseWorld WORLD = SparseWorld.named("F10000");
    private static final int DIGITS = 12;
    private static final long PER_MILLISECOND = 20;
    private static final String REQUEST = "{\"version\":1,\"decide\":{\"id\":\"";
    private static final String REWARD = "{\"version\":1,\"reward\":{\"request\":\"";

    /** What requests and definition look like. */
    enum Kind {
        /** 20 arms with 20 numbers each from the catalogue; LinUCB on vectors of these numbers. */
        CATALOGUE,
        /** The same, and numbers are not standardised. */
        AS_THEY_ARE,
        /** The arms come with the request: 400 numbers to read. */
        INLINE,
        /** 10 arms with ids from the catalogue, up to 32 of 10,000 words with the request; the default policy. */
        WORDS
    }

    private final Kind kind;
    private final byte[][] requests = new byte[BODIES][];
    private final byte[] reward;
    private final String[] keys;
    private final long pauseAfter;

    /**
     * Records.
     *
     * @param kind what they look like
     * @param bandits how many take turns
     * @param pauseAfter records after which there is a pause after each
     */
    MadeRecords(Kind kind, int bandits, long pauseAfter) {
        this.kind = kind;
        String id = "0".repeat(DIGITS);
        List<String> bodies = bodies(kind);
        for (int i = 0; i < BODIES; i++) {
            requests[i] = bytes(REQUEST + id + "\"" + bodies.get(i % bodies.size()) + "}}");
        }
        this.reward = bytes(REWARD + id + "\",\"value\":1}}");
        this.keys = new String[bandits];
        for (int i = 0; i < bandits; i++) {
            keys[i] = BANDIT + "~" + i;
        }
        this.pauseAfter = pauseAfter;
    }

    /** What follows the id of requests. */
    private static List<String> bodies(Kind kind) {
        return switch (kind) {
            case CATALOGUE, AS_THEY_ARE -> List.of("");
            case INLINE -> {
                RoundRandom random = new RoundRandom(1, 1);
                yield Stream.generate(() -> ",\"arms\":" + arms(random))
                        .limit(ARM_SETS)
                        .toList();
            }
            case WORDS ->
                WORLD.visits(1, BODIES).stream()
                        .map(visit -> ",\"context\":" + json(visit))
                        .toList();
        };
    }

    private static String json(WordWorld.Visit visit) {
        return visit.words().entrySet().stream()
                .map(word -> "\"w" + word.getKey() + "\":" + word.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** What the bandits are, as a record of the topic of definitions. */
    byte[] definition() {
        String rules = "\"window\":\"2s\",\"seed\":1,\"arms\":";
        if (kind == Kind.WORDS) {
            String ids = String.join("\",\"", WORLD.visits(1, 1).get(0).arms());
            return bytes("{\"version\":1,\"define\":{" + rules + "[\"" + ids + "\"]}}");
        }
        return bytes("{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":" + SIZE
                + ",\"bias\":false,\"armIdentity\":\"never\",\"contextAlone\":false,\"interactions\":[],\"standardise\":"
                + (kind != Kind.AS_THEY_ARE) + "}," + rules + arms(new RoundRandom(1, 2)) + "}}");
    }

    private static String arms(RoundRandom random) {
        StringBuilder arms = new StringBuilder("[");
        for (int arm = 0; arm < SIZE; arm++) {
            arms.append(arm == 0 ? "" : ",")
                    .append("{\"id\":\"arm-")
                    .append(arm)
                    .append("\",\"features\":{\"x\":[");
            for (int i = 0; i < SIZE; i++) {
                arms.append(i == 0 ? "" : ",").append(String.format(Locale.ROOT, "%.4f", random.nextGaussian()));
            }
            arms.append("]}}");
        }
        return arms.append("]").toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Arrived map(Long index) throws InterruptedException {
        if (index >= pauseAfter) {
            Thread.sleep(1);
        }
        long round = index / 2;
        boolean request = index % 2 == 0;
        return new Arrived(
                request ? Origin.REQUESTS : Origin.REWARDS,
                key(round),
                0,
                index,
                BEGIN + 1 + index / PER_MILLISECOND,
                request ? request(round) : reward(round));
    }

    /** Whose turn it is. */
    String key(long round) {
        return keys[(int) (round % keys.length)];
    }

    byte[] request(long round) {
        return named(requests[(int) (round % BODIES)], REQUEST.length(), round);
    }

    byte[] reward(long round) {
        return named(reward, REWARD.length(), round);
    }

    private static byte[] named(byte[] body, int at, long number) {
        byte[] named = body.clone();
        long rest = number;
        for (int i = at + DIGITS - 1; i >= at; i--) {
            named[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return named;
    }
}
