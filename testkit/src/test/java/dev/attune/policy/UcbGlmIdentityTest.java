package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Setting;
import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.junit.jupiter.api.Test;

class UcbGlmIdentityTest extends ExplorationPathContract {
    @Override
    public UcbGlm create(int dimension) {
        return new UcbGlm(Link.IDENTITY, dimension, 1);
    }

    @Override
    public UcbGlm createVariant(int dimension) {
        return new UcbGlm(Link.IDENTITY, dimension, 0.3);
    }

    @Override
    protected double orderTolerance() {
        return 1e-9;
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
        return 10_000;
    }

    @Test
    void isLinUcb() {
        UcbGlm policy = createVariant(3);
        LinUcb linear = new LinUcb(3, 0.3);
        Setting setting = LinUcb.SPACE.setting(0.8);
        assertThat(Worlds.play(policy, 1, 500, setting)).isEqualTo(Worlds.play(linear, 1, 500, setting));
        assertThat(policy.model().mean()).containsExactly(linear.model().mean(), within(1e-10));
    }
}
