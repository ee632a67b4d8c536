package dev.attune.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Holds the package's place. */
@State(Scope.Thread)
public class Placeholder {
    private double[] values;

    @Setup
    public void fill() {
        values = new double[] {1, 2, 3};
    }

    @Benchmark
    public double sum() {
        double s = 0;
        for (double v : values) {
            s += v;
        }
        return s;
    }
}
