package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.testkit.TunerContract;

/** The contract with radii that may all change with every reward, and a horizon that doubles. */
class ZoomingTsEstimatedNoiseTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new ZoomingTs(space, Horizon.unknown(), EpochLength.ofPaper(Horizon.unknown()), NoiseScale.estimated());
    }
}
