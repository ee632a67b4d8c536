package dev.attune.lab;

import dev.attune.api.PolicyProvider;
import dev.attune.api.ProviderGroup;
import dev.attune.api.TunerProvider;
import dev.attune.lab.policy.LabPolicies;
import dev.attune.lab.tuner.LabTuners;
import java.util.List;

/** The policies and tuners that the lab adds to the catalogue, by the same mechanism as any other library. */
public final class LabProviders implements ProviderGroup {
    /** Creates the group; called by the service loader. */
    public LabProviders() {}

    @Override
    public List<PolicyProvider> policies() {
        return LabPolicies.all();
    }

    @Override
    public List<TunerProvider> tuners() {
        return LabTuners.all();
    }
}
