package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.PathTuner;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.math.UpperEnvelope;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Explores as long as it pays: the exploration rate of each round is the one whose arm is worth most, its mean plus the
 * value of what pulling it would teach. No box, no candidates, no horizon, no restarts, no units.
 *
 * <pre>
 *   m_k, w_k   mean and bonus of arm k ;  s the noise ;  g = argmax m ;  N = rewards + pending + 1
 *   1. Where would greedy lose? Two antithetic posterior worlds from one draw v_k = x_k' u, u ~ N(0, B):
 *        k* = argmax m_k +- s v_k ;  r = what k* gains over g in that world
 *        U = running mean of r ;  M = running mean of r D D' / (D' B D), D = x_k* - x_g, over the last 30 % of rounds
 *        Q = (1-mix) Bp M Bp + mix U/d Bp                       now and then
 *   2. With probability eps = min(1, 1.6 sqrt(d)/N) alpha is random: s |Cauchy| for widths, s for draws.
 *      Otherwise each arm k on the upper envelope of m + alpha w, alpha in [0, 20 s], is worth m_k + e V_k,
 *        V_k = rho N x_k' Q x_k / (1 + x_k' Bp x_k), e ~ U(1/2, 3/2): the regret, over a future as long as the past,
 *        that one more observation of it would remove. The arm worth most is chosen.
 * </pre>
 *
 * <p>Bp counts pending decisions as if rewarded ({@link Pending}). For links other than the identity one observation of x
 * weighs mu'(x' theta) instead of 1. The propensity is exact for policies with widths: the share of e for which the arm
 * is worth most, and of |Cauchy| for which the envelope chooses it. Its heavy tail is for worlds in which the noise is not
 * what the model believes: an arm that began with bad luck is several of the model's deviations away.
 *
 * <p>Cost per round: one draw, O(d^2) for each arm on the envelope (two to six), O(d^3) at every hundredth.
 */
public final class ValueOfInformation implements PathTuner {
    private static final double LEAST_E = 0.5; // e is uniform in [0.5, 1.5]
    private static final double LARGEST_ALPHA = 20; // in units of the noise
    private static final double[] NO_VALUES = {};

    private final Directions directions;
    private final Constants constants;
    private final ImaginedLosses losses;
    private final String stateName;
    private double nextQ;

    private final double[] x;
    private double[] widths = NO_VALUES;
    private final UpperEnvelope path = new UpperEnvelope();
    private final UpperEnvelope worth = new UpperEnvelope();
    private double[] segmentMean = NO_VALUES;
    private double[] segmentValue = NO_VALUES;
    private double[] lastBonus = NO_VALUES;
    private LastChoice last = new LastChoice(1, false, 0, 0, 0);

    /** For a policy with this many coefficients, the same for all arms. */
    public ValueOfInformation(int dimension) {
        this(dimension, Constants.STANDARD);
    }

    /** With other constants, to study what each of them does; nobody needs to change them. */
    public ValueOfInformation(int dimension, Constants constants) {
        this(new OneSpace(Require.positive("dimension", dimension)), dimension, "VOI/1", constants);
    }

    private ValueOfInformation(Directions directions, int features, String stateName, Constants constants) {
        this.directions = directions;
        this.constants = constants;
        this.losses = new ImaginedLosses(directions, constants.mix());
        this.stateName = stateName;
        this.x = new double[features];
    }

    /** For a policy with this posterior, be it one model for all arms or one for each block. */
    public static ValueOfInformation of(Posterior posterior) {
        if (posterior instanceof Posterior blocks) {
            int p = blocks.blockDimension();
            return new ValueOfInformation(new BlockSpaces(p), 1 + p, "VOI of blocks/1", Constants.STANDARD);
        }
        return new ValueOfInformation(posterior.dimension());
    }

