package dev.attune.policy;

import dev.attune.model.Link;

class GlocPoissonTest extends ExplorationPathContract {
    @Override
    Gloc create(int dimension, double lambda) {
        return new Gloc(Link.POISSON, dimension, lambda, 2);
    }

    @Override
    boolean optimistic() {
        return true;
    }
}
