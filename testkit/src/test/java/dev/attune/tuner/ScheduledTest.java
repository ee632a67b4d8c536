package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ScheduledTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Scheduled(t -> at(space, t));
    }

    private static Setting at(SettingSpace space, long t) {
        double[] u = new double[space.size()];
        Arrays.fill(u, 1.0 / t);
        return space.fromUnit(u);
    }

    @Override
    protected boolean learns() {
        return false;
    }

    @Test
    void suggestsWhatTheRuleSays() {
        SettingSpace space = Stories.space(1);
        Scheduled tuner = new Scheduled(t -> space.setting(9 + t)); // outside the search box, as theory often is
        for (int t = 1; t <= 5; t++) {
            Setting suggested = tuner.suggest(t, new RoundRandom(1, t)).setting();
            assertThat(suggested.get(0)).isEqualTo(9.0 + t);
            assertThat(tuner.candidate(0)).isEqualTo(suggested);
        }
    }

    @Test
    void ruleThatChangesItsSpaceIsRefused() {
        Scheduled tuner = new Scheduled(t -> Stories.space(t == 1 ? 1 : 2).preset());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.suggest(2, new RoundRandom(1, 2)))
                .withMessageContaining("does not fit");
    }
}
