package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Require;
import dev.attune.api.Scale;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Pulls the first arm and learns nothing. Its one hyperparameter is a point of [0, 1], and that is what is played: in an
 * environment that pays for the setting itself, the tuner on top is the whole bandit.
 */
public final class PointPolicy implements Policy {
    /** One hyperparameter, {@code point}: accepted and searched in [0, 1], preset 0.5. */
    public static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("point", "x", 0, 1, 0, 1, Scale.LINEAR, 0.5));

    /** What a plan needs to know of it. It is not in the catalogue: in a bandit problem it would be of no use. */
    public static final PolicyProvider ENTRY = new PolicyProvider() {
        @Override
        public String name() {
            return "Point";
        }

        @Override
        public String summary() {
            return "plays the point that is its setting";
        }

        @Override
        public Policy create(int dimension) {
            return new PointPolicy();
        }
    };

    /** For arms with one feature, which it ignores. */
    public PointPolicy() {}

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public SettingSpace space() {
        return SPACE;
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        Require.dimension(arms, 1);
        SPACE.require(setting);
        return 0;
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
    }

    @Override
    public String stateName() {
        return "Point/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
