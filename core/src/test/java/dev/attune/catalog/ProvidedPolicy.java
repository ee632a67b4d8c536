package dev.attune.catalog;

import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.policy.UniformRandom;

/** A policy of another library: registered as a service of the tests. */
public final class ProvidedPolicy implements PolicyProvider {
    @Override
    public String name() {
        return "Provided";
    }

    @Override
    public String summary() {
        return "a policy that the class path provides";
    }

    @Override
    public String citation() {
        return "Nobody: On being provided. NIPS 2000";
    }

    @Override
    public Policy create(int dimension) {
        return new UniformRandom(dimension);
    }
}
