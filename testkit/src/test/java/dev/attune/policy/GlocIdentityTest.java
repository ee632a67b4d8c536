package dev.attune.policy;

import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;

class GlocIdentityTest extends ExplorationPathContract {
    @Override
    public Gloc create(int dimension) {
        return new Gloc(Link.IDENTITY, dimension, 1, 3);
    }

    @Override
    public Gloc createVariant(int dimension) {
        return new Gloc(Link.IDENTITY, dimension, 0.3, 3);
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
