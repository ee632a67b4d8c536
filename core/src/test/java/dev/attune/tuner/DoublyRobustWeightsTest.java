package dev.attune.tuner;

import dev.attune.api.PathTuner;

class DoublyRobustWeightsTest extends PathTunerContract {
    @Override
    PathTuner tuner(int d) {
        return new DoublyRobustWeights();
    }
}
