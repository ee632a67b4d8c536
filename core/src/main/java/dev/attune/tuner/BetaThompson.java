package dev.attune.tuner;

import dev.attune.api.Tuner;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
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
 *   after the reward y of candidate i:  r ~ Bernoulli(y) ;  S_i += r ;  F_i += 1 - r
 * </pre>
 *
 * <p>Cost per round: K draws from a Beta distribution, about 4 K Gaussians and uniforms.
 *
 * <p>Where the paper is silent: the coin for r is a uniform number drawn with the suggestion and carried in its memo, r =
 * 1 where it is below y; so rewards need no generator, and the same reward told twice counts twice with the same coin.
 *
 * <p>Departures: none from the paper. The publication has binary rewards and no coin.
 *
 * <p>Bouneffouf, Claeys, "Hyper-parameter tuning for the contextual bandit", 2020 (OPLINUCB), as adapted by Kang, Hsieh,
 * Lee, TMLR 2024, section 5; the coin is that of Agrawal, Goyal, "Analysis of Thompson sampling for the multi-armed bandit
 * problem", COLT 2012, Algorithm 2.
 */
public final class BetaThompson implements Tuner {
    private static final int MEMO = 2; // candidate, coin

    private final Candidates candidates;
    private final BetaCounts counts;

    /** Over these candidates. */
    public BetaThompson(Candidates candidates) {
        this.candidates = candidates;
        this.counts = new BetaCounts(candidates.size());
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        int i = counts.draw(rng);
        return new Suggestion(candidates.get(i), new double[] {i, rng.nextDouble()});
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Credit.require(space(), past, MEMO, reward);
        int i = candidates.credited(past, past.memo()[0]);
        double coin = Credit.share("coin", past.memo()[1]);
        counts.add(i, coin < reward);
    }

    /** The expected success rate of a candidate, S / (S + F). */
    public double mean(int i) {
        return counts.mean(i);
    }

    /** With means; what the probability of a candidate was, only its draws could tell. */
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
