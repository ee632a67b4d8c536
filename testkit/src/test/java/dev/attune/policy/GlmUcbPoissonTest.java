package dev.attune.policy;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;

class GlmUcbPoissonTest extends ExplorationPathContract {
    @Override
    public GlmUcb create(int dimension) {
        return new GlmUcb(Link.POISSON, dimension, 1);
    }

    @Override
    public GlmUcb createVariant(int dimension) {
        return new GlmUcb(Link.POISSON, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }

    @Override
    protected boolean linearMean() {
        return false;
    }

    @Override
    public int streamLength() {
        return 10_000;
    }
}
