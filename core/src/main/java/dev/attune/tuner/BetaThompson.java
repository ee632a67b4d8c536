package dev.attune.tuner;

import dev.attune.api.MemoReader;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Thompson sampling with Beta counts over a candidate set, called OP by the paper.
 *
 * <pre>
 *   S_i = F_i = 1 for every candidate i
 *   suggest argmax theta_i, theta_i ~ Beta(S_i, F_i)
 *   after the reward y of candidate i:  r ~ Bernoulli(y cut to [0, 1]) ;  S_i += r ;  F_i += 1 - r
 * </pre>
 *
 * <p>Cost per round: K draws from a Beta distribution, about 4 K Gaussians and uniforms.
 *
 * <p>Where the paper is silent: the coin for r is a uniform number drawn with the suggestion and carried in its memo, r =
 * 1 where it is below y; so rewards need no generator, and the same reward delivered twice counts twice with the same
 * coin. Rewards outside [0, 1] are cut, as in the code of the paper.
 *
 * <p>Departures: none from the paper. The publication has binary rewards and no coin.
 *
 * <p>Bouneffouf, Claeys, "Hyper-parameter tuning for the contextual bandit", 2020 (OPLINUCB), as adapted by Kang, Hsieh,
 * Lee, TMLR 2024, section 5; the coin is that of Agrawal, Goyal, "Analysis of Thompson sampling for the multi-armed bandit
 * problem", COLT 2012, Algorithm 2.
 */
public final class BetaThompson implements Tuner {
    private final Candidates candidates;
    private final BetaCounts counts;

    /** Creates a tuner over these candidates. */
    public BetaThompson(Candidates candidates) {
        this.candidates = candidates;
        this.counts = new BetaCounts(candidates.size());
    }

    /** What a suggestion carries: the candidate, and the coin that turns its reward into a success or a failure. */
    private record Memo(int candidate, double coin) {
        static final int LENGTH = 2;

        double[] encode() {
            return new double[] {candidate, coin};
        }

        static Memo decode(Suggestion past, Candidates candidates, double reward) {
            MemoReader memo = past.credit(candidates.space(), LENGTH, reward);
            return new Memo(candidates.credited(past, memo.index("candidate", candidates.size())), memo.share("coin"));
        }
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        int i = counts.draw(rng);
        return new Suggestion(candidates.get(i), new Memo(i, rng.nextDouble()).encode());
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Memo memo = Memo.decode(past, candidates, reward);
        counts.add(memo.candidate, memo.coin < Math.max(0, Math.min(1, reward)));
    }

    /** Returns the expected success rate of a candidate, S / (S + F). */
    public double mean(int i) {
        return counts.mean(i);
    }

    /** Returns the candidates with their means; the probability of a candidate is known of its draws only. */
    @Override
    public TunerMap map() {
        return new TunerMap.Weighed(IntStream.range(0, candidates.size())
                .mapToObj(i -> new TunerMap.Candidate(candidates.get(i), Double.NaN, mean(i)))
                .toList());
    }

    @Override
    public String stateName() {
        return "BetaThompson/1";
    }

    @Override
    public void writeState(StateWriter out) {
        candidates.writeState(out);
        counts.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        candidates.requireState(in);
        counts.readState(in);
    }
}
