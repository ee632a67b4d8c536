package dev.attune.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random values of one case of a property, determined by its seed. Ends of ranges and other edge cases are much more frequent than by
 * chance: in every fourth case about half of all values are edge cases, in the others one of sixteen.
 */
public final class Draw {
    private static final double[] EDGES = {
        0,
        -0.0,
        1,
        -1,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        0.01,
        -0.01,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };

    private final long seed;
    private final RandomGenerator random;

    Draw(long seed) {
        this.seed = seed;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** Returns the generator, for values without edge cases. */
    public RandomGenerator random() {
        return random;
    }

    /** Returns the seed of this case. */
    public long seed() {
        return seed;
    }

    private boolean edge() {
        return random.nextInt(16) < (seed % 4 == 0 ? 8 : 1);
    }

    /** Returns an integer from {@code low} to {@code high}, both included. */
    public int between(int low, int high) {
        if (edge()) {
            int[] edges = {low, high, low + 1, high - 1, 0, 1, -1};
            int edge = edges[random.nextInt(edges.length)];
            return edge < low || edge > high ? low : edge;
        }
        return random.nextInt(low, high + 1);
    }

    /** Returns a number from {@code low} to {@code high}, both included. */
    public double between(double low, double high) {
        if (edge()) {
            double edge =
                    random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextBoolean() ? low : high;
            return edge < low || edge > high ? low : edge;
        }
        return low + random.nextDouble() * (high - low);
    }

    /** Returns a number from {@code low} to {@code high} with at most three decimals. */
    public double decimal(int low, int high) {
        return between(1000 * low, 1000 * high) / 1000.0;
    }

    /** Returns any finite number: all exponents are equally frequent. */
    public double finite() {
        if (edge()) {
            return EDGES[random.nextInt(EDGES.length)];
        }
        double any = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(any) ? any : random.nextDouble();
    }

    /** Returns true or false. */
    public boolean flag() {
        return random.nextBoolean();
    }

    /** Returns one of the values, all equally frequent. */
    @SafeVarargs
    public final <T> T of(T... values) {
        return values[random.nextInt(values.length)];
    }

    /** Returns a list of {@code low} to {@code high} values. */
    public <T> List<T> list(int low, int high, Supplier<T> value) {
        int size = between(low, high);
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(value.get());
        }
        return list;
    }

    /** Returns {@code low} to {@code high} numbers. */
    public double[] array(int low, int high, Supplier<Double> value) {
        return list(low, high, value).stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns {@code low} to {@code high} bytes. */
    public byte[] bytes(int low, int high, Supplier<Integer> value) {
        byte[] bytes = new byte[between(low, high)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (int) value.get();
        }
        return bytes;
    }

    /** Names the case in the report of a test run. */
    @Override
    public String toString() {
        return "seed " + seed;
    }
}
