package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import dev.attune.math.RoundRandom;

class ModeSearchProperties {
    @Cases(300)
    void theScoreMovesTowardsTheRewardAndNotBeyondIt(Draw draw) {
        Link link = draw.of(LinkTest.LINKS);
        int d = draw.between(1, 6);
        double y = draw.between(0.0, 1);
        double scale = draw.between(0.01, 100);
        RoundRandom rng = new RoundRandom(draw.seed(), 0);
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

    @Cases(300)
    void aLargerRewardNeverLowersTheScore(Draw draw) {
        Link link = draw.of(LinkTest.LINKS);
        double y = draw.between(0.0, 1);
        double z = draw.between(0.0, 1);
        RoundRandom rng = new RoundRandom(draw.seed(), 1);
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
