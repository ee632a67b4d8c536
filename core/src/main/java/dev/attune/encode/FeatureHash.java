package dev.attune.encode;

/**
 * From names to 64-bit keys and from keys to slots, the same on every machine. With P = 2^40 + 0x1B3 and G =
 * 0x9E3779B97F4A7C15, all modulo 2^64:
 *
 * <pre>
 *   text(h, s) : for each UTF-16 unit c of s: h = (h xor c) * P          FNV-1a, on units of 16 bits
 *   mix(h)     : the finaliser of SplitMix64
 *   root(p, k) = mix(seed + G * (8 p + k))     place p: context 1, arm 2, id 3
 *                                              kind k: id 0, number 1, category 2, flag 3, numbers 4
 *   named(r, s)     = mix(text(r, s))          a number, a flag, an id; the root r says which
 *   within(n, s)    = mix(text(n, s))          a category or tag s of the name with key n
 *   position(n, i)  = mix(n + G * (i + 1))     a list of numbers, i from 0
 *   deviation(n)    = mix(n + G * 2^32)        of a number from its mean
 *   pair(a, b)      = mix(a + G * b)           an interaction
 *   slot(key, m)    = ((key >>> 32) * m) >>> 32
 *   sign(key)       = +1 if key is even, else -1
 * </pre>
 */
final class FeatureHash {
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private FeatureHash() {}

    static long root(long seed, int place, int kind) {
        return mix(seed + GOLDEN * (8L * place + kind));
    }

    /** The key of a name below a root, or of a category below the key of its name. */
    static long text(long from, String text) {
        long h = from;
        for (int i = 0; i < text.length(); i++) {
            h = (h ^ text.charAt(i)) * FNV_PRIME;
        }
        return mix(h);
    }

    static long position(long name, int i) {
        return mix(name + GOLDEN * (i + 1L));
    }

    static long deviation(long number) {
        return mix(number + (GOLDEN << 32));
    }

    static long pair(long left, long right) {
        return mix(left + GOLDEN * right);
    }

    /** A slot below m. */
    static int slot(long key, int m) {
        return (int) (((key >>> 32) * m) >>> 32);
    }

    static double signed(long key, double value) {
        return (key & 1) == 0 ? value : -value;
    }

    private static long mix(long from) {
        long h = from;
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        return h ^ (h >>> 31);
    }
}
