package dev.attune.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A generator with scripted answers, for rounds worked out by hand: it gives the numbers in the order in which they were added, and fails the
 * test when another kind of number is asked for.
 */
public final class Script implements RandomGenerator {
    private final Deque<String> kinds = new ArrayDeque<>();
    private final Deque<Double> values = new ArrayDeque<>();

    /** Creates a script without answers. */
    public Script() {}

    private Script next(String kind, double value) {
        kinds.add(kind);
        values.add(value);
        return this;
    }

    /** Adds an answer of {@code nextDouble()}. */
    public Script uniform(double value) {
        return next("uniform", value);
    }

    /** Adds an answer of {@code nextGaussian()}. */
    public Script gaussian(double value) {
        return next("gaussian", value);
    }

    /** Adds an answer of {@code nextInt(bound)}. */
    public Script arm(int value) {
        return next("arm", value);
    }

    private double answer(String kind) {
        if (!kind.equals(kinds.poll())) {
            throw new AssertionError("a " + kind + " number was not expected; left are " + List.copyOf(kinds));
        }
        return values.remove();
    }

    /** Returns whether all answers were given. */
    public boolean spent() {
        return kinds.isEmpty();
    }

    @Override
    public double nextDouble() {
        return answer("uniform");
    }

    @Override
    public double nextGaussian() {
        return answer("gaussian");
    }

    @Override
    public int nextInt(int bound) {
        return (int) answer("arm");
    }

    @Override
    public long nextLong() {
        throw new AssertionError("raw bits were not expected");
    }
}
