package dev.attune.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.journal.ClockRepair;
import dev.attune.journal.Disk;
import dev.attune.journal.FolderLock;
import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that was wrong does not stop the windows. */
class SteadyClockTest {
    private static final long WINDOW = 1_000;

    @TempDir
    Path folder;

    private final TestRuntime.Hand hand = new TestRuntime.Hand();
    private final List<String> warnings = new ArrayList<>();

    private BanditRuntime open() throws IOException {
        return BanditRuntime.open(
                TestRuntime.options(folder).withMachineClock(hand::now), TestRuntime.warnings(warnings));
    }

    private static long waiting(BanditRuntime runtime) {
        return TestRuntime.join(runtime.inspect("x")).summary().counters().waiting();
    }

    @Test
    void aWindowEndsInTimeAfterAStartWithAClockThatWasFarAhead() throws IOException {
        try (BanditRuntime runtime = open()) {
            TestRuntime.join(runtime.create("x", Sample.definition(1, WINDOW), List.of(), "test"));
        }
        hand.forward(Duration.ofDays(20).toMillis());
        try (BanditRuntime runtime = open()) {
            TestRuntime.decide(runtime, "x", "", 1);
        }
        assertThat(warnings).isEmpty();
        hand.forward(-Duration.ofDays(20).toMillis());
        try (BanditRuntime runtime = open()) {
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0)).contains("ahead of this machine's clock", "repair --clock");
            String second = TestRuntime.decide(runtime, "x", "", 2);
            hand.forward(WINDOW / 2);
            assertThat(TestRuntime.reward(runtime, second, "", 1)).isEqualTo(RewardOutcome.COUNTED);
            assertThat(waiting(runtime)).isPositive();
            hand.forward(WINDOW);
            assertThat(waiting(runtime)).isZero();
            String third = TestRuntime.decide(runtime, "x", "", 3);
            hand.forward(2 * WINDOW);
            assertThat(TestRuntime.reward(runtime, third, "", 1)).isEqualTo(RewardOutcome.LATE);
        }
        TestRuntime.assertRecoversToCleanReplay(TestRuntime.options(folder));
    }

    @Test
    void datesAfterThePresentCanBeCorrected() throws IOException {
        try (BanditRuntime runtime = open()) {
            TestRuntime.join(runtime.create("x", Sample.definition(1, WINDOW), List.of(), "test"));
            TestRuntime.decide(runtime, "x", "", 1);
        }
        long present = hand.now() + 1;
        hand.forward(Duration.ofDays(20).toMillis());
        try (BanditRuntime runtime = open()) {
            TestRuntime.decide(runtime, "x", "", 2); // ends the window of the first one
            TestRuntime.decide(runtime, "x", "", 3);
        }
        hand.forward(-Duration.ofDays(20).toMillis());
        try (FolderLock lock = FolderLock.acquire(folder)) {
            assertThat(ClockRepair.of(lock.folder(), present).events()).isEqualTo(3);
            ClockRepair.carryOut(lock, present, Disk.REAL);
            assertThat(ClockRepair.of(lock.folder(), present)).isEqualTo(new ClockRepair(0, 0, hand.now()));
        }
        TestRuntime.assertRecoversToCleanReplay(TestRuntime.options(folder));
        try (BanditRuntime runtime = open()) {
            assertThat(warnings).isEmpty();
            assertThat(waiting(runtime)).isEqualTo(2);
            hand.forward(WINDOW);
            assertThat(waiting(runtime)).isZero();
        }
    }

    @Test
    void aWindowEndsInTimeAfterTheClockWasSetBackByTwoHours() throws IOException {
        try (BanditRuntime runtime = open()) {
            TestRuntime.join(runtime.create("x", Sample.definition(1, WINDOW), List.of(), "test"));
            TestRuntime.decide(runtime, "x", "", 1);
            hand.forward(-Duration.ofHours(2).toMillis());
            TestRuntime.decide(runtime, "x", "", 2);
            hand.forward(WINDOW * 10 / 9 + 10);
            assertThat(waiting(runtime)).isZero();
            assertThat(warnings).hasSize(1);
        }
    }

    @Test
    void oneStartMovesTimeByAMonthAtMostAndTheRestIsMadeUp() {
        SteadyClock clock = new SteadyClock(hand::now, warnings::add);
        long last = hand.now();
        hand.forward(Duration.ofDays(400).toMillis());
        clock.continueFrom(last);

        assertThat(clock.getAsLong()).isEqualTo(last + SteadyClock.FURTHEST.toMillis());
        assertThat(warnings).hasSize(1);
        for (int day = 0; day < 4_000; day++) {
            long before = clock.getAsLong();
            hand.forward(Duration.ofDays(1).toMillis());
            assertThat(clock.getAsLong() - before)
                    .isBetween(
                            Duration.ofDays(1).toMillis(), Duration.ofHours(27).toMillis());
        }
        assertThat(clock.getAsLong()).isEqualTo(hand.now());
    }

    @Test
    void timeThatIsAheadNeverGoesBackAndComesToTheClock() {
        SteadyClock clock = new SteadyClock(hand::now, warnings::add);
        hand.forward(-Duration.ofHours(2).toMillis());
        long before = clock.getAsLong();
        for (int i = 0; i < 20 * 3_600 + 1; i++) {
            hand.forward(i % 2 == 0 ? 1 : 2_000);
            long now = clock.getAsLong();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
        assertThat(clock.getAsLong()).isEqualTo(hand.now());
    }
}