    /**
     * The constants, fixed once for all problems.
     *
     * @param rho how many times the past the future is taken to be
     * @param mix share of Q that spreads the loss over all directions alike, against a Q that was seen to be wrong
     * @param random times sqrt(d)/N: the share of rounds with a random exploration rate
     */
    public record Constants(double rho, double mix, double random) {
        /** Those of the default tuner. */
        public static final Constants STANDARD = new Constants(2, 0.7, 1.6);
    }

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        directions.offered(arms, posterior);
        double s = posterior.noise();
        if (s == 0) { // no scale known yet: all rewards so far are zero
            last = new LastChoice(arms.arms(), round.drawn(), 0, 0, 0);
            lastBonus = round.bonus();
            return new PathChoice(rng.nextInt(arms.arms()), 0);
        }
        grow(arms.arms());
        double[] bonus = bonuses(arms, round, posterior);
        lastBonus = bonus;
        int segments = path.build(round.mean(), bonus, arms.arms(), 0, LARGEST_ALPHA * s);
        double N = posterior.count() + 1 + directions.pending();
        if (losses.due(N)) {
            losses.imagine(arms, round, posterior, s, path.arm(0), rng);
        }
        if (N >= nextQ || N < nextQ / 2) { // below half: the model has forgotten
            losses.valueDirections(posterior);
            nextQ = N + Math.max(1, N / 100);
        }
        return choose(arms, round, bonus, posterior, s, N, segments, rng);
    }

    private void grow(int K) {
        if (widths.length < K) {
            widths = new double[ArmForms.rowLength(K)];
            segmentMean = new double[widths.length];
            segmentValue = new double[widths.length];
        }
    }

    /** The bonuses of the round; widths as they will be once what is pending is known. */
    private double[] bonuses(ActionSet arms, ScoredRound round, Posterior posterior) {
        if (round.drawn() || directions.pending() == 0) {
            return round.bonus();
        }
        directions.widths(arms, posterior, widths);
        return widths;
    }

    /** Step 2. */
    private PathChoice choose(
            ActionSet arms,
            ScoredRound round,
            double[] bonus,
            Posterior posterior,
            double s,
            double N,
            int segments,
            RandomGenerator rng) {
        double eps = Math.min(1, constants.random() * Math.sqrt(directions.coefficients()) / N);
        boolean random = rng.nextDouble() < eps;
        double cauchy = StrictMath.tan(0.5 * Math.PI * rng.nextDouble());
        double e = LEAST_E + rng.nextDouble();
        valueSegments(arms, round, bonus, posterior, N, segments);
        last = new LastChoice(arms.arms(), round.drawn(), segments, eps, s);
        if (random) {
            double alpha = round.drawn() ? s : s * cauchy;
            return new PathChoice(path.arm(segmentAt(alpha, segments)), alpha);
        }
        int segment = worthMost(e, segments);
        return new PathChoice(path.arm(segment), path.from(segment));
    }

    private void valueSegments(
            ActionSet arms, ScoredRound round, double[] bonus, Posterior posterior, double N, int segments) {
        for (int i = 0; i < segments; i++) {
            int k = path.arm(i);
            gather(arms, k, x);
            double weight = posterior.weight(x);
            double width = round.drawn() ? directions.variance(x, posterior) : bonus[k] * bonus[k];
            segmentMean[i] = round.mean()[k];
            segmentValue[i] =
                    constants.rho() * N * weight * Math.max(0, directions.value(x, posterior)) / (1 + weight * width);
        }
    }

    private int segmentAt(double alpha, int segments) {
        int i = segments - 1;
        while (i > 0 && alpha < path.from(i)) {
            i--;
        }
        return i;
    }

    private int worthMost(double e, int segments) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < segments; i++) {
            double value = Math.fma(e, segmentValue[i], segmentMean[i]);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        return best;
    }

    @Override
    public double propensity(int arm) {
        if (last.segments == 0) {
            return 1.0 / last.arms;
        }
        if (last.drawn) {
            return Double.NaN;
        }
        int segment = 0;
        while (segment < last.segments && path.arm(segment) != arm) {
            segment++;
        }
        if (segment == last.segments) {
            return 0;
        }
        double share = 0;
        int pieces = worth.build(segmentMean, segmentValue, last.segments, LEAST_E, LEAST_E + 1);
        for (int i = 0; i < pieces; i++) {
            if (worth.arm(i) == segment) {
                share += worth.to(i) - worth.from(i);
            }
        }
        double to = segment == last.segments - 1 ? Double.POSITIVE_INFINITY : path.to(segment) / last.s;
        return (1 - last.eps) * share + last.eps * foldedCauchyMass(path.from(segment) / last.s, to);
    }

    /** Probability that the size of a Cauchy variable is between two numbers. */
    private static double foldedCauchyMass(double from, double to) {
        return (StrictMath.atan(to) - StrictMath.atan(from)) * 2 / Math.PI;
    }

    @Override
    public double[] bonuses(ScoredRound round) {
        return lastBonus;
    }

    @Override
    public double[] decided(double[] pulled, Posterior posterior) {
        double weight = posterior.weight(pulled);
        directions.decided(pulled, weight, posterior);
        return new double[] {weight};
    }

    /** What the propensity of the last choice depends on beside the two envelopes; no segments if it was uniform. */
    private record LastChoice(int arms, boolean drawn, int segments, double eps, double s) {}

    private void gather(ActionSet arms, int arm, double[] into) {
        double[][] features = arms.byFeature();
        for (int i = 0; i < into.length; i++) {
            into[i] = features[i][arm];
        }
    }

    @Override
    public void check(double[] memo) {
        if (memo.length != 1 || !(memo[0] >= 0)) {
            throw new IllegalArgumentException("the memo of the decision is not one weight: another tuner made it");
        }
    }

    @Override
    public void rewarded(double[] pulled, double[] memo, double reward, Posterior posterior) {
        directions.rewarded(pulled, memo[0]);
    }

    @Override
    public void expired(double[] pulled, double[] memo, Posterior posterior) {
        directions.expired(pulled, memo[0], posterior);
    }

    @Override
    public String stateName() {
        return stateName;
    }

    @Override
    public void writeState(StateWriter out) {
        losses.writeState(out);
        directions.writeValues(out);
        out.writeDouble(nextQ);
    }

    @Override
    public void readState(StateReader in) {
        losses.readState(in);
        directions.readValues(in);
        nextQ = in.readDouble();
    }
}
