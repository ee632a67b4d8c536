package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.MemoReader;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.math.Exponentials;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Zooming TS with double restarts: EXP3 chooses, once in every top epoch, how often {@link ZoomingTs} restarts within it.
 * For a world that changes an unknown number of times.
 *
 * <pre>
 *   H0 = ceil(T^((pu+2)/(pu+4)))     N = ceil(log2 H0) + 1     H_j = ceil(H0 / 2^(j-1)), j = 1..N
 *   alpha = min(1, sqrt(N ln N / ((e-1) ceil(T/H0))))
 *   in top epoch i:   p_j = alpha/N + (1-alpha) w_j / sum w ;  j_i ~ p ;  ZoomingTs with epochs of H_{j_i} rounds
 *   for each reward y of top epoch i:   ln w_{j_i} += (alpha/N) (y/H0) / p_{j_i}
 * </pre>
 *
 * <p>Cost per round: that of {@link ZoomingTs}, and O(N) at the start of a top epoch. A suggestion with a memo of five
 * numbers is allocated.
 *
 * <p>Where the paper is silent: the logarithm of a weight is a sum over rewards and weights are read at the start of a
 * top epoch only; so every reward is credited at once, to the length and the probability that its memo carries. A late
 * reward pays the length that earned it even after its top epoch has closed, and counts from the next one on; a missing
 * one counts as zero. ZoomingTs itself ignores it if its epoch has closed. ln T in the radii is that of the whole run. If
 * the horizon is unknown, its doubling restarts everything, and rewards from before teach nothing. Any finite reward is
 * accepted; the bounds of EXP3 hold for rewards in [0, 1].
 *
 * <p>Departures: rewards are divided by H0 in the exponent. Algorithm 3 adds the bare sum of the rewards of a top epoch,
 * w_j *= exp((alpha/N) sum y / p_j); EXP3 needs gains in [0, 1], and the paper's proof has them by dividing by Q = H0. With
 * the bare sum the first top epoch decides: H0 rewards of 1/2 with T = 1000 multiply the drawn weight by e^22 instead of
 * e^0.35.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR
 * 2024, Algorithm 3.
 */
public final class DoubleRestartZoomingTs implements Tuner {
    private final Horizon horizon;
    private final double pu; // upper bound of the zooming dimension
    private final ZoomingTs zooming;

    private long total; // T, the horizon in force; 0 before the first round
    private long[] H = {}; // bottom epoch lengths; the first is H0
    private double alpha;
    private double[] logW = {};
    private double[] probability = {};
    private int j; // length in force
    private long topStart;
    private long bottomStart;

    /** Creates a tuner with the scale of noise that is safe for rewards in [0, 1], and pu = p. */
    public DoubleRestartZoomingTs(SettingSpace space, Horizon horizon) {
        this(space, horizon, space.size(), NoiseScale.SAFE);
    }

    /**
     * Creates a tuner with all parameters explicit.
     *
     * @param zoomingDimension pu, an upper bound of the zooming dimension; at most the number of hyperparameters, half of
     *     it for rewards that are smooth and strongly concave around their maximum
     */
    public DoubleRestartZoomingTs(SettingSpace space, Horizon horizon, double zoomingDimension, NoiseScale noise) {
        if (!(zoomingDimension >= 0 && zoomingDimension <= space.size())) {
            throw new IllegalArgumentException(
                    "zooming dimension = " + zoomingDimension + " must be in [0, " + space.size() + "]");
        }
        this.horizon = horizon;
        this.pu = zoomingDimension;
        this.zooming = new ZoomingTs(space, horizon, EpochLength.endless(), noise);
    }

    /**
     * What a suggestion carries.
     *
     * @param point the point of ZoomingTs
     * @param horizon T when it was made
     * @param length number of the bottom epoch length in force
     * @param probability with which that length was drawn
     */
    private record Memo(ActivePoints.Memo point, long horizon, int length, double probability) {
        static final int LENGTH = ActivePoints.Memo.LENGTH + 3;

