package dev.attune.tuner;

import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** The same setting in every round: what a policy has without a tuner. */
public final class Fixed implements Tuner {
    private final Suggestion suggestion;

    /** Creates a tuner that always suggests this setting. */
    public Fixed(Setting setting) {
        this.suggestion = Suggestion.of(setting);
    }

    @Override
    public SettingSpace space() {
        return suggestion.setting().space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        return suggestion;
    }

    @Override
    public void observe(Suggestion past, double reward) {
        past.credit(space(), 0, reward); // learns nothing, but rejects what other tuners reject
    }

    @Override
    public int candidates() {
        return 1;
    }

    @Override
    public Setting candidate(int i) {
        return suggestion.setting();
    }

    @Override
    public double probability(int i) {
        return 1;
    }

    @Override
    public String stateName() {
        return "Fixed/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
