package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** Every arm with the same probability, learning nothing: the yardstick at the bottom of every report. */
public final class UniformRandom implements Policy {
    private final int d;

    /** For arms with this many features, which it ignores; 0 for sparse arms. */
    public UniformRandom(int dimension) {
        this.d = dimension == 0 ? 0 : Require.positive("dimension", dimension);
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public SettingSpace space() {
        return SettingSpace.EMPTY;
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        SettingSpace.EMPTY.require(setting);
        return rng.nextInt(Require.dimension(arms, d).arms());
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
    }

    @Override
    public String stateName() {
        return "Random/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDouble(d);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("dimension", d);
    }
}
