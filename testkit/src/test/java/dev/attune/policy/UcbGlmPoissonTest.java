package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import org.junit.jupiter.api.Test;

class UcbGlmPoissonTest extends ExplorationPathContract {
    @Override
    public UcbGlm create(int dimension) {
        return new UcbGlm(Link.POISSON, dimension, 1);
    }

    @Override
    public UcbGlm createVariant(int dimension) {
        return new UcbGlm(Link.POISSON, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }

    @Override
    public int streamLength() {
        return 20_000;
    }

    /** One reward y at x = 1: y - e^theta = theta. */
    @Test
    void estimateAfterOneCountSolvesTheScoreEquation() {
        assertThat(thetaAfter(3)).isCloseTo(0.792059968431, within(1e-5)); // 3 - 2.207940 = 0.792060
        assertThat(thetaAfter(0)).isCloseTo(-0.567143290410, within(1e-5)); // the omega constant
        assertThat(thetaAfter(1000)).isCloseTo(6.900830527611, within(1e-4)); // 1000 - 993.099169 = 6.900831
        assertThat(thetaAfter(1_000_000)).isCloseTo(13.8154967423721, within(2e-4));
    }

    private double thetaAfter(double y) {
        UcbGlm policy = create(1);
        policy.update(new double[] {1}, y, UcbGlm.SPACE.preset());
        return policy.model().mean()[0];
    }
}
