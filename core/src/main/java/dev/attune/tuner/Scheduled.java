package dev.attune.tuner;

import dev.attune.api.Schedule;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * A setting for every round by a rule that learns nothing: the baseline called theory, with the rule of a policy's
 * publication.
 *
 * <pre>
 *   suggest schedule(t)
 * </pre>
 *
 * <p>Cost per round: that of the rule.
 */
public final class Scheduled implements Tuner {
    private final Schedule schedule;
    private final SettingSpace space;
    private Setting last;

    /** Creates a tuner by a rule whose settings are all of one space. */
    public Scheduled(Schedule schedule) {
        this.schedule = schedule;
        this.last = schedule.at(1);
        this.space = last.space();
    }

    @Override
    public SettingSpace space() {
        return space;
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        last = space.require(schedule.at(t));
        return Suggestion.of(last);
    }

    @Override
    public void observe(Suggestion past, double reward) {
        past.credit(space, 0, reward); // learns nothing, but rejects what other tuners reject
    }

    @Override
    public int candidates() {
        return 1;
    }

    @Override
    public Setting candidate(int i) {
        return last;
    }

    @Override
    public double probability(int i) {
        return 1;
    }

    @Override
    public String stateName() {
        return "Scheduled/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
