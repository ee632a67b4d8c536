package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GridUcb1Test extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new GridUcb1(space);
    }

    @Test
    void everyPointOfTheGridIsTriedOnceAndThenTheBestMost() {
        GridUcb1 tuner = new GridUcb1(Stories.space(1));
        Set<Double> tried = new HashSet<>();
        int best = 0;
        for (int t = 1; t <= 3000; t++) {
            Suggestion s = Stories.suggest(tuner, t);
            double u = s.setting().space().toUnit(s.setting())[0];
            tried.add(u);
            assertThat(tried).hasSize(Math.min(t, 30));
            best += s.memo()[0] == 12 ? 1 : 0; // (12 + 1/2) / 30 = 0.4167
            tuner.observe(s, 1 - Math.abs(u - 0.41));
        }
        assertThat(best).isGreaterThan(300);
    }
}
