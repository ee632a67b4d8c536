package dev.attune.policy;

import dev.attune.model.Link;

class GlmTslPoissonTest extends ExplorationPathContract {
    @Override
    GlmTsl create(int dimension, double lambda) {
        return new GlmTsl(Link.POISSON, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }
}
