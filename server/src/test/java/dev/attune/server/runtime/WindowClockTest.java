package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.decide;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static dev.attune.server.runtime.TestRuntime.reward;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Windows end in time, whoever is awake. */
@Timeout(60)
class WindowClockTest {
    private final TestRuntime.Hand hand = new TestRuntime.Hand();

    @TempDir
    private Path folder;

    @Test
    void aWindowEndsWithoutTraffic() throws IOException, InterruptedException {
        try (BanditRuntime runtime = open(options(folder).withClock(hand::now))) {
            join(runtime.create("a", Sample.definition(1, 1_000), List.of(), "me"));
            String rewarded = decide(runtime, "a", "", 1);
            decide(runtime, "a", "", 2);
            reward(runtime, rewarded, "", 1);
            hand.forward(999);
            assertThat(reward(runtime, rewarded, "", 1)).isEqualTo(RewardOutcome.NOT_FIRST);
            hand.forward(1);
            awaitNoneWaiting(runtime);
            assertThat(runtime.list("", 1).get(0).counters().learnt()).isEqualTo(1);
            assertThat(runtime.list("", 1).get(0).counters().expired()).isEqualTo(1);
        }
    }

    @Test
    void aRewardAfterTheWindowIsLateEvenIfNobodyHasEndedItYet() throws IOException {
        try (BanditRuntime runtime = open(options(folder).withClock(hand::now))) {
            join(runtime.create("a", Sample.definition(1, 1_000), List.of(), "me"));
            for (int i = 0; i < 50; i++) {
                String decision = decide(runtime, "a", "", i);
                hand.forward(1_000);
                assertThat(reward(runtime, decision, "", 1)).isEqualTo(RewardOutcome.LATE);
            }
        }
    }

    @Test
    void windowsOfBanditsThatLeftMemoryEndToo() throws IOException, InterruptedException {
        try (BanditRuntime runtime = open(options(folder).withResidents(2).withClock(hand::now))) {
            for (int i = 0; i < 10; i++) {
                join(runtime.create("b" + i, Sample.definition(i, 1_000 + i), List.of(), "me"));
                decide(runtime, "b" + i, "", i);
            }
            hand.forward(2_000);
            awaitNoneWaiting(runtime);
        }
    }

    @Test
    void windowsThatWereOverWhileNobodyRanEndAfterTheStart() throws IOException, InterruptedException {
        try (BanditRuntime runtime = open(options(folder).withClock(hand::now))) {
            join(runtime.create("a", Sample.definition(1, 1_000), List.of(), "me"));
            decide(runtime, "a", "", 1);
        }
        hand.forward(5_000);
        try (BanditRuntime runtime = open(options(folder).withClock(hand::now))) {
            awaitNoneWaiting(runtime);
        }
    }

    private static void awaitNoneWaiting(BanditRuntime runtime) throws InterruptedException {
        while (runtime.waiting() > 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
