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
 * Pulls the first arm and learns nothing. Its hyperparameters are the coordinates of a point of [0, 1]^p, and that is what is
 * played: in an environment that pays for the setting itself, the tuner on top is the whole bandit.
 */
public final class PointPolicy implements Policy {
    /** One hyperparameter, {@code point}: accepted and searched in [0, 1], preset 0.5. */
    public static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("point", "x", 0, 1, 0, 1, Scale.LINEAR, 0.5));

    /** Two hyperparameters, {@code point} and {@code point2}, as the one of {@link #SPACE}. */
    public static final SettingSpace SQUARE = SettingSpace.of(
            SPACE.parameters().get(0), new Hyperparameter("point2", "y", 0, 1, 0, 1, Scale.LINEAR, 0.5));

    /** The policy that plays points of [0, 1]. */
    public static final PolicyProvider ENTRY = entry(SPACE);

    /** The policy that plays points of [0, 1]^2. */
    static final PolicyProvider SQUARE_ENTRY = entry(SQUARE);

    private final SettingSpace space;

    /** Creates a policy that plays points of [0, 1]. Its arms have one feature, which it ignores. */
    public PointPolicy() {
        this(SPACE);
    }

    private PointPolicy(SettingSpace space) {
        this.space = space;
    }

    /** Describes the policy for plans. It is not in the catalogue, because it is useless for bandit problems. */
    private static PolicyProvider entry(SettingSpace space) {
        return new PolicyProvider() {
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
                return new PointPolicy(space);
            }
        };
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public SettingSpace space() {
        return space;
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        Require.dimension(arms, 1);
        space.require(setting);
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
