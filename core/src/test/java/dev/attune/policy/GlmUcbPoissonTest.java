package dev.attune.policy;

import dev.attune.model.Link;

class GlmUcbPoissonTest extends ExplorationPathContract {
    @Override
    GlmUcb create(int dimension, double lambda) {
        return new GlmUcb(Link.POISSON, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return true;
    }

    @Override
    boolean linearMean() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }
}
