package dev.attune.policy;

import dev.attune.model.Link;

class GlocIdentityTest extends ExplorationPathContract {
    @Override
    Gloc create(int dimension, double lambda) {
        return new Gloc(Link.IDENTITY, dimension, lambda, 3);
    }

    @Override
    boolean optimistic() {
        return true;
    }
}
