package dev.attune.engine;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Suggests a random point of its box and remembers everything that happens to it. */
final class RecordingTuner implements Tuner {
    private final SettingSpace space;
    final List<Long> rounds = new ArrayList<>();
    final List<Suggestion> suggested = new ArrayList<>();
    final List<Suggestion> observed = new ArrayList<>();
    final List<Double> rewards = new ArrayList<>();

    RecordingTuner(SettingSpace space) {
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
        Suggestion suggestion = new Suggestion(space.fromUnit(u), new double[] {t, 0.25, -7});
        rounds.add(t);
        suggested.add(suggestion);
        return suggestion;
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        observed.add(suggestion);
        rewards.add(reward);
    }

    @Override
    public String stateName() {
        return "recording";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
