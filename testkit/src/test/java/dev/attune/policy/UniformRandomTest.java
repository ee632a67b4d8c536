package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.SettingSpace;
import dev.attune.testkit.PolicyContract;
import dev.attune.testkit.Worlds;
import org.junit.jupiter.api.Test;

class UniformRandomTest extends PolicyContract {
    @Override
    public UniformRandom create(int dimension) {
        return new UniformRandom(dimension);
    }

    /** It learns nothing, so its regret is that of random choice, give or take the luck of 3,000 rounds. */
    @Override
    protected double shareOfRandomRegret() {
        return 1.1;
    }

    @Override
    protected boolean learns() {
        return false;
    }

    /**
     * 70,000 choices among 7 arms. A count has standard deviation sqrt(70000/7 * 6/7) = 92.6; seven counts within 5.4 of
     * them raise a false alarm in fewer than one of a million seeds. The seed is fixed.
     */
    @Test
    void everyArmIsEquallyLikely() {
        UniformRandom policy = new UniformRandom(1);
        ActionSet arms = Worlds.arms(Worlds.choice(1), 1, 7);
        int[] counts = new int[7];
        for (int t = 1; t <= 70_000; t++) {
            counts[policy.select(arms, SettingSpace.EMPTY.preset(), Worlds.choice(t))]++;
        }
        for (int count : counts) {
            assertThat((double) count).isCloseTo(10_000, within(5.4 * 92.6));
        }
    }
}
