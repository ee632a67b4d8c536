package dev.attune.bench.stream;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.math.RoundRandom;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
    private static final int BODIES = 256;
    private static final int DIGITS = 12;
    private static final long PER_MILLISECOND = 20;
    private static final String REQUEST = "{\"version\":1,\"decide\":{\"id\":\"";
    private static final String REWARD = "{\"version\":1,\"reward\":{\"request\":\"";

    private final byte[][] requests = new byte[BODIES][];
    private final byte[] reward;
    private final String[] keys;
    private final long pauseAfter;

    /**
     * Records.
     *
     * @param bandits how many take turns
     * @param inline whether arms come with the request, and not from the catalogue
     * @param pauseAfter records after which there is a pause after each
     */
    MadeRecords(int bandits, boolean inline, long pauseAfter) {
        RoundRandom random = new RoundRandom(1, 1);
        String id = "0".repeat(DIGITS);
        for (int i = 0; i < BODIES; i++) {
            requests[i] = bytes(REQUEST + id + "\"" + (inline ? ",\"arms\":" + arms(random) : "") + "}}");
        }
        this.reward = bytes(REWARD + id + "\",\"value\":1}}");
        this.keys = new String[bandits];
        for (int i = 0; i < bandits; i++) {
            keys[i] = BANDIT + "~" + i;
        }
        this.pauseAfter = pauseAfter;
    }

    /**
     * What the bandits are, as a record of the topic of definitions.
     *
     * @param standardise whether numbers are standardised, which is usual, or taken as they are
     */
    static byte[] definition(boolean standardise) {
        return bytes("{\"version\":1,\"define\":{\"encoder\":{\"dimension\":" + SIZE
                + ",\"bias\":false,\"armIdentity\":\"never\",\"contextAlone\":false,\"interactions\":[],\"standardise\":"
                + standardise + "},"
                + "\"window\":\"2s\",\"seed\":1,\"arms\":" + arms(new RoundRandom(1, 2)) + "}}");
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
