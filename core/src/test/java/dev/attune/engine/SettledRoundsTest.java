package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SettledRoundsTest {
    private static final long WINDOW = SettledRounds.WINDOW;

    private static SettledRounds copy(SettledRounds settled) {
        return Checkpoint.open(Checkpoint.seal("settled", settled::write), "settled", SettledRounds::read);
    }

    @Test
    void nothingIsSettledAtFirst() {
        SettledRounds settled = new SettledRounds(5);
        assertThat(settled.bandit()).isEqualTo(5);
        for (long round : new long[] {0, 1, 2, 63, 64, WINDOW, Long.MAX_VALUE}) {
            assertThat(settled.contains(round)).isFalse();
        }
    }

    @Test
    void aRoundIsForgottenWhenItLeavesTheWindow() {
        SettledRounds settled = new SettledRounds(1);
        settled.add(1);
        settled.add(2);
        settled.add(WINDOW);
        assertThat(settled.contains(1)).isTrue();
        settled.add(WINDOW + 1); // takes the place of round 1
        assertThat(settled.contains(1)).isFalse();
        assertThat(settled.contains(2)).isTrue();
        assertThat(settled.contains(WINDOW + 1)).isTrue();
        settled.add(WINDOW + 3); // takes the place of round 3, and round 2 leaves although round WINDOW + 2 is open
        assertThat(settled.contains(2)).isFalse();
        assertThat(settled.contains(WINDOW + 2)).isFalse();
        settled.add(1); // older than the window: not remembered, and no trace at the place of WINDOW + 1
        assertThat(settled.contains(1)).isFalse();
        assertThat(settled.contains(WINDOW + 1)).isTrue();
        assertThat(settled.contains(WINDOW)).isTrue();
    }

    @Test
    void aJumpBeyondTheWindowForgetsEverything() {
        SettledRounds settled = new SettledRounds(1);
        for (long round = 1; round <= WINDOW; round++) {
            settled.add(round);
        }
        settled.add(1_000_000_000_007L);
        assertThat(settled.contains(1_000_000_000_007L)).isTrue();
        for (long round = 1_000_000_000_007L - WINDOW; round < 1_000_000_000_007L; round++) {
            assertThat(settled.contains(round)).isFalse();
        }
    }

    /** Four windows of rounds, settled late and out of order, some never: against a set without a window. */
    @Test
    void agreesWithASetOfTheRoundsInTheWindow() {
        SettledRounds settled = new SettledRounds(1);
        TreeSet<Long> expected = new TreeSet<>();
        RoundRandom rng = new RoundRandom(3, 3);
        long latest = 0;
        for (int i = 0; i < 40_000; i++) {
            long made = 7L * i + 1;
            long round = Math.max(1, made - rng.nextInt(rng.nextInt(20) == 0 ? 80_000 : 300));
            latest = Math.max(latest, round);
            settled.add(round);
            if (round > latest - WINDOW) {
                expected.add(round);
            }
            expected.headSet(latest - WINDOW, true).clear();
            long probe = Math.max(0, made - rng.nextInt(90_000));
            assertThat(settled.contains(probe)).isEqualTo(expected.contains(probe));
            if (i % 8000 == 0) {
                settled = copy(settled);
            }
        }
        for (long round = latest - WINDOW - 10; round <= latest + 10; round++) {
            assertThat(settled.contains(round)).isEqualTo(expected.contains(round));
        }
    }

    @Test
    void isReadAsItWasWritten() {
        SettledRounds settled = new SettledRounds(-9);
        for (long round : new long[] {1, 64, 4096, 4097, 60_000, WINDOW + 5}) {
            settled.add(round);
        }
        SettledRounds read = copy(settled);
        assertThat(read.bandit()).isEqualTo(-9);
        for (long round = 0; round <= WINDOW + 10; round++) {
            assertThat(read.contains(round)).isEqualTo(settled.contains(round));
        }
        assertThat(Checkpoint.seal("s", read::write)).isEqualTo(Checkpoint.seal("s", settled::write));
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.open(
                        Checkpoint.seal("s", out -> {
                            out.writeLong(1);
                            out.writeLong(-1);
                        }),
                        "s",
                        SettledRounds::read));
    }

    @Test
    void memoryIsTakenWhenItIsNeeded() {
        SettledRounds settled = new SettledRounds(1);
        int empty = Checkpoint.seal("s", settled::write).length;
        settled.add(1);
        assertThat(Checkpoint.seal("s", settled::write)).hasSize(empty + 512); // a page of 4096 bits
        assertThat(empty).isLessThan(200);
    }
}
