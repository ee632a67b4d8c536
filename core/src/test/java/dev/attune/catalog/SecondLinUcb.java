package dev.attune.catalog;

import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.policy.LinUcb;

/** A policy with a name that is taken; not registered, except by the test that wants to see it rejected. */
public final class SecondLinUcb implements PolicyProvider {
    @Override
    public String name() {
        return "LINUCB";
    }

    @Override
    public String summary() {
        return "another LinUCB";
    }

    @Override
    public Policy create(int dimension) {
        return new LinUcb(dimension);
    }
}
