package dev.attune.math;

import java.util.random.RandomGenerator;

/**
 * The generator of one round: a function of (seed, round) and nothing else, so there is no generator state to save and
 * a replay draws the same numbers on any machine and JVM.
 *
 * <p>Uniform bits: xoroshiro128++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), its
 * 128 bits of state filled from the key by the finaliser of SplitMix64. Gaussians: the ziggurat of Marsaglia and Tsang
 * ("The ziggurat method for generating random variables", 2000) with 256 layers and 53-bit abscissae.
 *
 * <p>Why not a generator of the JDK: the fast ones live outside java.base in Java 17, and how they turn bits into
 * Gaussians is not specified and may change between releases.
 */
public final class RoundRandom implements RandomGenerator {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long s0;
    private long s1;

    /** The generator for a round of a run. */
    public RoundRandom(long seed, long round) {
        reset(seed, round);
    }

    /** Turns this object into the generator for another round; a run needs only one object. */
    public void reset(long seed, long round) {
        // Two rounds of mixing with the seed in between: neighbouring seeds and rounds share no structure, and
        // (seed, round) cannot be confused with (round, seed).
        long key = mix(mix(seed + GOLDEN) + round);
        s0 = mix(key + GOLDEN);
        s1 = mix(key - GOLDEN);
        if ((s0 | s1) == 0) {
            s1 = GOLDEN; // the one state that xoroshiro never leaves
        }
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    @Override
    public long nextLong() {
        long a = s0;
        long b = s1;
        long result = Long.rotateLeft(a + b, 17) + a;
        b ^= a;
        s0 = Long.rotateLeft(a, 49) ^ b ^ (b << 21);
        s1 = Long.rotateLeft(b, 28);
        return result;
    }

    /** Uniform in [0, 1), a multiple of 2^-53. */
    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Uniform in [0, bound), without bias: Lemire, "Fast random integer generation in an interval", 2019. */
    @Override
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound = " + bound + " must be at least 1");
        }
        long product = (nextLong() >>> 32) * bound;
        if ((product & 0xFFFFFFFFL) < bound) {
            long threshold = (1L << 32) % bound;
            while ((product & 0xFFFFFFFFL) < threshold) {
                product = (nextLong() >>> 32) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    /** Standard normal. */
    @Override
    public double nextGaussian() {
        while (true) {
            long bits = nextLong();
            int layer = (int) (bits & 0xFF); // the abscissa uses the other bits
            double x = (bits >> 11) * Ziggurat.STEP[layer];
            if (Math.abs(x) < Ziggurat.EDGE[layer + 1]) {
                return x; // inside the layer's rectangle: 98.8 % of draws
            }
            if (layer == 0) {
                double tail = tail();
                return bits < 0 ? -tail : tail;
            }
            double low = Ziggurat.HEIGHT[layer];
            double high = Ziggurat.HEIGHT[layer + 1];
            if (low + nextDouble() * (high - low) < Ziggurat.density(x)) {
                return x;
            }
        }
    }

    /** Beyond the last layer: Marsaglia's exponential rejection. */
    private double tail() {
        while (true) {
            double x = -StrictMath.log(1 - nextDouble()) / Ziggurat.R;
            double y = -StrictMath.log(1 - nextDouble());
            if (y + y > x * x) {
                return Ziggurat.R + x;
            }
        }
    }

    /** Fills an array with independent standard normals. */
    public static void gaussians(RandomGenerator rng, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = rng.nextGaussian();
        }
    }

    /** 256 layers of equal area under exp(-x^2/2): edges shrink from the base strip to zero. */
    private static final class Ziggurat {
        static final int LAYERS = 256;
        static final double R = 3.6541528853610088; // right edge of the lowest rectangle
        static final double AREA = 0.00492867323399; // of every layer, the tail included in the lowest

        static final double[] EDGE = new double[LAYERS + 1];
        static final double[] HEIGHT = new double[LAYERS + 1];
        static final double[] STEP = new double[LAYERS]; // EDGE / 2^52, for signed 53-bit abscissae

        static {
            EDGE[0] = AREA / density(R); // wider than R: what sticks out stands for the tail
            EDGE[1] = R;
            for (int i = 2; i < LAYERS; i++) {
                EDGE[i] = Math.sqrt(-2 * StrictMath.log(AREA / EDGE[i - 1] + density(EDGE[i - 1])));
            }
            EDGE[LAYERS] = 0;
            for (int i = 0; i <= LAYERS; i++) {
                HEIGHT[i] = density(EDGE[i]);
            }
            for (int i = 0; i < LAYERS; i++) {
                STEP[i] = EDGE[i] * 0x1.0p-52;
            }
        }

        static double density(double x) {
            return StrictMath.exp(-0.5 * x * x);
        }
    }
}
