package dev.attune.tuner;

import dev.attune.api.PathTuner;

class ValueOfInformationTest extends PathTunerContract {
    @Override
    PathTuner tuner(int d) {
        return new ValueOfInformation(d);
    }
}
