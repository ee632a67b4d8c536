package dev.attune.policy;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;

class GlocPoissonTest extends ExplorationPathContract {
    @Override
    public Gloc create(int dimension) {
        return new Gloc(Link.POISSON, dimension, 1, 2);
    }

    @Override
    public Gloc createVariant(int dimension) {
        return new Gloc(Link.POISSON, dimension, 0.3, 2);
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }
}
