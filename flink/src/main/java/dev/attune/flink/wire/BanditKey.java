package dev.attune.flink.wire;

import dev.attune.live.json.DefinitionJson;

/**
 * What records call a bandit: {@code movies}, or {@code movies~de} for the bandit of a segment. Both parts are names. Within a job, a bandit
 * on several subtasks has replicas with keys of their own, {@code movies#0} or {@code movies~de#0} and so on, which only ids of decisions tell.
 */
public final class BanditKey {
    /** Key of records that only tell the time. */
    public static final String TICK = "attune-tick";

    private static final char SEGMENT = '~';
    private static final char REPLICA = '#';
    private static final char NUMBER = ':';
    private static final int MOST_DIGITS = 9;
    private static final int LONGEST = 200;
    private static final long FNV_BEGIN = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private BanditKey() {}

    /** Whether a record can have this key. */
    public static boolean isValid(String key) {
        int segment = key.indexOf(SEGMENT);
        return key.length() <= LONGEST
                && key.indexOf(REPLICA) < 0
                && DefinitionJson.isName(name(key))
                && (segment < 0 || DefinitionJson.isName(key.substring(segment + 1)));
    }

    /** The name under which the bandit is defined: the key without its segment and replica. */
    public static String name(String key) {
        return key.substring(0, endOfName(key));
    }

    private static int endOfName(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (key.charAt(i) == SEGMENT || key.charAt(i) == REPLICA) {
                return i;
            }
        }
        return key.length();
    }

    /** The key of a replica. */
    public static String replica(String key, int replica) {
        return key + REPLICA + replica;
    }

    /** Whether it is the key of a replica. */
    public static boolean isReplica(String key) {
        return key.indexOf(REPLICA) >= 0;
    }

    /** What callers call the bandit: the key without its replica. */
    public static String asked(String key) {
        int replica = key.indexOf(REPLICA);
        return replica < 0 ? key : key.substring(0, replica);
    }

    /** The number in the key of a replica. */
    public static int replicaOf(String key) {
        return Integer.parseInt(key.substring(key.indexOf(REPLICA) + 1));
    }

    /** The replica that made a decision of a bandit; -1 if the id tells none. */
    public static int replicaOf(String key, String decision) {
        int end = decision.indexOf(NUMBER);
        int begin = key.length() + 1;
        if (end <= begin
                || end > begin + MOST_DIGITS
                || decision.charAt(begin - 1) != REPLICA
                || !decision.startsWith(key)) {
            return -1;
        }
        int replica = 0;
        for (int i = begin; i < end; i++) {
            char digit = decision.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            replica = 10 * replica + (digit - '0');
        }
        return replica;
    }

    /** The seed of a bandit: each segment and each replica draws numbers of its own; without, it is the defined one. */
    public static long seed(String key, long defined) {
        int end = endOfName(key);
        return end == key.length() ? defined : seedOf(key.substring(end)) ^ defined;
    }

    /** A seed made of a text: FNV-1a of its characters. */
    public static long seedOf(String text) {
        long hash = FNV_BEGIN;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }

    /** What callers are told to call a decision. */
    public static String decision(String key, long number) {
        return key + NUMBER + number;
    }

    /** The number in the id of a decision of this bandit; 0 if it is none. */
    public static long number(String key, String decision) {
        int digits = key.length() + 1;
        int length = decision.length();
        if (length <= digits
                || length > digits + 18
                || decision.charAt(key.length()) != NUMBER
                || !decision.startsWith(key)) {
            return 0;
        }
        long number = 0;
        for (int i = digits; i < length; i++) {
            char digit = decision.charAt(i);
            if (digit < '0' || digit > '9') {
                return 0;
            }
            number = 10 * number + (digit - '0');
        }
        return number;
    }
}
