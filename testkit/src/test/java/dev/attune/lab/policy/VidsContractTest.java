package dev.attune.lab.policy;

import dev.attune.testkit.PolicyContract;

class VidsContractTest extends PolicyContract {
    @Override
    public Vids create(int dimension) {
        return new Vids(dimension);
    }

    @Override
    public Vids createVariant(int dimension) {
        return new Vids(dimension, 0.3);
    }
}
