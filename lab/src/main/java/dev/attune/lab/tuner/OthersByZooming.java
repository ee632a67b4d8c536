package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.RegretBalancing;
import dev.attune.tuner.Zooming;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The exploration rate by ED2RB and all other hyperparameters by Zooming, both paid the same reward: to measure whether that
 * beats the presets of the others. Beside a tuner of the path, which sets the exploration rate itself, there is one candidate.
 */
final class OthersByZooming implements Tuner {
    private static final int MEMO = 3; // one number of ED2RB, two of Zooming

    private final Candidates rates; // with the others at their presets
    private final Tuner rate;
    private final Tuner others; // on the space without the exploration rate

    OthersByZooming(Candidates rates, Horizon horizon) {
        this.rates = rates;
        this.rate = new RegretBalancing(rates);
        Hyperparameter[] all = rates.space().parameters().toArray(Hyperparameter[]::new);
        if (all.length < 2) {
            throw new IllegalArgumentException("it needs a policy with more hyperparameters than the exploration rate");
        }
        this.others = new Zooming(SettingSpace.of(Arrays.copyOfRange(all, 1, all.length)), horizon);
    }

    @Override
    public SettingSpace space() {
        return rates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        Suggestion first = rate.suggest(t, rng);
        Suggestion rest = others.suggest(t, rng);
        double[] values = first.setting().toArray();
        System.arraycopy(rest.setting().toArray(), 0, values, 1, values.length - 1);
        return new Suggestion(space().setting(values), new double[] {first.memo()[0], rest.memo()[0], rest.memo()[1]});
    }

    @Override
    public void observe(Suggestion past, double reward) {
        double[] values = past.setting().toArray();
        int i = past.credit(space(), MEMO, reward).index("candidate", rates.size());
        Suggestion first = new Suggestion(space().with(space().preset(), 0, values[0]), Arrays.copyOf(past.memo(), 1));
        rates.credited(first, i); // before one of the two learns
        others.observe(
                new Suggestion(
                        others.space().setting(Arrays.copyOfRange(values, 1, values.length)),
                        Arrays.copyOfRange(past.memo(), 1, MEMO)),
                reward);
        rate.observe(first, reward);
    }

    @Override
    public String stateName() {
        return "ED2RB and Zooming/1";
    }

    @Override
    public void writeState(StateWriter out) {
        rate.writeState(out);
        others.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        rate.readState(in);
        others.readState(in);
    }
}
