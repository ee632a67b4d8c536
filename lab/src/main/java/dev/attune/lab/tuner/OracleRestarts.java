package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * {@link ZoomingTs} restarted exactly when the world changes: a yardstick for simulations, where the changes are known.
 *
 * <p>Cost per round: that of {@link ZoomingTs}.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR
 * 2024, the contender "Oracle" in the experiments with a switching environment.
 */
public final class OracleRestarts implements Tuner {
    private final ZoomingTs zooming;
    private final long[] changes;
    private int passed; // changes that have been met

    /**
     * Creates a tuner that knows the change points.
     *
     * @param changes the first round of every stationary interval but the first one, ascending
     */
    public OracleRestarts(SettingSpace space, Horizon horizon, NoiseScale noise, long... changes) {
        for (int i = 0; i < changes.length; i++) {
            if (changes[i] <= (i == 0 ? 1 : changes[i - 1])) {
                throw new IllegalArgumentException(
                        "change points must ascend and lie after round 1, but are " + Arrays.toString(changes));
            }
        }
        this.zooming = new ZoomingTs(space, horizon, EpochLength.endless(), noise);
        this.changes = changes.clone();
    }

    @Override
    public SettingSpace space() {
        return zooming.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        int due = passed;
        while (due < changes.length && t >= changes[due]) {
            due++;
        }
        if (due > passed) {
            passed = due;
            zooming.restart();
        }
        return zooming.suggest(t, rng);
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        zooming.observe(suggestion, reward);
    }

    @Override
    public TunerMap map() {
        return zooming.map();
    }

    @Override
    public String stateName() {
        return "OracleRestarts/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(Integer.toString(Arrays.hashCode(changes)));
        out.writeInt(passed);
        zooming.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("change points with hash", Integer.toString(Arrays.hashCode(changes)));
        passed = in.readCount(changes.length);
        zooming.readState(in);
    }
}
