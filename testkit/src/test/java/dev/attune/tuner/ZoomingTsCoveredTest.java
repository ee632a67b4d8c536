package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.testkit.TunerContract;

/** The contract with epochs that start from a cover of the search box. */
class ZoomingTsCoveredTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new ZoomingTs(space, Horizon.of(500), EpochLength.of(180), NoiseScale.of(0.2), ZoomingTs.Start.COVERED);
    }

    /** Not a law here: a point of the cover counts a reward of 0 that it did not earn. */
    @Override
    public void meansOfPointsAreWhatTheirSettingsEarned(int p) {}
}
