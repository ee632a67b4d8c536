package dev.attune.policy;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;

class GlmTslPoissonTest extends ExplorationPathContract {
    @Override
    public GlmTsl create(int dimension) {
        return new GlmTsl(Link.POISSON, dimension, 1);
    }

    @Override
    public GlmTsl createVariant(int dimension) {
        return new GlmTsl(Link.POISSON, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }
}
