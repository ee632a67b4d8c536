package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import org.junit.jupiter.api.Test;

class LaplaceTsPoissonTest extends ExplorationPathContract {
    @Override
    public LaplaceTs create(int dimension) {
        return new LaplaceTs(Link.POISSON, dimension, 1);
    }

    @Override
    public LaplaceTs createVariant(int dimension) {
        return new LaplaceTs(Link.POISSON, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /** One count of 1000 at x = 1: m = 1000 - e^m = 6.900830527611, q = 1 + e^m. */
    @Test
    void modeAfterALargeCountIsExact() {
        LaplaceTs policy = create(1);
        policy.update(new double[] {1}, 1000, LaplaceTs.SPACE.preset());
        assertThat(policy.model().mean()[0]).isCloseTo(6.900830527611, within(1e-11));
        assertThat(1 / policy.model().variance(0)).isCloseTo(1 + 993.099169472389, within(1e-8));
    }
}
