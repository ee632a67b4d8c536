package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Setting;
import dev.attune.model.Link;
import org.junit.jupiter.api.Test;

class GlmTslIdentityTest extends ExplorationPathContract {
    @Override
    GlmTsl create(int dimension, double lambda) {
        return new GlmTsl(Link.IDENTITY, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }

    @Test
    void isLinTs() {
        GlmTsl policy = create(3, 0.4);
        LinTs linear = new LinTs(3, 0.4);
        Setting setting = LinTs.SPACE.setting(0.8);
        assertThat(Worlds.play(policy, 1, 500, setting)).isEqualTo(Worlds.play(linear, 1, 500, setting));
        assertThat(policy.model().mean()).containsExactly(linear.model().mean(), within(1e-10));
    }
}
