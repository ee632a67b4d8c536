package dev.attune.kafka.wire;

import dev.attune.live.json.DefinitionJson;

/**
 * The key of a bandit's records: {@code movies}, or {@code movies~de} for the bandit of a segment. Both parts are names.
 */
public final class BanditKey {
    /** Key of records that carry only their time. */
    public static final String TICK = "attune-tick";

    private static final char SEGMENT = '~';
    private static final char NUMBER = ':';
    private static final int LONGEST = 200;
    private static final long FNV_BEGIN = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private BanditKey() {}

    /** Returns whether a record can have this key. */
    public static boolean isValid(String key) {
        int segment = key.indexOf(SEGMENT);
        return key.length() <= LONGEST
                && DefinitionJson.isName(name(key))
                && (segment < 0 || DefinitionJson.isName(key.substring(segment + 1)));
    }

    /** Returns the name under which the bandit is defined: the key without its segment. */
    public static String name(String key) {
        return key.substring(0, endOfName(key));
    }

    private static int endOfName(String key) {
        int segment = key.indexOf(SEGMENT);
        return segment < 0 ? key.length() : segment;
    }

    /** Returns the seed of a bandit: the defined seed without a segment, and another one for each segment. */
    public static long seed(String key, long defined) {
        int end = endOfName(key);
        return end == key.length() ? defined : seedOf(key.substring(end)) ^ defined;
    }

    /** Returns a seed made of a text: FNV-1a of its characters. */
    public static long seedOf(String text) {
        long hash = FNV_BEGIN;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }

    /** Returns the id of a decision. */
    public static String decision(String key, long number) {
        return key + NUMBER + number;
    }

    /** Returns the number in the id of a decision of this bandit; 0 if the id is not one. */
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
