package dev.attune.live.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects falls: of the mean reward, and of the share of decisions that end with a reward. It compares what is recent
 * with the
 * trailing period before it, for all moments at which a fall may have begun, and has a memory of its own, which no
 * replacement
 * of a model clears.
 *
 * <p>Decisions are counted in blocks of {@value #BLOCK} by their number, each when all of its decisions have ended,
 * so that it
 * does not matter which rewards arrive first. With u a reward as a part of the range of the first
 * {@value #CALIBRATION} rewards,
 * cut beyond it, or with u = 1 for a decision that was rewarded and 0 for one that expired:
 *
 * <pre>
 *   F+(m)  = mean over j of exp(l_j sum(u - m) - g_j sum (u - m)^2)      over the trailing period, from s until before k
 *   F-(m)  = mean over j of exp(l_j sum(m - u) - g_j sum (m - u)^2)      since k
 *   l_j    = .9, .45 ... , {@value #STAKES} of them ;  g = -ln(1 - l) - l
 *   E(s,k) = least F+(m) F-(m) over m
 *   alarm if the sum of w_k v_s E(s,k) over all s and k whose estimated fall is at least a tenth of the level before
 *   reaches 2 (i + 1)(i + 2) / {@value #ALPHA}, i how often this began anew
 * </pre>
 *
 * <p>exp(l z - g z^2) is at most 1 + l z for z of at least -1 (Fan, Grama, Liu 2015): what a gambler has who stakes
 * the part l on
 * z. If no stretch has a lower expected reward than the stretch before it, there is an m for which F+(m) F-(m) is a
 * supermartingale that starts at 1. The weights of all k add up to 1, and so do those of all s of a k, so Ville's
 * inequality
 * holds for all of them and all looks at once: <b>the chance of a false alarm is at most 1 % over the whole life of a
 * bandit</b>, for any distribution of rewards in the range, while it learns, explores and its rewards rise. A fall of
 * the
 * expected reward is a fall whatever its cause: other visitors, or the exploration of the bandit itself.
 *
 * <pre>
 *   w_k    = sum over all o with 2^o | k of u(k / 2^o) / ((o + 1)(o + 2)) ;  u(i) = ln 2 / ln(i + 1) - ln 2 / ln(i + 2)
 *            k in blocks since the begin
 *   v_s    = 1/2 for the begin ;  1/14 for each of up to seven multiples of 2^max(0, floor(log2 k) - 2) before k
 * </pre>
 *
 * <p>So the threshold grows with the logarithm of the number of rewards: ln E has to reach about 20 at 100,000. Only
 * moments k
 * are kept that are divisible by a power of two which grows with their age, so a few dozen sums are all that is
 * stored. After an
 * alarm everything is forgotten: the level from then on is what rewards can fall from.
 *
 * <p>This is about rewards. Whether a model predicts them is watched by the model itself, which reports its
 * replacement.
 *
 * <p>X. Fan, I. Grama, Q. Liu: Exponential inequalities for martingales with applications. Electronic Journal of
 * Probability 20,
 * 2015. Mixtures over the begin of a change: A. Shiryaev 1963, S. Roberts 1966; the weights bound the chance for a
 * life.
 */
final class FallDetector {
    /** The chance of a false alarm over the life of a bandit. */
    static final double ALPHA = 0.01;

    static final int BLOCK = 50;
    static final int CALIBRATION = 200;
    static final int STAKES = 10;

    private static final double LARGEST_STAKE = 0.9;
    private static final double RELEVANT = 0.1; // smallest part of the level that is a fall
    private static final double MOST_CUT = 0.05; // part of the rewards beyond the range of the first ones
    private static final int FEWEST_CUT = 50;
    private static final int FINEST = 8; // blocks of age for which each block is kept
    private static final int MOST_OPEN = 4_096; // blocks that wait for their decisions to end
    private static final int MOST_CLOSED = 2_048; // more than 2^63 blocks make
    private static final int SECTIONS = 14; // of the search for m, whose error is below .001 of ln E
    private static final double NEGLIGIBLE = -4; // logarithm of evidence that is not added up
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final double LN2 = StrictMath.log(2);
    private static final double WHOLE = 0.5; // weight of the whole trailing period
    private static final double PART = 1 / 14.0; // of each of its ends

    private static final double[] STAKE = new double[STAKES];
    private static final double[] COST = new double[STAKES];

    static {
        double stake = LARGEST_STAKE;
        for (int j = 0; j < STAKES; j++) {
            STAKE[j] = stake;
            COST[j] = -StrictMath.log1p(-stake) - stake;
            stake /= 2;
        }
    }

    /** How a decision ended. */
    enum End {
        /** With a reward. */
        REWARDED,
        /** Without one, at the end of its window. */
        EXPIRED,
        /** Without one, before the end of its window, as when its arm is retired. */
        WITHDRAWN
    }

    /**
     * A fall that was detected.
     *
     * @param missing whether fewer decisions than before are rewarded; otherwise rewards are lower
     * @param since estimated begin, when the first decision after it ended
     * @param before mean before it
     * @param after mean since
     * @param count number of rewards since, or of decisions if rewards are missing
     */
    record Fall(boolean missing, long since, double before, double after, long count) {
        private static Fall of(boolean missing, long since, Past before, Past after) {
            return missing
                    ? new Fall(true, since, before.arrivals.mean(), after.arrivals.mean(), Math.round(after.arrivals.n))
                    : new Fall(false, since, before.mean(), after.mean(), Math.round(after.rewards.n));
        }
    }

    /** Decisions with successive numbers. */
    private static final class Stretch {
        long begin; // number of its first block
        long time; // when the first decision ended
        long ended;
        long judged; // that ended with a reward or at the end of their windows
        long rewarded;
        double total; // of rewards
        double sum; // of u
        double squares;

        Stretch(long begin) {
            this.begin = begin;
        }

        void add(Stretch later) {
            time = ended == 0 ? later.time : time;
            ended += later.ended;
            judged += later.judged;
            rewarded += later.rewarded;
            total += later.total;
            sum += later.sum;
            squares += later.squares;
        }

        Stretch transfer(SavedFields saved) {
            begin = saved.any(begin);
            time = saved.any(time);
            ended = saved.count(ended);
            judged = saved.count(judged);
            rewarded = saved.count(rewarded);
            double[] sums = saved.numbers(new double[] {total, sum, squares});
            total = sums[0];
            sum = sums[1];
            squares = sums[2];
            saved.require(
                    rewarded <= judged && judged <= ended && sum >= 0 && squares >= 0, "an invalid stretch of rewards");
            return this;
        }
    }

    /** Number, sum and sum of squares of values between 0 and 1. */
    private record Sums(double n, double sum, double squares) {
        Sums minus(Sums other) {
            return new Sums(n - other.n, sum - other.sum, squares - other.squares);
        }

        double mean() {
            return sum / n;
        }

        double squaresAround(double m) {
            return Math.max(0, squares - 2 * m * sum + n * m * m);
        }

        /** Returns ln F+(m), or ln F-(m) if the sign is -1. */
        double logCapital(double m, double sign) {
            double gain = sign * (sum - n * m);
            double around = squaresAround(m);
            double largest = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < STAKES; j++) {
                largest = Math.max(largest, STAKE[j] * gain - COST[j] * around);
            }
            double all = 0;
            for (int j = 0; j < STAKES; j++) {
                all += StrictMath.exp(STAKE[j] * gain - COST[j] * around - largest);
            }
            return largest + StrictMath.log(all / STAKES);
        }

        /** Returns what no logarithm of a capital exceeds, as g is at least l^2 / 2. */
        double mostLogCapital(double m) {
            double gain = sum - n * m;
            return gain * gain / (2 * squaresAround(m));
        }
    }

    private final List<Stretch> closed = new ArrayList<>(); // oldest first, without gaps
    private final List<Stretch> open = new ArrayList<>(); // blocks, the first has the number next
    private long next; // number of the first block that is not closed
    private long latest = -1; // largest number of a block so far
    private long start; // number of the first block that counts
    private long begun; // times that it has begun anew

    private long learnt; // rewards since the range was begun
    private long cut; // of those, beyond the range
    private double least;
    private double most;

    /**
     * Adds the end of a decision; returns the fall that it reveals, if any.
     *
     * @param decision its number, from 1
     * @param value the reward, if there is one
     */
    Optional<Fall> ended(long decision, long time, End end, double value) {
        long block = (decision - 1) / BLOCK;
        latest = Math.max(latest, block);
        double u = 0;
        if (end == End.REWARDED) {
            if (learnt < CALIBRATION) {
                calibrate(value);
                return Optional.empty();
            }
            u = part(value);
        }
        if (learnt < CALIBRATION || block < next) {
            return Optional.empty();
        }
        Optional<Fall> fall = Optional.empty();
        while (block - next >= MOST_OPEN) {
            if (open.isEmpty()) {
                next = block;
            } else {
                fall = newer(fall, close());
            }
        }
        while (open.size() <= block - next) {
            open.add(new Stretch(next + open.size()));
        }
        Stretch stretch = open.get((int) (block - next));
        stretch.time = stretch.ended++ == 0 ? time : stretch.time;
        stretch.judged += end == End.WITHDRAWN ? 0 : 1;
        if (end == End.REWARDED) {
            stretch.rewarded++;
            stretch.total += value;
            stretch.sum += u;
            stretch.squares += u * u;
        }
        while (!open.isEmpty() && open.get(0).ended >= BLOCK) {
            fall = newer(fall, close());
        }
        return fall;
    }

    private static Optional<Fall> newer(Optional<Fall> fall, Optional<Fall> later) {
        return later.isPresent() ? later : fall;
    }

    // --- the range of rewards

    private void calibrate(double value) {
        least = learnt == 0 ? value : Math.min(least, value);
        most = learnt == 0 ? value : Math.max(most, value);
        if (++learnt == CALIBRATION) {
            begin(latest + 1);
        }
    }

    private void begin(long block) {
        closed.clear();
        open.clear();
        start = block;
        next = block;
    }

    /** Returns a reward as a part of the range. */
    private double part(double value) {
        learnt++;
        if (least == most && value != least) { // the first rewards were equal, and all since
            if (value < least) {
                closed.forEach(FallDetector::raise);
                open.forEach(FallDetector::raise);
            }
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        if (value < least || value > most) {
            cut++;
        }
        double range = most - least;
        return range > 0 && range < Double.POSITIVE_INFINITY
                ? (Math.max(least, Math.min(most, value)) - least) / range
                : 0;
    }

    private static void raise(Stretch stretch) {
        stretch.sum = stretch.rewarded;
        stretch.squares = stretch.rewarded;
    }

    // --- blocks

    private Optional<Fall> close() {
        closed.add(open.remove(0));
        next++;
        if (cut > FEWEST_CUT && cut > MOST_CUT * learnt) { // the range is that of other rewards
            learnt = 0;
            cut = 0;
            begun++;
            begin(latest + 1);
            return Optional.empty();
        }
        long now = next - start;
        for (int i = closed.size() - 1; i > 0; i--) {
            long k = closed.get(i).begin - start;
            if (k % Math.max(1, Long.highestOneBit((now - k) / FINEST)) != 0) {
                closed.get(i - 1).add(closed.get(i));
                closed.remove(i);
            }
        }
        return look();
    }

    /** Sums over the first stretches. */
    private record Past(Sums rewards, Sums arrivals, double total) {
        Past and(Stretch next) {
            return new Past(
                    new Sums(rewards.n + next.rewarded, rewards.sum + next.sum, rewards.squares + next.squares),
                    new Sums(arrivals.n + next.judged, arrivals.sum + next.rewarded, arrivals.squares + next.rewarded),
                    total + next.total);
        }

        Past minus(Past other) {
            return new Past(rewards.minus(other.rewards), arrivals.minus(other.arrivals), total - other.total);
        }

        double mean() {
            return total / rewards.n;
        }
    }

    private Optional<Fall> look() {
        int n = closed.size();
        Past[] past = new Past[n + 1];
        past[0] = new Past(new Sums(0, 0, 0), new Sums(0, 0, 0), 0);
        for (int i = 0; i < n; i++) {
            past[i + 1] = past[i].and(closed.get(i));
        }
        double threshold = StrictMath.log(2 * (begun + 1.0) * (begun + 2.0) / ALPHA);
        double all = 0; // sum of w v E, in units of the threshold
        double surest = 0; // largest ln E
        Fall fall = null;
        for (int i = 1; i < n; i++) {
            long k = closed.get(i).begin - start;
            double need = threshold - StrictMath.log(weight(k));
            long unit = Math.max(1, Long.highestOneBit(k) / 4);
            Past after = past[n].minus(past[i]);
            for (int s = 0; s < i; s++) {
                if ((closed.get(s).begin - start) % unit != 0) {
                    continue;
                }
                double needed = need - StrictMath.log(s == 0 ? WHOLE : PART);
                Past before = past[i].minus(past[s]);
                double lower = before.mean() - after.mean() >= RELEVANT * Math.abs(before.mean())
                        ? logE(before.rewards, after.rewards, needed + NEGLIGIBLE)
                        : 0;
                double missing = before.arrivals.mean() - after.arrivals.mean() >= RELEVANT * before.arrivals.mean()
                        ? logE(before.arrivals, after.arrivals, needed + NEGLIGIBLE)
                        : 0;
                all += (lower > 0 ? StrictMath.exp(lower - needed) : 0)
                        + (missing > 0 ? StrictMath.exp(missing - needed) : 0);
                if (Math.max(lower, missing) > surest) {
                    surest = Math.max(lower, missing);
                    fall = Fall.of(missing > lower, closed.get(i).time, before, after);
                }
            }
        }
        if (fall == null || !(all >= 1)) {
            return Optional.empty();
        }
        begun++;
        start = next;
        closed.clear();
        return Optional.of(fall);
    }

    /** Returns ln E; 0 if it is not more than a least value of interest. */
    private static double logE(Sums before, Sums after, double least) {
        if (!(before.mean() > after.mean())) {
            return 0;
        }
        double pooled = (before.sum + after.sum) / (before.n + after.n);
        if (before.mostLogCapital(pooled) + after.mostLogCapital(pooled) <= least) {
            return 0;
        }
        double low = after.mean();
        double high = before.mean();
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double atLeft = logCapital(before, after, left);
        double atRight = logCapital(before, after, right);
        for (int i = 0; i < SECTIONS && Math.min(atLeft, atRight) > least; i++) {
            if (atLeft < atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = logCapital(before, after, left);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = logCapital(before, after, right);
            }
        }
        double found = Math.min(atLeft, atRight);
        return found > least ? found : 0;
    }

    private static double logCapital(Sums before, Sums after, double m) {
        return before.logCapital(m, 1) + after.logCapital(m, -1);
    }

    /** Returns w_k. */
    private static double weight(long k) {
        double sum = 0;
        for (int o = 0; k % (1L << o) == 0; o++) {
            double i = k >> o;
            sum += LN2 * (1 / StrictMath.log(i + 1) - 1 / StrictMath.log(i + 2)) / ((o + 1.0) * (o + 2));
        }
        return sum;
    }

    void transfer(SavedFields saved) {
        next = saved.any(next);
        latest = saved.any(latest);
        start = saved.any(start);
        begun = saved.count(begun);
        learnt = saved.count(learnt);
        cut = saved.count(cut);
        double[] range = saved.numbers(new double[] {least, most});
        least = range[0];
        most = range[1];
        saved.list(closed, MOST_CLOSED, () -> new Stretch(0), stretch -> stretch.transfer(saved));
        saved.list(open, MOST_OPEN, () -> new Stretch(0), stretch -> stretch.transfer(saved));
        saved.require(start <= next && next <= latest + 1, "an invalid detector of falls");
        long begin = start;
        for (Stretch stretch : closed) {
            saved.require(stretch.begin >= begin && stretch.begin < next, "stretches out of order");
            begin = stretch.begin + 1;
        }
        for (int i = 0; i < open.size(); i++) {
            saved.require(open.get(i).begin == next + i, "blocks out of order");
        }
    }
}
