package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.math.RoundRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class ModeSearchProperties {
    @Property(tries = 300, seed = "1")
    void theScoreMovesTowardsTheRewardAndNotBeyondIt(
            @ForAll @IntRange(min = 0, max = 2) int which,
            @ForAll @IntRange(min = 1, max = 6) int d,
            @ForAll @DoubleRange(min = 0, max = 1) double y,
            @ForAll @DoubleRange(min = 0.01, max = 100) double scale,
            @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
        Link link = LinkTest.LINKS[which];
        RoundRandom rng = new RoundRandom(seed, 0);
        double[] m = Oracle.gaussian(rng, d, 1);
        double[] x = Oracle.gaussian(rng, d, scale);
        double[] q = new double[d];
        for (int i = 0; i < d; i++) {
            q[i] = 0.1 + 10 * rng.nextDouble();
        }
        double[] w = new double[d];
        new ModeSearch.Exact().mode(link, m, q, x, y, w);
        double before = y - link.mean(Oracle.dot(m, x));
        double after = y - link.mean(Oracle.dot(w, x));
        double rounding = 1e-9 * (1 + Math.abs(before));
        assertThat(after * Math.signum(before)).isBetween(-rounding, Math.abs(before) + rounding);
    }

    @Property(tries = 300, seed = "2")
    void aLargerRewardNeverLowersTheScore(
            @ForAll @IntRange(min = 0, max = 2) int which,
            @ForAll @DoubleRange(min = 0, max = 1) double y,
            @ForAll @DoubleRange(min = 0, max = 1) double z,
            @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
        Link link = LinkTest.LINKS[which];
        RoundRandom rng = new RoundRandom(seed, 1);
        double[] m = Oracle.gaussian(rng, 3, 1);
        double[] x = Oracle.gaussian(rng, 3, 1);
        double[] q = {0.5, 1, 2};
        double[] low = new double[3];
        double[] high = new double[3];
        new ModeSearch.Exact().mode(link, m, q, x, Math.min(y, z), low);
        new ModeSearch.Exact().mode(link, m, q, x, Math.max(y, z), high);
        assertThat(Oracle.dot(high, x)).isGreaterThanOrEqualTo(Oracle.dot(low, x) - 1e-12);
    }
}
