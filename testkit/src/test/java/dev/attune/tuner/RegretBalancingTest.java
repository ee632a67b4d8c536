package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegretBalancingTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new RegretBalancing(Few.of(space));
    }

    /** A potential grows at most twofold with a reward. */
    @Override
    protected boolean dependsOnOrder() {
        return true;
    }

    /**
     * Candidate 0 always earns 1, candidate 1 always 0; c = dMin = 0.1, delta = 1/2, so bonus(n) = 0.1 sqrt(ln(4 max(1, ln
     * n)) / n). Potential of candidate 0: 0.1 sqrt(n). Candidate 1 has a certain regret of about 0.8 a round, far above
     * twice its potential, so that doubles each time.
     */
    @Test
    void firstSevenRoundsByHand() {
        RegretBalancing tuner = new RegretBalancing(two(), 0.1, 0.1, 0.5);
        int[] chosen = {0, 0, 1, 0, 0, 0, 1};
        double[] potential0 = {0.1, 0.1414214, 0.1414214, 0.1732051, 0.2, 0.2236068, 0.2236068};
        double[] potential1 = {0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.4};
        for (int t = 1; t <= 7; t++) {
            Suggestion suggestion = tuner.suggest(t, new RoundRandom(1, t));
            assertThat(suggestion.memo()).as("round %d", t).containsExactly(chosen[t - 1]);
            assertThat(tuner.probability(chosen[t - 1])).isEqualTo(1);
            tuner.observe(suggestion, 1 - chosen[t - 1]);
            assertThat(tuner.potential(0)).as("round %d", t).isCloseTo(potential0[t - 1], within(1e-6));
            assertThat(tuner.potential(1)).as("round %d", t).isCloseTo(potential1[t - 1], within(1e-6));
        }
    }

    /** Between the two clips the potential is n (gap - both bonuses): here n_0 = 10 ones and n_1 = 4 rewards of 0.6. */
    @Test
    void potentialIsTheCertainRegret() {
        RegretBalancing tuner = new RegretBalancing(two(), 0.1, 0.1, 0.5);
        Suggestion zero = new Suggestion(two().get(0), new double[] {0});
        Suggestion one = new Suggestion(two().get(1), new double[] {1});
        for (int k = 0; k < 10; k++) {
            tuner.observe(zero, 1);
        }
        for (int k = 0; k < 4; k++) {
            tuner.observe(one, 0.6);
        }
        double bonus0 = 0.1 * Math.sqrt(Math.log(4 * Math.log(10)) / 10);
        double bonus1 = 0.1 * Math.sqrt(Math.log(4 * Math.log(4)) / 4);
        double regret = 4 * (1 - bonus0 - 0.6 - bonus1);
        assertThat(regret).isBetween(1.0, 1.2); // two doublings of 0.1 would not reach it, four do
        assertThat(tuner.potential(1)).isCloseTo(regret, within(1e-12));
    }

    @Test
    void potentialNeverFalls() {
        RegretBalancing tuner = new RegretBalancing(two());
        Suggestion zero = new Suggestion(two().get(0), new double[] {0});
        double before = tuner.potential(0);
        for (int k = 0; k < 300; k++) {
            tuner.observe(zero, new RoundRandom(2, k).nextDouble());
            assertThat(tuner.potential(0)).isBetween(before, 2 * before);
            before = tuner.potential(0);
        }
    }

    @Test
    void candidatesTakeTurnsWhileRewardsAreOnTheirWay() {
        RegretBalancing tuner = new RegretBalancing(Few.six());
        for (int turn = 0; turn < 5; turn++) {
            Set<Double> chosen = new HashSet<>();
            for (int t = 1; t <= 6; t++) {
                chosen.add(tuner.suggest(6 * turn + t, new RoundRandom(1, t)).memo()[0]);
            }
            assertThat(chosen).hasSize(6);
        }
    }

    @Test
    void findsTheBestCandidate() {
        assertThat(Few.shareOfBest(new RegretBalancing(Few.six()), 4000)).isGreaterThan(0.8);
    }

    @Test
    void badConstantsAreRefusedByName() {
        refuses(0, 1, 0.1, "c = 0.0");
        refuses(1, -1, 0.1, "dMin = -1.0");
        refuses(1, 1, 0, "delta = 0.0");
        refuses(1, 1, 1, "delta = 1.0");
    }

    private static void refuses(double c, double dMin, double delta, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RegretBalancing(two(), c, dMin, delta))
                .withMessageContaining(reason);
    }

    private static Candidates two() {
        return Candidates.product(Stories.space(1), new double[] {1, 2});
    }
}
