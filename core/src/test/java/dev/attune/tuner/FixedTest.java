package dev.attune.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;

class FixedTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Fixed(space.preset());
    }

    @Override
    boolean learns() {
        return false;
    }
}
