package dev.attune.live.statistics;

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

    void transfer(SavedFields saved) {
        n = saved.count(n);
        mean = saved.number(mean);
        m2 = saved.number(m2);
        saved.require(m2 >= 0, "a negative sum of squares");
    }
}
