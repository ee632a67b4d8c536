package dev.attune.policy;

import dev.attune.model.Link;

class SgdTsPoissonTest extends ExplorationPathContract {
    @Override
    SgdTs create(int dimension, double lambda) {
        return new SgdTs(Link.POISSON, dimension, 30, 10 * lambda, 5);
    }

    @Override
    boolean optimistic() {
        return false;
    }
}
