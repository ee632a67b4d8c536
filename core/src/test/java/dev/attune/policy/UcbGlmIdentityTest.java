package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Setting;
import dev.attune.model.Link;
import org.junit.jupiter.api.Test;

class UcbGlmIdentityTest extends ExplorationPathContract {
    @Override
    UcbGlm create(int dimension, double lambda) {
        return new UcbGlm(Link.IDENTITY, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return true;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }

    @Test
    void isLinUcb() {
        UcbGlm policy = create(3, 0.4);
        LinUcb linear = new LinUcb(3, 0.4);
        Setting setting = LinUcb.SPACE.setting(0.8);
        assertThat(Worlds.play(policy, 1, 500, setting)).isEqualTo(Worlds.play(linear, 1, 500, setting));
        assertThat(policy.model().mean()).containsExactly(linear.model().mean(), within(1e-10));
    }
}
