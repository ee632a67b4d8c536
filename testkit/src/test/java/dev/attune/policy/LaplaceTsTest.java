package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LaplaceTsTest extends ExplorationPathContract {
    private static final Offset<Double> TWELVE_DIGITS = within(2e-12);

    @Override
    public LaplaceTs create(int dimension) {
        return new LaplaceTs(Link.LOGISTIC, dimension, 1);
    }

    @Override
    public LaplaceTs createVariant(int dimension) {
        return new LaplaceTs(Link.LOGISTIC, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /**
     * Chapelle and Li 2011, Algorithm 3, from m = (0, 0), q = (1, 1). The gradient of the objective vanishes at w = m + c
     * x/q where c = y - s(m'x + c v), s(z) = 1/(1 + e^-z), v = sum x_i^2/q_i.
     */
    @Test
    void roundsWorkedOutByHand() {
        LaplaceTs policy = new LaplaceTs(2);
        Setting one = LaplaceTs.SPACE.setting(1);
        double[] a = {1, 2};
        double[] b = {1, -1};
        ActionSet arms = ActionSet.ofRows(a, b, new double[] {0, 1});

        // Round 1: w = z = (0.5, 0.25): a: 1, b: 0.25, third: 0.25.
        assertThat(policy.select(arms, one, Worlds.giving(0.5, 0.25))).isEqualTo(0);
        // y = 1: v = 1 + 4 = 5, c = 1 - s(5 c), c = 0.235501052831: s(1.177505264154) = 0.764498947169.
        //   m = c (1, 2); s (1 - s) = 0.180040306946; q = (1 + 0.180040306946, 1 + 4 * 0.180040306946).
        double c1 = 0.235501052831;
        assertThat(1 - LogisticByHand.s(5 * c1)).isCloseTo(c1, TWELVE_DIGITS);
        policy.update(a, 1, one);
        assertPosterior(policy, c1, 2 * c1, 1.180040306946, 1.720161227785);

        // Round 2: z = (1, -2), u = z / sqrt q = (0.920558, -1.524908).
        //   a: 1.177505 + 0.920558 - 3.049817 = -0.951754;  b: -0.235501 + 2.445466 = 2.209965;  third: -1.053906.
        assertThat(policy.select(arms, one, Worlds.giving(1, -2))).isEqualTo(1);
        assertThat(Worlds.scored(policy, arms, Worlds.giving(1, -2)).bonus()[1])
                .isCloseTo(1 / Math.sqrt(1.180040306946) + 2 / Math.sqrt(1.720161227785), TWELVE_DIGITS);
        // y = 0: m'x = -0.235501052831, v = 1/1.180040306946 + 1/1.720161227785 = 1.428769535926,
        //   c = -s(-0.235501052831 + 1.428769535926 c), c = -0.330199979040.
        //   m = (0.235501052831 + c/1.180040306946, 0.471002105661 - c/1.720161227785).
        //   s (1 - s) = 0.330199979040 * 0.669800020960 = 0.221167952882, added to both q.
        double c2 = -0.330199979040;
        assertThat(-LogisticByHand.s(-0.235501052831 + 1.428769535926 * c2)).isCloseTo(c2, TWELVE_DIGITS);
        policy.update(b, 0, one);
        assertPosterior(policy, -0.044319879637, 0.662960844009, 1.401208259828, 1.941329180667);

        // Round 3: z = (0, 0.1): third: 0.662961 + 0.071771; explore = 0: a: 1.281602, b: -0.707281, third: 0.662961.
        assertThat(policy.select(arms, LaplaceTs.SPACE.setting(0), Worlds.giving(0, 0.1)))
                .isEqualTo(0);
        // x = (0, 1), y = 1: v = 1/1.941329180667, c = 1 - s(0.662960844009 + c v), c = 0.305675058944.
        //   Only the second coordinate moves: m_2 = 0.662960844009 + c v, q_2 += 0.305675058944 * 0.694324941056.
        double c3 = 0.305675058944;
        assertThat(1 - LogisticByHand.s(0.662960844009 + c3 / 1.941329180667)).isCloseTo(c3, TWELVE_DIGITS);
        policy.update(new double[] {0, 1}, 1, one);
        assertPosterior(policy, -0.044319879637, 0.820417426843, 1.401208259828, 2.153566997951);
    }

    private static void assertPosterior(LaplaceTs policy, double m1, double m2, double q1, double q2) {
        assertThat(policy.model().mean()).containsExactly(new double[] {m1, m2}, TWELVE_DIGITS);
        assertThat(1 / policy.model().variance(0)).isCloseTo(q1, TWELVE_DIGITS);
        assertThat(1 / policy.model().variance(1)).isCloseTo(q2, TWELVE_DIGITS);
    }
}
