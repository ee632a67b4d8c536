package dev.attune.lab.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** A uniformly random point of the search box in every round: what a tuner that learns nothing costs. */
public final class UniformPoint implements Tuner {
    private final SettingSpace space;

    /** Creates a tuner over this search box. */
    public UniformPoint(SettingSpace space) {
        this.space = space;
    }

    @Override
    public SettingSpace space() {
        return space;
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        double[] u = new double[space.size()];
        for (int i = 0; i < u.length; i++) {
            u[i] = rng.nextDouble();
        }
        return Suggestion.of(space.fromUnit(u));
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        suggestion.credit(space, 0, reward); // learns nothing, but rejects what other tuners reject
    }

    @Override
    public String stateName() {
        return "UniformPoint/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
