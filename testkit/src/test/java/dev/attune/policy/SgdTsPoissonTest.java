package dev.attune.policy;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;

class SgdTsPoissonTest extends ExplorationPathContract {
    @Override
    public SgdTs create(int dimension) {
        return new SgdTs(Link.POISSON, dimension, 30, 10, 5);
    }

    @Override
    public SgdTs createVariant(int dimension) {
        return new SgdTs(Link.POISSON, dimension, 30, 3, 5);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }
}
