package dev.attune.tuner;

import dev.attune.api.PathTuner;

class RandUcbTest extends PathTunerContract {
    @Override
    PathTuner tuner(int d) {
        return new RandUcb();
    }
}
