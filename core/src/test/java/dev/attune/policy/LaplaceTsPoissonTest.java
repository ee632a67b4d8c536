package dev.attune.policy;

import dev.attune.model.Link;

class LaplaceTsPoissonTest extends ExplorationPathContract {
    @Override
    LaplaceTs create(int dimension, double lambda) {
        return new LaplaceTs(Link.POISSON, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return false;
    }
}
