package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Where would greedy lose? Step 1 of {@link ValueOfInformation}: running means, over the last 30 % of rounds, of what the
 * greedy arm loses in imagined worlds, and of the directions in coefficient space that it got wrong.
 *
 * <pre>
 *   two antithetic worlds from one draw: v_k = x_k' u, u ~ N(0, B) ;  k* = argmax m_k +- s v_k
 *   r = what k* gains over the greedy arm g in that world ;  D = x_k* - x_g
 *   U = mean of r ;  M = mean of r D D' / (D' B D)
 *   Q = (1-mix) Bp M Bp / c + mix (U/c/d) Bp
 * </pre>
 */
final class ImaginedLosses {
    private static final double WINDOW = 0.3;
    private static final double SHORTEST_WINDOW = 20;
    private static final double ALWAYS_UNTIL = 1000; // later the means are long, and every other round will do
    private static final double SMALL_SCALE = 1e-100;

    private final Directions directions; // holds M, times scale
    private final double mix;
    private double scale = 1;
    private double U;
    private double c; // sum of the means' weights: 1 in the long run
    private double[] draws = {}; // v

    // The worlds of the round under way.
    private int bestUp;
    private int bestDown;
    private double gainUp;
    private double gainDown;

    ImaginedLosses(Directions directions, double mix) {
        this.directions = directions;
        this.mix = mix;
    }

    /** Whether the N-th round is one to imagine worlds in. */
    boolean due(double N) {
        return c == 0 || N < ALWAYS_UNTIL || N % 2 == 0;
    }

    /** Imagines two worlds and takes note of what greedy loses in them. */
    void imagine(ActionSet arms, ScoredRound round, Posterior posterior, double s, int greedy, RandomGenerator rng) {
        int K = arms.arms();
        double[] draw = round.drawn() ? round.bonus() : draw(arms, posterior, rng);
        double n1 = posterior.count() + 1;
        double rounds = n1 < ALWAYS_UNTIL ? 1 : 2;
        double a = Math.min(1, rounds / Math.min(n1, Math.max(SHORTEST_WINDOW, WINDOW * n1)));
        U *= 1 - a;
        c = c * (1 - a) + a;
        fade(1 - a);
        findWorlds(round.mean(), draw, s, greedy, K);
        loseIn(arms, greedy, bestUp, gainUp, a, posterior);
        loseIn(arms, greedy, bestDown, gainDown, a, posterior);
    }

    private double[] draw(ActionSet arms, Posterior posterior, RandomGenerator rng) {
        if (draws.length < arms.arms()) {
            draws = new double[ArmForms.rowLength(arms.arms())];
        }
        directions.draw(arms, posterior, rng, draws);
        return draws;
    }

    /** The best arm of each world with what it gains over the greedy one. */
    private void findWorlds(double[] mean, double[] draw, double s, int greedy, int K) {
        int up = 0;
        int down = 0;
        double mostUp = Math.fma(s, draw[0], mean[0]);
        double mostDown = Math.fma(-s, draw[0], mean[0]);
        for (int k = 1; k < K; k++) {
            double high = Math.fma(s, draw[k], mean[k]);
            double low = Math.fma(-s, draw[k], mean[k]);
            if (high > mostUp) {
                mostUp = high;
                up = k;
            }
            if (low > mostDown) {
                mostDown = low;
                down = k;
            }
        }
        bestUp = up;
        bestDown = down;
        gainUp = mostUp - Math.fma(s, draw[greedy], mean[greedy]);
        gainDown = mostDown - Math.fma(-s, draw[greedy], mean[greedy]);
    }

    /** M *= factor, without touching its numbers unless they would grow too large. */
    private void fade(double factor) {
        scale *= factor;
        if (scale < SMALL_SCALE) {
            directions.rescale(scale);
            scale = 1;
        }
    }

    private void loseIn(ActionSet arms, int greedy, int best, double gain, double a, Posterior posterior) {
        if (!(gain > 0)) {
            return; // greedy is best in this world
        }
        double half = 0.5 * a * gain;
        if (directions.blame(arms, best, greedy, half, scale, posterior)) {
            U += half;
        }
    }

    /** Makes Q = (1-mix) Bp M Bp / c + mix (U/c/d) Bp: the value of knowing a direction better. */
    void valueDirections(Posterior posterior) {
        directions.revalue((1 - mix) * scale / c, mix * U / c / directions.coefficients(), posterior);
    }

    void writeState(StateWriter out) {
        directions.writeLosses(out);
        out.writeDouble(scale);
        out.writeDouble(U);
        out.writeDouble(c);
    }

    void readState(StateReader in) {
        directions.readLosses(in);
        scale = in.readDouble();
        U = in.readDouble();
        c = in.readDouble();
    }
}
