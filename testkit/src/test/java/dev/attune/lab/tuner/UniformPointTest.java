package dev.attune.lab.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.testkit.TunerContract;

class UniformPointTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new UniformPoint(space);
    }

    @Override
    protected boolean learns() {
        return false;
    }
}
