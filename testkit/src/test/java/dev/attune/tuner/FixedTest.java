package dev.attune.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.TunerContract;

class FixedTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Fixed(space.preset());
    }

    @Override
    protected boolean learns() {
        return false;
    }
}
