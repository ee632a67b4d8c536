package dev.attune.encode;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a sparse encoder knows of the terms it has seen, by key: the names of the first {@value #MOST_NAMES}, for display, and how large the numbers
 * of a name are. Numbers of a round are scaled by what was known before the round, then learnt all together:
 *
 * <pre>
 *   size        a power of two: 1 if the root mean square of the values that are not zero is in [1/16, 16], else the one next to it; chosen
 *               at the first, second, 4th, 8th and 16th value, then only when the root mean square leaves [size/64, 64 size]; at least 1
 *               until the 4th value, for the first values of a number around zero may be small by chance
 *   z = v / size                    cut to [-20, 20]
 *   u = (v - mean) / deviation      cut to [-5, 5]; only for numbers that are far from zero: size is not 1, |mean| &gt; 3 deviations
 * </pre>
 *
 * <p>So counts and flags are used as they are, zero stays zero, a number that is left out is the same as a zero, a number that never changes is a
 * flag, and a year or a temperature in kelvin shows its differences in u. Of more than {@value #LIMIT} names the later ones are used as they are,
 * and counted.
 */
final class Vocabulary {
    static final int LIMIT = 1 << 20;
    static final int MOST_NAMES = 1 << 16;
    private static final int LONGEST_NAME = 100;
    private static final double WIDEST_SIZE = 20;
    private static final double WIDEST_DEVIATION = 5;
    private static final double TOLERANCE = 16;
    private static final double FAR_OFF = 64;
    private static final int SETTLED = 16; // values
    private static final int FEWEST_SMALL = 4; // values before a size is below 1
    private static final double FAR = 3;
    private static final int FEWEST = 10; // values before u is used

    private final int limit;
    private final KeyTable keys = new KeyTable();
    private String[] names = new String[16]; // empty for those beyond the first
    private long[] count = new long[16]; // of values that are not zero; 0 for terms that are no numbers
    private double[] mean = new double[16];
    private double[] spread = new double[16]; // sum of squared differences from the mean
    private double[] size = new double[16];
    private long unscaled;
    private int settled; // terms that were there before the current round

    private int[] heard = new int[16]; // terms and values of the current round
    private double[] heardValue = new double[16];
    private int heardCount;
    private int heardUnscaled;

    Vocabulary(int limit) {
        this.limit = limit;
    }

    /**
     * Notes the name of a term that is no number: place, name of the feature and, unless it is empty, its value.
     */
    void note(long key, String place, String name, String value) {
        if (keys.size() < Math.min(limit, MOST_NAMES) && keys.find(key) < 0) {
            add(key, cut(place + cut(name) + (value.isEmpty() ? "" : "=" + cut(value))));
        }
    }

    /** Notes a number, to be learnt at the end of the round; its position in a list of numbers, or -1. */
    void hear(long key, double v, String place, String name, int position) {
        if (v * v >= Double.MIN_NORMAL) {
            int i = keys.find(key);
            if (i < 0 && keys.size() < limit) {
                boolean named = keys.size() < MOST_NAMES;
                i = add(key, named ? cut(place + cut(name) + (position < 0 ? "" : "[" + position + "]")) : "");
            }
            if (i < 0) {
                heardUnscaled++;
            } else {
                hear(i, v);
            }
        }
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    }

    /** Returns z of a number. */
    double scaled(long key, double v) {
        int i = keys.find(key);
        if (i < 0 && keys.size() >= limit) {
            return v;
        }
        double by = i < 0 || count[i] == 0 ? sizeOf(Math.abs(v), 1) : size[i];
        return Math.max(-WIDEST_SIZE, Math.min(WIDEST_SIZE, v / by));
    }

    /** Returns u of a number; 0 if it is not used. */
    double deviation(long key, double v) {
        int i = keys.find(key);
        if (i < 0 || count[i] < FEWEST || size[i] == 1) {
            return 0;
        }
        double deviation = Math.sqrt(spread[i] / count[i]);
        if (!(Math.abs(mean[i]) > FAR * deviation) || deviation == 0 || v == 0) {
            return 0;
        }
        return Math.max(-WIDEST_DEVIATION, Math.min(WIDEST_DEVIATION, (v - mean[i]) / deviation));
    }

    private static double sizeOf(double typical, long values) {
        if (typical == 0 || (typical <= TOLERANCE && (typical >= 1 / TOLERANCE || values < FEWEST_SMALL))) {
            return 1;
        }
        return Math.scalb(1.0, Math.max(Double.MIN_EXPONENT, Math.getExponent(typical * Math.sqrt(2))));
    }

    private int add(long key, String name) {
        int i = keys.add(key);
        if (i == count.length) {
            names = Arrays.copyOf(names, 2 * i);
            count = Arrays.copyOf(count, 2 * i);
            mean = Arrays.copyOf(mean, 2 * i);
            spread = Arrays.copyOf(spread, 2 * i);
            size = Arrays.copyOf(size, 2 * i);
        }
        names[i] = name;
        count[i] = 0;
        mean[i] = 0;
        spread[i] = 0;
        size[i] = 1;
        return i;
    }

    private void hear(int i, double v) {
        if (heardCount == heard.length) {
            heard = Arrays.copyOf(heard, 2 * heardCount);
            heardValue = Arrays.copyOf(heardValue, 2 * heardCount);
        }
        heard[heardCount] = i;
        heardValue[heardCount++] = v;
    }

    /** Learns the terms and numbers of the round. */
    void learn() {
        for (int k = 0; k < heardCount; k++) {
            int i = heard[k];
            double v = heardValue[k];
            count[i]++;
            double before = v - mean[i];
            mean[i] += before / count[i];
            spread[i] += before * (v - mean[i]);
            double typical = Math.sqrt(mean[i] * mean[i] + spread[i] / count[i]);
            boolean early = count[i] <= SETTLED && Long.bitCount(count[i]) == 1;
            if (early
                    || typical > FAR_OFF * size[i]
                    || typical < size[i] / FAR_OFF) { // a change of scale makes coefficients wrong
                size[i] = sizeOf(typical, count[i]);
            }
        }
        unscaled += heardUnscaled;
        heardCount = 0;
        heardUnscaled = 0;
        settled = keys.size();
    }

    /** Discards the current round. */
    void forget() {
        heardCount = 0;
        heardUnscaled = 0;
        if (keys.size() > settled) {
            keys.truncate(settled);
        }
    }

    /** Returns the name of a term, if it is among the first. */
    Optional<String> name(long key) {
        int i = keys.find(key);
        return i < 0 || names[i].isEmpty() ? Optional.empty() : Optional.of(names[i]);
    }

    /** Returns the number of terms that are known. */
    int size() {
        return keys.size();
    }

    /** Returns how many numbers were used as they were, because there were too many names. */
    long unscaled() {
        return unscaled;
    }

    void write(StateWriter out) {
        out.writeLong(unscaled);
        out.writeInt(settled);
        for (int i = 0; i < settled; i++) {
            out.writeLong(keys.key(i));
            out.writeString(names[i]);
            out.writeLong(count[i]);
            if (count[i] > 0) {
                out.writeDouble(mean[i]);
                out.writeDouble(spread[i]);
                out.writeDouble(size[i]);
            }
        }
    }

    void read(StateReader in) {
        keys.truncate(0);
        heardCount = 0;
        unscaled = in.readTally();
        int n = in.readCount(Math.min(limit, in.remainingDoubles()));
        for (int k = 0; k < n; k++) {
            long key = in.readLong();
            if (keys.find(key) >= 0) {
                throw new StateFormatException("the saved encoder has one term twice");
            }
            int i = add(key, in.readText());
            count[i] = in.readTally();
            if (count[i] > 0) {
                mean[i] = in.readDouble();
                spread[i] = in.readDouble();
                size[i] = in.readPositive();
                if (!(spread[i] >= 0)) {
                    throw new StateFormatException("the saved encoder has a number with a negative spread");
                }
            }
        }
        settled = n;
    }
}
