package dev.attune.tuner;

import dev.attune.api.PathTuner;
import dev.attune.testkit.PathTunerContract;

class ValueOfInformationContractTest extends PathTunerContract {
    @Override
    public PathTuner tuner(int d) {
        return new ValueOfInformation(d);
    }
}
