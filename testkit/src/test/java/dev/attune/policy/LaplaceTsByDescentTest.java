package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.testkit.ExplorationPathContract;
import org.junit.jupiter.api.Test;

class LaplaceTsByDescentTest extends ExplorationPathContract {
    @Override
    public LaplaceTs create(int dimension) {
        return LaplaceTs.byDescent(dimension);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /**
     * One reward 1 at x = 1 from m = 0, q = 1; the gradient at w is w - 1 + s(w), -1/2 at the start.
     *
     * <p>Step 1: 0, 0.5, 0.377541, ... to the root 0.401058137542, where the gradient is shorter than 1e-4; as the
     * objective's curvature is at least 1, so is the distance to the root.
     *
     * <p>Step 1e-6, halved every 100 of 1000 iterations: the gradient stays at -1/2 to four digits, so w = 1/2 * 1e-6 *
     * 100 (1 + 1/2 + ... + 1/512) = 9.990e-5, less at most 1.25 * w of it.
     */
    @Test
    void modeIsAsFarAsTheStepsReach() {
        assertThat(modeWithStep(1)).isCloseTo(0.401058137542, within(1e-4));
        assertThat(modeWithStep(1e-6)).isCloseTo(9.990e-5, within(1.3e-8));
    }

    /** A plain step of 100 would jump to 50 and beyond; it is halved until it shortens the gradient. */
    @Test
    void stepTooLongIsShortened() {
        assertThat(modeWithStep(100)).isCloseTo(0.401058137542, within(1e-4));
    }

    private static double modeWithStep(double step) {
        LaplaceTs policy = LaplaceTs.byDescent(1);
        policy.update(new double[] {1}, 1, LaplaceTs.DESCENT_SPACE.setting(1, step));
        return policy.model().mean()[0];
    }
}
