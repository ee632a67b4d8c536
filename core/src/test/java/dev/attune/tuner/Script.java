package dev.attune.tuner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** A generator with scripted answers, which must be asked for in order. */
final class Script implements RandomGenerator {
    private final Deque<String> kinds = new ArrayDeque<>();
    private final Deque<Double> values = new ArrayDeque<>();

    private Script next(String kind, double value) {
        kinds.add(kind);
        values.add(value);
        return this;
    }

    Script uniform(double value) {
        return next("uniform", value);
    }

    Script gaussian(double value) {
        return next("gaussian", value);
    }

    Script arm(int value) {
        return next("arm", value);
    }

    private double answer(String kind) {
        if (!kind.equals(kinds.poll())) {
            throw new AssertionError("a " + kind + " number was not expected; left are " + List.copyOf(kinds));
        }
        return values.remove();
    }

    boolean spent() {
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
