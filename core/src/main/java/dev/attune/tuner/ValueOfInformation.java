package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.math.UpperEnvelope;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Value of information (VOI): explores as long as it pays. The exploration rate of each round is the one whose arm is worth most, its mean
 * plus the value of what pulling it would teach. No box, no candidates, no horizon, no restarts, no units.
 *
 * <pre>
 *   m_k, w_k   mean and bonus of arm k ;  g = argmax m ;  s the noise ;  B the covariance, in units of s^2
 *   n rewards learnt ;  N = n + pending + 1 ;  d coefficients ;  weight(x) what an observation of x adds to B^-1, times x x'
 *
 *    1 scale       s = 0, as long as no scale of rewards is known: a uniformly random arm
 *    2 pending     Bp = (B^-1 + sum over pending decisions of weight x x')^-1 ;  widths become w_k = sqrt(x_k' Bp x_k)
 *    3 path        the upper envelope of m + alpha w, alpha in [0, 20 s]: the arms that some exploration rate chooses
 *    4 worlds      v_k = x_k' u, u ~ N(0, B) ;  in each of the two worlds m + s v and m - s v:
 *                  k* its best arm ;  r what k* gains over g in it
 *    5 losses      U = running mean of r ;  M = running mean of r D D' / (D' B D), D = x_k* - x_g,
 *                  over the last 30 % of rounds ;  c the sum of their weights, 1 in the long run
 *    6 directions  Q = (1-mix) Bp M Bp / c + mix U/(c d) Bp
 *    7 random      with probability eps = min(1, 1.6 sqrt(min(d, K))/N), K the arms on offer, alpha is random: s |Cauchy|
 *                  for widths, s for draws
 *    8 value       V_k = rho N weight x_k' Q x_k / (1 + weight x_k' Bp x_k) for the arms on the path: the regret, over a
 *                  future rho times as long as the past, that one more observation of the arm would remove
 *    9 choice      unless alpha is random: argmax m_k + e V_k over the path, e ~ U(1/2, 3/2)
 *   10 propensity  (1-eps) |{e : k is worth most}| + eps P(s |Cauchy| in the interval of k) ;  exact for widths
 * </pre>
 *
 * <p>The Cauchy distribution has a heavy tail for worlds in which the noise is not what the model believes: an arm that began with bad luck
 * is several of the model's deviations away.
 *
 * <p>Blocks: a model with coefficients of its own for each arm ({@link Posterior#perArm}) has Bp, M and Q for each block, and one model for all
 * arms is the case of a single block. A difference of two arms lies in two blocks, or in one. Of its square D D' only the parts on the
 * diagonal are kept: x' Q x reads the block of its arm alone, and B has nothing outside. So the result is that of one model with features of
 * zero outside the block of the arm.
 *
 * <p>Q is never formed: x' Q x = (1-mix)/c y' M y + mix U/(c d) x' y with y = Bp x, of this round. What one loss
 * makes an arm worth must fall with
 * each observation of the arm; a Q of earlier rounds would buy the arm again and again. Where no two arms share a
 * block, steps 4 and 5 take the widths
 * for what they are: v_k = w_k z_k, z_k ~ N(0, 1), and D' B D = w_k*^2 + w_g^2.
 *
 * <p>Candidates: where prediction chooses among models, the tuner of the one that takes the lead takes U and c over
 * from the one before it ({@link #takeOver}).
 *
 * <p>Cost per round: one draw, O(d^2) for each arm on the envelope (two to six), and O(d^3) at every hundredth if
 * decisions are pending; with blocks,
 * their size for d.
 */
public final class ValueOfInformation implements PathTuner {
    private static final double LARGEST_ALPHA = 20; // in units of the noise
    private static final double LEAST_E = 0.5; // e is uniform in [0.5, 1.5]
    private static final double WINDOW = 0.3; // share of rounds that the running means cover
    private static final double SHORTEST_WINDOW = 20;
    private static final double ALWAYS_UNTIL = 1000; // from then on every other round is enough for the long means
    private static final double SMALL_SCALE = 1e-100;
    private static final double[] NO_VALUES = {};

    private final boolean perArm;
    private final Constants constants;
    private int p; // coefficients of a block; d for one model

    // What is learnt, and saved.
    private final Space none = new Space(0); // stands for every block that was never offered
    private Space[] spaces; // by the number of the block
    private int seen; // blocks that were offered
    private long pending; // decisions of all blocks
    private double U;
    private double c;
    private double scale = 1; // M is this times the matrices of the spaces
    private double nextRebuild; // N at which what is pending is next taken in anew

    // The last choice, for its propensity.
    private final UpperEnvelope path = new UpperEnvelope();
    private final UpperEnvelope worth = new UpperEnvelope();
    private double[] segmentMean = NO_VALUES;
    private double[] segmentValue = NO_VALUES;
    private double[] lastBonus = NO_VALUES;
    private LastChoice last = new LastChoice(1, false, 0, 0, 0);

    // Scratch.
    private double[] x; // of an arm, with the number of its block
    private double[] f; // without it
    private double[] h;
    private double[] times;
    private double ofLosses; // (1-mix)/c of this round, for the matrices of the spaces
    private double ofAll; // mix U/(c d) of this round
    private boolean alone; // no two arms of this round share a block
    private double[] widths = NO_VALUES;
    private double[] widthsNow = NO_VALUES;
    private double[] draws = NO_VALUES;

    /** Creates the tuner of a policy with this many coefficients, the same for all arms. */
    public ValueOfInformation(int dimension) {
        this(dimension, Constants.STANDARD);
    }

    /** Creates the tuner of a policy with this many coefficients, with other constants: for studies of what each of them does. */
    public ValueOfInformation(int dimension, Constants constants) {
        this(false, dimension, constants);
    }

    private ValueOfInformation(boolean perArm, int p, Constants constants) {
        this.perArm = perArm;
        this.p = Require.positive("dimension", p);
        this.constants = constants;
        this.spaces = new Space[0];
        this.x = new double[perArm ? 1 + p : p];
        this.f = new double[p];
        this.h = new double[p];
        this.times = new double[p];
        if (!perArm) {
            create(0);
        }
    }

    /**
     * Follows a model that has got more coefficients, of which nothing is known; those that it had stay as they are.
     *
     * @param dimension number of coefficients, of a block if there are blocks
     */
    void resize(int dimension) {
        p = dimension;
        for (int a = 0; a < spaces.length; a++) {
            spaces[a] = spaces[a] == none ? none : spaces[a].resized(p);
        }
        x = new double[perArm ? 1 + p : p];
        f = new double[p];
        h = new double[p];
        times = new double[p];
        nextRebuild = 0;
    }

    /** Returns the number of coefficients, of a block if there are blocks. */
    int dimension() {
        return p;
    }

    /**
     * Creates the tuner of a policy with this posterior, with one model for all arms or one for each block.
     *
     * @throws IllegalArgumentException if blocks are not independent
     */
    public static ValueOfInformation of(Posterior posterior) {
        return of(posterior, Constants.STANDARD);
    }

    /** Creates the tuner of a policy with this posterior, with other constants. */
    public static ValueOfInformation of(Posterior posterior, Constants constants) {
        if (!posterior.independentBlocks()) {
            throw new IllegalArgumentException(
                    "VOI needs a policy with one model for all arms or with independent models, not with shared coefficients beside"
                            + " those of each arm");
        }
        return new ValueOfInformation(posterior.perArm(), posterior.blockDimension(), constants);
    }

    /** Creates the tuner of a model with this many coefficients, of each block if there are blocks. */
    static ValueOfInformation ofShape(boolean perArm, int dimension) {
        return new ValueOfInformation(perArm, dimension, Constants.STANDARD);
    }

    /**
     * Takes over how much greedy choice loses, when the lead passes from one model to another: that is about the
     * world more than about the model. In which
     * directions the losses lie is each model's own; if more losses than that are known from when it led before, they
     * count less.
     */
    void takeOver(Losses former) {
        double now = former.mean();
        double own = losses().mean();
        if (now == 0) {
            for (Space space : spaces) {
                clear(space.M);
            }
        } else if (own > now) {
            fade(now / own);
        }
        U = former.sum;
        c = former.weight;
    }

    /** Returns how much greedy choice has lost. */
    Losses losses() {
        return new Losses(U, c);
    }

    /**
     * How much greedy choice loses in the worlds that were imagined.
     *
     * @param sum U
     * @param weight c
     */
    record Losses(double sum, double weight) {
        static final Losses UNKNOWN = new Losses(0, 0);

        double mean() {
            return weight > 0 ? sum / weight : 0;
        }

        /**
         * Returns what is left of them if no arms were looked at since a number of rewards: losses shrink as rewards
         * grow. Nothing is left if none were
         * ever looked at.
         */
        Losses after(long before, long rewards) {
            return rewards == before
                    ? this
                    : new Losses(sum * Math.min(1, (double) before / rewards), Math.max(1, weight));
        }
    }

    /** Exchanges what is known of two blocks, of a model with blocks. */
    void exchange(int a, int b) {
        if (a == b || Math.min(a, b) >= spaces.length) {
            return;
        }
        int from = spaces.length;
        if (Math.max(a, b) >= from) {
            spaces = Arrays.copyOf(spaces, Math.max(a, b) + 1);
            Arrays.fill(spaces, from, spaces.length, none);
        }
        Space ofA = spaces[a];
        spaces[a] = spaces[b];
        spaces[b] = ofA;
    }

    /** Forgets a block that has no pending decisions. */
    void forget(int a) {
        if (a < spaces.length && spaces[a] != none) {
            spaces[a] = none;
            seen--;
        }
    }

    /** Returns whether it is for a model with blocks. */
    boolean perArm() {
        return perArm;
    }

    /**
     * The constants, the same for all problems.
     *
     * @param rho length of the future, in lengths of the past
     * @param mix share of Q that spreads the loss equally over all directions, in case the losses seen are misleading
     * @param random times sqrt(min(d, K))/N: the share of rounds with a random exploration rate
     */
    public record Constants(double rho, double mix, double random) {
        /** The constants of the default tuner. */
        public static final Constants STANDARD = new Constants(2, 0.7, 1.6);
    }

    /** What the propensity of the last choice depends on beside the two envelopes; no segments if it was uniform. */
    private record LastChoice(int arms, boolean drawn, int segments, double eps, double s) {}

    /** What a decision carries until its reward: the weight that it was counted with as pending. */
    private record Memo(double weight) {
        double[] encode() {
            return new double[] {weight};
        }

        static Memo decode(double[] memo) {
            if (memo.length != 1 || !(memo[0] >= 0)) {
                throw new IllegalArgumentException("the memo of the decision is not one weight: another tuner made it");
            }
            return new Memo(memo[0]);
        }
    }

    /** What is known about one block of coefficients. */
    private static final class Space {
        final Pending pending;
        final double[][] M; // to be multiplied by scale; the upper triangle
        long rewards; // of the block when M was last looked at

        Space(int p) {
            this(new Pending(p), p);
        }

        private Space(Pending pending, int p) {
            this.pending = pending;
            M = new double[p][p];
        }

        Space resized(int p) {
            Space larger = new Space(pending.resized(p), p);
            for (int i = 0; i < M.length; i++) {
                System.arraycopy(M[i], 0, larger.M[i], 0, M.length);
            }
            larger.rewards = rewards;
            return larger;
        }
    }

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        requireKind(posterior);
        offer(arms);
        double s = posterior.noise();
        if (s == 0) { // step 1, scale
            last = new LastChoice(arms.arms(), round.drawn(), 0, 0, 0);
            lastBonus = round.bonus();
            return new PathChoice(rng.nextInt(arms.arms()), 0);
        }
        grow(arms.arms());
        alone = perArm && Blocks.distinct(arms);
        double N = posterior.count() + 1 + pending;
        lastBonus = pendingBonuses(arms, round, posterior); // step 2, pending
        int segments = path.build(round.mean(), lastBonus, arms.arms(), 0, LARGEST_ALPHA * s); // step 3, path
        if (c == 0 || N < ALWAYS_UNTIL || N % 2 == 0) {
            imagine(arms, round, posterior, s, rng); // steps 4 and 5, worlds and losses
        }
        if (N >= nextRebuild || N < nextRebuild / 2) { // below half: the model has forgotten
            rebuild(posterior);
            nextRebuild = N + Math.max(1, N / 100);
        }
        ofLosses = (1 - constants.mix()) * scale / c; // step 6, directions
        ofAll = constants.mix() * U / c / coefficients();
        double eps = randomShare(arms.arms(), N); // step 7, random
        boolean random = rng.nextDouble() < eps;
        double cauchy = StrictMath.tan(0.5 * Math.PI * rng.nextDouble());
        double e = LEAST_E + rng.nextDouble();
        valueSegments(arms, round, posterior, N, segments); // step 8, value
        last = new LastChoice(arms.arms(), round.drawn(), segments, eps, s);
        if (random) {
            double alpha = round.drawn() ? s : s * cauchy;
            return new PathChoice(path.arm(segmentAt(alpha, segments)), alpha);
        }
        int segment = worthMost(e, segments); // step 9, choice
        return new PathChoice(path.arm(segment), path.from(segment));
    }

    private void requireKind(Posterior posterior) {
        if (posterior.perArm() != perArm) {
            throw new IllegalArgumentException((perArm
                            ? "this VOI was made for a model per block, not for one model"
                            : "this VOI was made for one model of " + p + " coefficients, not for a model per block")
                    + ": make it with ValueOfInformation.of(posterior)");
        }
    }

    /** Creates the spaces of blocks that are offered for the first time. */
    private void offer(ActionSet arms) {
        if (perArm) {
            for (int k = 0; k < arms.arms(); k++) {
                int a = block(arms, k);
                if (a >= spaces.length || spaces[a] == none) {
                    create(a);
                }
            }
        }
    }

    private Space create(int a) {
        if (a >= spaces.length) {
            int from = spaces.length;
            spaces = Arrays.copyOf(spaces, Math.min(Blocks.MOST, Math.max(a + 1, 2 * from)));
            Arrays.fill(spaces, from, spaces.length, none);
        }
        spaces[a] = new Space(p);
        seen++;
        return spaces[a];
    }

    private void grow(int K) {
        if (widths.length < K) {
            int length = ArmForms.rowLength(K);
            widths = new double[length];
            widthsNow = new double[length];
            draws = new double[length];
            segmentMean = new double[length];
            segmentValue = new double[length];
        }
    }

    /**
     * Step 2. Returns the bonuses of the round, and if they are widths, as they will be once all pending decisions are rewarded. Widths of
     * another matrix than B, as those of GLM-UCB, keep their scale: they shrink as much as those of B do.
     */
    private double[] pendingBonuses(ActionSet arms, ScoredRound round, Posterior posterior) {
        double[] bonus = round.bonus();
        if (round.drawn() || pending == 0) {
            return bonus;
        }
        if (alone && !round.ownWidths()) {
            widthsOfPending(arms, posterior, bonus);
            return widths;
        }
        widths(arms, posterior, true, widths);
        if (round.ownWidths()) {
            widths(arms, posterior, false, widthsNow);
            for (int k = 0; k < arms.arms(); k++) {
                widths[k] = widthsNow[k] > 0 ? bonus[k] * (widths[k] / widthsNow[k]) : bonus[k];
            }
        }
        return widths;
    }

    /** Computes sqrt(x' Bp x) of the arms whose blocks have pending decisions; the others keep their bonuses. */
    private void widthsOfPending(ActionSet arms, Posterior posterior, double[] bonus) {
        for (int k = 0; k < arms.arms(); k++) {
            int a = block(arms, k);
            widths[k] = bonus[k];
            if (spaces[a].pending.count() > 0) {
                gather(arms, k, 1, f);
                widths[k] = Math.sqrt(Math.max(0, quadratic(covariance(a, posterior, true), f)));
            }
        }
    }

    /** Computes sqrt(x' Bp x) of all arms, or sqrt(x' B x) without what is pending. */
    private void widths(ActionSet arms, Posterior posterior, boolean withPending, double[] out) {
        if (!perArm) { // all arms in one pass
            ArmForms.widths(covariance(0, posterior, withPending), arms.byFeature(), arms.arms(), out);
            return;
        }
        for (int k = 0; k < arms.arms(); k++) {
            gather(arms, k, 1, f);
            double variance = quadratic(covariance(block(arms, k), posterior, withPending), f);
            out[k] = Math.sqrt(Math.max(0, variance));
        }
    }

    private double[][] covariance(int a, Posterior posterior, boolean withPending) {
        Posterior block = posterior.block(a);
        return withPending ? spaces[a].pending.covariance(block) : block.covariance();
    }

    /** Steps 4 and 5. */
    private void imagine(ActionSet arms, ScoredRound round, Posterior posterior, double s, RandomGenerator rng) {
        double[] v = round.bonus();
        if (!round.drawn()) {
            if (alone && !round.ownWidths()) {
                Blocks.draws(arms, v, rng, draws);
            } else {
                posterior.draws(arms, rng, f, draws);
            }
            v = draws;
        }
        double n1 = posterior.count() + 1;
        double rounds = n1 < ALWAYS_UNTIL ? 1 : 2;
        double a = Math.min(1, rounds / Math.min(n1, Math.max(SHORTEST_WINDOW, WINDOW * n1)));
        U *= 1 - a;
        c = c * (1 - a) + a;
        fade(1 - a);
        loseIn(s, arms, round, v, a, posterior);
        loseIn(-s, arms, round, v, a, posterior);
    }

    /** Step 5: multiplies M, without changing its matrices unless their numbers would grow too large. */
    private void fade(double factor) {
        scale *= factor;
        if (scale < SMALL_SCALE) {
            for (Space space : spaces) {
                for (double[] row : space.M) {
                    for (int j = 0; j < row.length; j++) {
                        row[j] *= scale;
                    }
                }
            }
            scale = 1;
        }
    }

    /** Steps 4 and 5: adds to U and M what greedy choice loses in the world m + s v, with half the weight of the round. */
    private void loseIn(double s, ActionSet arms, ScoredRound round, double[] v, double a, Posterior posterior) {
        double[] mean = round.mean();
        int greedy = path.arm(0);
        int best = 0;
        double most = Math.fma(s, v[0], mean[0]);
        for (int k = 1; k < arms.arms(); k++) {
            double value = Math.fma(s, v[k], mean[k]);
            if (value > most) {
                most = value;
                best = k;
            }
        }
        double r = most - Math.fma(s, v[greedy], mean[greedy]);
        if (r > 0) { // otherwise greedy choice is right in this world
            double half = 0.5 * a * r;
            if (blame(arms, round, best, greedy, half, posterior)) {
                U += half;
            }
        }
    }

    /** Step 5: M += amount D D' / (D' B D), D the difference of two arms; returns false, with M unchanged, if they do not differ. */
    private boolean blame(ActionSet arms, ScoredRound round, int best, int greedy, double amount, Posterior posterior) {
        int a = block(arms, best);
        int b = block(arms, greedy);
        int first = perArm ? 1 : 0;
        gather(arms, best, first, f);
        gather(arms, greedy, first, h);
        double spread;
        if (a == b) {
            for (int i = 0; i < p; i++) {
                f[i] -= h[i];
            }
            spread = quadratic(posterior.block(a).covariance(), f);
        } else if (alone && !round.drawn() && !round.ownWidths()) {
            spread = round.bonus()[best] * round.bonus()[best] + round.bonus()[greedy] * round.bonus()[greedy];
        } else {
            spread = quadratic(posterior.block(a).covariance(), f)
                    + quadratic(posterior.block(b).covariance(), h);
        }
        if (!(spread > 0)) {
            return false;
        }
        addToLosses(spaces[a], posterior.block(a), amount / (spread * scale), f);
        if (a != b) {
            addToLosses(spaces[b], posterior.block(b), amount / (spread * scale), h);
        }
        return true;
    }

    private void addToLosses(Space space, Posterior block, double weight, double[] direction) {
        forgetCleared(space, block);
        Symmetric.rankOneUpper(space.M, weight, direction);
    }

    /** Step 2: takes in anew what is pending, and what the model has changed since. */
    private void rebuild(Posterior posterior) {
        for (int a = 0; a < spaces.length; a++) {
            if (spaces[a] != none) {
                spaces[a].pending.rebuild(posterior.block(a));
            }
        }
    }

    /** Returns d: the coefficients of all blocks that were ever offered. */
    private int coefficients() {
        return Math.max(1, seen * p);
    }

    /** Step 7: random rounds rescue an arm that was buried by bad luck, and there are only so many arms as are on offer. */
    private double randomShare(int K, double N) {
        return Math.min(1, constants.random() * Math.sqrt(Math.min(coefficients(), K)) / N);
    }

    /** Step 7: returns the segment of the path that alpha is in. */
    private int segmentAt(double alpha, int segments) {
        int i = segments - 1;
        while (i > 0 && alpha < path.from(i)) {
            i--;
        }
        return i;
    }

    /** Step 8. A width is sqrt(x' Bp x) already, up to the scale of widths of another matrix. */
    private void valueSegments(ActionSet arms, ScoredRound round, Posterior posterior, double N, int segments) {
        for (int i = 0; i < segments; i++) {
            int k = path.arm(i);
            gather(arms, k, 0, x);
            double weight = posterior.weight(x);
            double value = Math.max(0, value(x, posterior));
            double variance = round.drawn() ? Symmetric.dot(f, h, p) : lastBonus[k] * lastBonus[k];
            segmentMean[i] = round.mean()[k];
            segmentValue[i] = constants.rho() * N * weight * value / (1 + weight * variance);
        }
    }

    /** Returns x' Q x; leaves x in f and Bp x in h. */
    double value(double[] arm, Posterior posterior) {
        Space space = enter(arm);
        Posterior block = posterior.block(block(arm));
        forgetCleared(space, block);
        Symmetric.multiply(space.pending.covariance(block), f, h);
        return ofLosses * Symmetric.quadratic(space.M, h, times) + ofAll * Symmetric.dot(f, h, p);
    }

    /** Clears the losses of a block that was cleared, as its smaller number of rewards shows: another arm has it now. */
    private void forgetCleared(Space space, Posterior block) {
        if (perArm && block.count() < space.rewards) {
            clear(space.M);
        }
        space.rewards = block.count();
    }

    /** Step 9: returns the segment of the path whose arm is worth most. */
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

    /** Step 10. */
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

    /** Returns the probability that the absolute value of a Cauchy variable is between two numbers. */
    private static double foldedCauchyMass(double from, double to) {
        return (StrictMath.atan(to) - StrictMath.atan(from)) * 2 / Math.PI;
    }

    @Override
    public double[] bonuses(ScoredRound round) {
        return lastBonus;
    }

    @Override
    public double[] decided(double[] pulled, Posterior posterior) {
        requireKind(posterior);
        Memo memo = new Memo(posterior.weight(pulled));
        enter(pulled).pending.add(f, memo.weight, posterior.block(block(pulled)));
        pending++;
        return memo.encode();
    }

    @Override
    public void check(double[] memo) {
        Memo.decode(memo);
    }

    @Override
    public void rewarded(double[] pulled, double[] memo, double reward, Posterior posterior) {
        double weight = Memo.decode(memo).weight;
        pending -= enter(pulled).pending.rewarded(f, weight);
    }

    @Override
    public void expired(double[] pulled, double[] memo, Posterior posterior) {
        requireKind(posterior);
        double weight = Memo.decode(memo).weight;
        pending -= enter(pulled).pending.expired(f, weight, posterior.block(block(pulled)));
    }

    private int block(ActionSet arms, int k) {
        return perArm ? (int) arms.byFeature()[0][k] : 0;
    }

    private int block(double[] arm) {
        return perArm ? (int) arm[0] : 0;
    }

    /** Returns the space of an arm, and copies the arm's features there to f. */
    private Space enter(double[] arm) {
        System.arraycopy(arm, perArm ? 1 : 0, f, 0, p);
        int a = block(arm);
        return a < spaces.length && spaces[a] != none ? spaces[a] : create(a);
    }

    private static void gather(ActionSet arms, int k, int first, double[] into) {
        double[][] features = arms.byFeature();
        for (int i = 0; i < into.length; i++) {
            into[i] = features[first + i][k];
        }
    }

    /** Returns v' A v, by a product that vectorises. */
    private double quadratic(double[][] A, double[] v) {
        return Symmetric.quadratic(A, v, times);
    }

    private static void clear(double[][] A) {
        for (double[] row : A) {
            Arrays.fill(row, 0);
        }
    }

    @Override
    public String stateName() {
        return perArm ? "VOI of blocks/1" : "VOI/1";
    }

    @Override
    public void writeState(StateWriter out) {
        if (perArm) {
            out.writeInt(p);
            out.writeInt(spaces.length);
        }
        for (Space space : spaces) {
            if (perArm) {
                out.writeInt(space == none ? 0 : 1);
            }
            if (space != none) {
                space.pending.writeState(out);
                out.writeMatrix(space.M);
            }
        }
        out.writeDouble(scale);
        out.writeDouble(U);
        out.writeDouble(c);
        for (Space space : spaces) {
            if (perArm && space != none) {
                out.writeLong(space.rewards);
            }
        }
        out.writeDouble(nextRebuild);
    }

    @Override
    public void readState(StateReader in) {
        int length = 1;
        if (perArm) {
            int saved = in.readInt();
            if (saved != p) {
                throw new StateFormatException("the saved blocks have " + saved + " coefficients, those here " + p);
            }
            length = in.readCount(Blocks.MOST);
        }
        spaces = new Space[length];
        Arrays.fill(spaces, none);
        seen = 0;
        pending = 0;
        for (int a = 0; a < length; a++) {
            if (!perArm || in.readCount(1) == 1) {
                if (in.remainingDoubles() < 3L * p * p) { // before anything is allocated for a state that is too short
                    throw new StateFormatException("the saved state ends within a block");
                }
                Space space = create(a);
                space.pending.readState(in);
                in.readMatrix(space.M);
                pending += space.pending.count();
            }
        }
        scale = in.readDouble();
        U = in.readDouble();
        c = in.readDouble();
        for (Space space : spaces) {
            if (perArm && space != none) {
                space.rewards = in.readTally();
            }
        }
        nextRebuild = in.readDouble();
    }

    /**
     * Step 2: the covariance that a block of the posterior will have once all pending decisions are rewarded.
     *
     * <pre>
     *   Bp = (B^-1 + G)^-1     G = sum over pending decisions of weight x x'
     * </pre>
     *
     * <p>It does not depend on the rewards to come. Without it, a bandit with late rewards would try the same unknown arm again and again.
     * With nothing pending it is B itself. The matrices take memory from the first time that two decisions are pending.
     */
    static final class Pending {
        private static final double[][] NOTHING = {};

        private final int d;
        private double[][] G = NOTHING; // the rows of the lower triangle
        private double[][] Bp = NOTHING;
        private final double[] product;
        private final double[] lone; // the only pending decision, as long as Bp was not needed
        private double loneWeight;
        private boolean loneWaits;
        private boolean stale; // Bp has to be recomputed before it is read
        private long count;

        Pending(int dimension) {
            this.d = dimension;
            this.product = new double[d];
            this.lone = new double[d];
        }

        /** Returns the same decisions for a model with more coefficients; Bp is recomputed with the next decision. */
        Pending resized(int dimension) {
            Pending larger = new Pending(dimension);
            if (G != NOTHING) {
                larger.allocate();
                for (int i = 0; i < d; i++) {
                    System.arraycopy(G[i], 0, larger.G[i], 0, i + 1);
                }
            }
            System.arraycopy(lone, 0, larger.lone, 0, d);
            larger.loneWeight = loneWeight;
            larger.loneWaits = loneWaits;
            larger.count = count;
            larger.stale = count > 0 && !loneWaits;
            return larger;
        }

        private void allocate() {
            G = Symmetric.lower(d);
            Bp = Symmetric.scaledIdentity(d, 1);
        }

        /** Returns the number of pending decisions. */
        long count() {
            return count;
        }

        /** Returns Bp, to be read only and until the next call. */
        double[][] covariance(Posterior posterior) {
            if (count == 0) {
                return posterior.covariance();
            }
            takeInLone(posterior);
            if (stale) {
                rebuild(posterior);
            }
            return Bp;
        }

        /** Adds a decision. */
        void add(double[] x, double weight, Posterior posterior) {
            if (count == 0) {
                // Its reward may come before the next decision: then G and Bp are never needed.
                System.arraycopy(x, 0, lone, 0, d);
                loneWeight = weight;
                loneWaits = true;
                stale = false; // Bp will be a copy
            } else {
                takeInLone(posterior);
                include(x, weight, posterior);
            }
            count++;
        }

        private void takeInLone(Posterior posterior) {
            if (loneWaits) {
                loneWaits = false;
                if (G == NOTHING) {
                    allocate();
                }
                copyOf(posterior);
                include(lone, loneWeight, posterior);
            }
        }

        private void copyOf(Posterior posterior) {
            double[][] B = posterior.covariance();
            for (int i = 0; i < d; i++) {
                System.arraycopy(B[i], 0, Bp[i], 0, d);
            }
        }

        private void include(double[] x, double weight, Posterior posterior) {
            Symmetric.rankOneLower(G, weight, x);
            if (!rankOne(weight, x)) {
                rebuild(posterior);
            }
        }

        /** Removes a decision that will never be rewarded; returns how many fewer are pending. */
        int expired(double[] x, double weight, Posterior posterior) {
            int removed = rewarded(x, weight);
            if (count > 0 && !rankOne(-weight, x)) {
                rebuild(posterior);
            }
            return removed;
        }

        /** Removes a decision whose information has moved from G to B; returns how many fewer are pending, 0 if none was. */
        int rewarded(double[] x, double weight) {
            int removed = count > 0 ? 1 : 0;
            count -= removed;
            if (count > 0) {
                Symmetric.rankOneLower(G, -weight, x);
            } else if (loneWaits) {
                loneWaits = false;
            } else {
                clear(G);
            }
            return removed;
        }

        /** Bp = (Bp^-1 + w x x')^-1 by Sherman-Morrison; returns false, with Bp unchanged, where that would lose its digits. */
        private boolean rankOne(double w, double[] x) {
            if (stale) {
                return false;
            }
            Symmetric.multiply(Bp, x, product);
            double change = w * Symmetric.dot(x, product, d);
            if (!(change > -0.9 && change < 1e6)) {
                return false;
            }
            Symmetric.rankOne(Bp, -w / (1 + change), product);
            return true;
        }

        /** Recomputes Bp from B and G, which also takes in what the model has changed since: O(d^3). */
        void rebuild(Posterior posterior) {
            if (count == 0) {
                return;
            }
            takeInLone(posterior);
            if (stale) {
                stale = false;
                copyOf(posterior);
            }
            double[][] work = Symmetric.copy(posterior.covariance());
            Cholesky factor = new Cholesky(d);
            if (!factor.factor(work)) {
                return;
            }
            factor.inverse(work);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    work[j][i] += G[i][j]; // the upper triangle is factorised
                }
            }
            if (factor.factor(work)) {
                factor.inverse(Bp);
            }
        }

        void writeState(StateWriter out) {
            out.writeLong(count);
            out.writeInt(loneWaits ? 1 : stale ? 2 : 0);
            out.writeDouble(loneWeight);
            out.writeDoubles(lone);
            out.writeMatrix(G == NOTHING ? new double[d][d] : Symmetric.full(G));
            out.writeMatrix(Bp == NOTHING ? Symmetric.scaledIdentity(d, 1) : Bp);
        }

        void readState(StateReader in) {
            count = in.readTally();
            int form = in.readCount(2);
            loneWaits = form == 1;
            stale = form == 2;
            loneWeight = in.readDouble();
            in.readDoubles(lone);
            allocate();
            double[][] rows = new double[d][d];
            in.readMatrix(rows);
            for (int i = 0; i < d; i++) {
                System.arraycopy(rows[i], 0, G[i], 0, i + 1);
            }
            in.readMatrix(Bp);
            boolean unused = count == 0 || loneWaits;
            if (unused
                    && Arrays.deepEquals(G, Symmetric.lower(d))
                    && Arrays.deepEquals(Bp, Symmetric.scaledIdentity(d, 1))) {
                G = NOTHING;
                Bp = NOTHING;
            }
        }
    }
}
