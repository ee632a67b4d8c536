package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import org.junit.jupiter.api.Test;

class PointPolicyTest {
    private static final ActionSet ARM = ActionSet.ofRows(new double[] {1});

    private final PointPolicy policy = new PointPolicy();

    @Test
    void itsSettingIsAPointOfTheUnitInterval() {
        assertThat(policy.space()).isSameAs(PointPolicy.SPACE);
        assertThat(policy.space().preset().get("point")).isEqualTo(0.5);
        assertThat(policy.space().fromUnit(0.3).get(0)).isEqualTo(0.3);
        assertThatThrownBy(() -> policy.space().setting(1.01)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> policy.space().setting(-0.01)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itPullsTheOneArmAndLearnsNothing() {
        byte[] before = Checkpoint.write(policy);
        Setting setting = policy.space().setting(0.7);

        assertThat(policy.dimension()).isEqualTo(1);
        assertThat(policy.select(ARM, setting, new RoundRandom(1, 1))).isZero();
        policy.update(new double[] {1}, 0.4, setting);

        assertThat(Checkpoint.write(policy)).isEqualTo(before);
    }

    @Test
    void itsStateMakesARoundTrip() {
        PointPolicy restored = new PointPolicy();

        Checkpoint.read(Checkpoint.write(policy), restored);

        assertThat(Checkpoint.write(restored)).isEqualTo(Checkpoint.write(policy));
        assertThat(restored.stateName()).isEqualTo("Point/1");
    }

    @Test
    void badInputIsRefused() {
        Setting foreign = LinUcb.SPACE.preset();
        Setting setting = policy.space().preset();

        assertThatThrownBy(() -> policy.select(ARM, foreign, new RoundRandom(1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> policy.select(ActionSet.ofRows(new double[] {1, 2}), setting, new RoundRandom(1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> policy.update(new double[] {1}, Double.NaN, setting))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
