package dev.attune.bench.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code attune bench alarms}. */
@Tag("slow")
class AlarmBenchTest {
    /**
     * Falls by half of a click rate of .22 after 5,000 decisions are found within 1,600 by nearly all bandits, and
     * rewards that stop within 300: of four bandits one may be
     * missed. In ten runs of this benchmark none was.
     */
    @Test
    void fallsAreFoundSoon() {
        List<AlarmWorld> worlds = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            AlarmWorld world = AlarmWorld.create(0.22, false, seed);
            world.play(5_000);
            worlds.add(world);
        }
        assertThat(found(worlds, AlarmBench.Fall.BY_50, 1_600)).isGreaterThanOrEqualTo(3);
        assertThat(found(worlds, AlarmBench.Fall.BY_75, 800)).isGreaterThanOrEqualTo(3);
        assertThat(found(worlds, AlarmBench.Fall.ZERO, 300)).isGreaterThanOrEqualTo(3);
        assertThat(found(worlds, AlarmBench.Fall.MISSING, 300)).isGreaterThanOrEqualTo(3);
    }

    private static long found(List<AlarmWorld> worlds, AlarmBench.Fall fall, long most) {
        return worlds.stream()
                .filter(world -> !Double.isNaN(AlarmBench.delay(world, fall, most)))
                .count();
    }

    /**
     * One bandit in a hundred may have a false alarm in its whole life: two or more of twelve have probability 0.006.
     */
    @Test
    void hardlyAnyBanditRaisesAnAlarmIfItsRewardDoesNotFall() {
        int unfounded = 0;
        for (int seed = 0; seed < 6; seed++) {
            for (boolean late : new boolean[] {false, true}) {
                AlarmWorld world = AlarmWorld.create(0.1, late, seed);
                world.play(20_000);
                unfounded += world.fellWithoutCause() ? 1 : 0;
            }
        }
        assertThat(unfounded).isLessThanOrEqualTo(1);
    }

    @Test
    void theTableHasARowForEachFallAndEachConstantWorld() {
        List<AlarmBench.Row> rows = new ArrayList<>();
        AlarmBench.run(1, progress -> {}, rows::add);
        assertThat(rows).hasSize(2 * 2 * AlarmBench.Fall.values().length + 4);
        assertThat(rows.get(0).toText()).startsWith("-75 %").contains("5,000");
        assertThat(AlarmBench.Row.TITLES).startsWith("world");
    }
}
