package dev.attune.lab.env;

import dev.attune.math.RoundRandom;
import java.util.stream.IntStream;

/** Draws without replacement (Fisher and Yates; Durstenfeld 1964). */
final class Shuffle {
    private Shuffle() {}

    /** Returns 0, 1, ..., n - 1 in random order. */
    static int[] shuffled(int n, RoundRandom random) {
        int[] order = IntStream.range(0, n).toArray();
        draw(order, n, random);
        return order;
    }

    /** Brings {@code many} of the entries, drawn at random, to the front; the others stay behind them. */
    static void draw(int[] order, int many, RoundRandom random) {
        for (int i = 0; i < many; i++) {
            int j = i + random.nextInt(order.length - i);
            int drawn = order[j];
            order[j] = order[i];
            order[i] = drawn;
        }
    }
}
