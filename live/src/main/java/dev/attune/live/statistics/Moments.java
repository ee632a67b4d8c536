package dev.attune.live.statistics;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** Number, mean and sum of squared deviations of values, one by one (Welford) or merged (Chan, Golub, LeVeque). */
final class Moments {
    long n;
    double mean;
    double m2;

    void add(double y) {
        double gap = y - mean;
        mean += gap / ++n;
        m2 += gap * (y - mean);
    }

    void add(Moments other) {
        if (other.n == 0) {
            return;
        }
        long sum = n + other.n;
        double gap = other.mean - mean;
        m2 += other.m2 + gap * gap * ((double) n * other.n / sum);
        mean += gap * other.n / sum;
        n = sum;
    }

    Moments copy() {
        Moments copy = new Moments();
        copy.n = n;
        copy.mean = mean;
        copy.m2 = m2;
        return copy;
    }

    void write(StateWriter out) {
        out.writeLong(n);
        out.writeDouble(mean);
        out.writeDouble(m2);
    }

    static Moments read(StateReader in) {
        Moments read = new Moments();
        read.n = in.readTally();
        read.mean = in.readDouble();
        read.m2 = in.readDouble();
        if (read.m2 < 0) {
            throw new StateFormatException("the saved statistics have a negative sum of squares: " + read.m2);
        }
        return read;
    }
}
