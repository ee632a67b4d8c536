package dev.attune.catalog;

import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.tuner.Fixed;

/** A tuner of another library: registered as a service of the tests. */
public final class ProvidedTuner implements TunerProvider {
    private final String name;

    /** Creates the provider; called by the service loader. */
    public ProvidedTuner() {
        this("Provided");
    }

    ProvidedTuner(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "a tuner that the class path provides";
    }

    @Override
    public Tuning tune(Policy policy, Horizon horizon, double[] candidates) {
        return Tuning.of(new Fixed(policy.space().preset()));
    }
}
