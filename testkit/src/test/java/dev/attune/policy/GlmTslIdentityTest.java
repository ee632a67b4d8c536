package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Setting;
import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.junit.jupiter.api.Test;

class GlmTslIdentityTest extends ExplorationPathContract {
    @Override
    public GlmTsl create(int dimension) {
        return new GlmTsl(Link.IDENTITY, dimension, 1);
    }

    @Override
    public GlmTsl createVariant(int dimension) {
        return new GlmTsl(Link.IDENTITY, dimension, 0.3);
    }

    @Override
    protected double orderTolerance() {
        return 1e-9;
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }

    @Test
    void isLinTs() {
        GlmTsl policy = createVariant(3);
        LinTs linear = new LinTs(3, 0.3);
        Setting setting = LinTs.SPACE.setting(0.8);
        assertThat(Worlds.play(policy, 1, 500, setting)).isEqualTo(Worlds.play(linear, 1, 500, setting));
        assertThat(policy.model().mean()).containsExactly(linear.model().mean(), within(1e-10));
    }
}