        double[] encode() {
            return new double[] {point.epoch(), point.point(), horizon, length, probability};
        }

        static Memo decode(MemoReader memo, DoubleRestartZoomingTs tuner) {
            ActivePoints.Memo point = tuner.zooming.points().decode(memo);
            long horizon = memo.whole("horizon", 1, tuner.total);
            int lengths = horizon == tuner.total ? tuner.H.length : Integer.MAX_VALUE;
            return new Memo(point, horizon, memo.index("epoch length", lengths), memo.probability());
        }
    }

    @Override
    public SettingSpace space() {
        return zooming.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        if (horizon.at(t) > total) {
            begin(horizon.at(t)); // initialization, lines 1-2
            startTop(t, rng);
        } else if (t - topStart >= H[0]) { // line 3
            startTop(topStart + (t - topStart) / H[0] * H[0], rng);
        } else if (t - bottomStart >= H[j]) { // line 6: a bottom epoch ends
            bottomStart += (t - bottomStart) / H[j] * H[j];
            zooming.forget();
        }
        int v = zooming.pull(t, rng); // line 6
        Memo memo = new Memo(zooming.points().memo(v), total, j, probability[j]);
        return new Suggestion(zooming.points().suggestion(v).setting(), memo.encode());
    }

    private void begin(long horizonInForce) {
        total = horizonInForce;
        double rounding = 1e-9; // T may be the exact power of a whole number
        long H0 = (long) Math.ceil(StrictMath.pow(total, (pu + 2) / (pu + 4)) - rounding);
        int N = 65 - Long.numberOfLeadingZeros(H0 - 1); // ceil(log2 H0) + 1
        H = new long[N];
        for (int k = 0; k < N; k++) {
            H[k] = ((H0 - 1) >> k) + 1; // ceil(H0 / 2^k)
        }
        long epochs = (total + H0 - 1) / H0;
        alpha = Math.min(1, Math.sqrt(N * StrictMath.log(N) / ((Math.E - 1) * epochs)));
        logW = new double[N];
        probability = new double[N];
    }

    private void startTop(long start, RandomGenerator rng) {
        topStart = start;
        bottomStart = start;
        updateProbabilities(); // line 4
        double u = rng.nextDouble(); // line 5
        j = 0;
        while (j < H.length - 1 && u >= probability[j]) {
            u -= probability[j++];
        }
        zooming.forget();
    }

    private void updateProbabilities() {
        int N = H.length;
        double logSum = Exponentials.logSumExp(logW, N);
        for (int k = 0; k < N; k++) {
            probability[k] = alpha / N + (1 - alpha) * StrictMath.exp(logW[k] - logSum);
        }
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        Memo past = Memo.decode(suggestion.credit(space(), Memo.LENGTH, reward), this);
        zooming.points().pay(past.point, reward);
        if (past.horizon == total) {
            logW[past.length] += alpha / H.length * (reward / H[0]) / past.probability; // line 7
        }
    }

    /** The bottom epoch lengths to choose from, longest first. */
    long[] lengths() {
        return H.clone();
    }

    /** Probability of a length in the current top epoch. */
    double lengthProbability(int length) {
        return probability[length];
    }

    @Override
    public TunerMap map() {
        return zooming.map();
    }

    @Override
    public String stateName() {
        return "DoubleRestartZoomingTS/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(Double.toString(pu));
        out.writeLong(total);
        out.writeInt(j);
        out.writeLong(topStart);
        out.writeLong(bottomStart);
        out.writeDoubles(logW);
        out.writeDoubles(probability);
        zooming.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("zooming dimension", Double.toString(pu));
        long saved = in.readLong();
        if (saved > 0) {
            begin(saved);
        } else {
            total = 0;
            H = new long[0];
            logW = new double[0];
            probability = new double[0];
        }
        j = in.readCount(Math.max(0, H.length - 1));
        topStart = in.readLong();
        bottomStart = in.readLong();
        in.readDoubles(logW);
        in.readDoubles(probability);
        zooming.readState(in);
    }
}
