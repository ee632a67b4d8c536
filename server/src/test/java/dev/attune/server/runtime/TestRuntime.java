package dev.attune.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.journal.Disk;
import dev.attune.journal.JournalOptions;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** What tests of the runtime do all the time. */
final class TestRuntime {
    private TestRuntime() {}

    /** Without snapshots unless asked for, small segments, a disk that only claims to force. */
    static RuntimeOptions options(Path folder) {
        return RuntimeOptions.of(folder)
                .withWriters(2)
                .withSnapshots(Long.MAX_VALUE, Duration.ofDays(1))
                .withJournal(JournalOptions.DEFAULT.withSegmentBytes(1 << 18).withDisk(BreakableDisk.lazy()));
    }

    static BanditRuntime open(RuntimeOptions options) throws IOException {
        return BanditRuntime.open(options, RuntimeListener.NONE);
    }

    /** Keeps all warnings. */
    static RuntimeListener warnings(List<String> kept) {
        return new RuntimeListener() {
            @Override
            public void warning(String message) {
                kept.add(message);
            }
        };
    }

    static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** Why a stage failed. */
    static Throwable failure(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
        throw new AssertionError("it did not fail");
    }

    /** Returns the id of a decision. */
    static String decide(BanditRuntime runtime, String name, String clientId, int hour) {
        return join(runtime.decide(name, List.of(Sample.request(clientId, hour))))
                .get(0)
                .id();
    }

    static RewardOutcome reward(BanditRuntime runtime, String decision, String id, double value) {
        return join(runtime.reward(List.of(new RewardMessage(decision, id, value))))
                .get(0);
    }

    /** The ids of decisions in a folder. */
    static DecisionIds ids(Path folder) throws IOException {
        return DecisionIds.of(folder.resolve("secret"), false, Disk.REAL);
    }

    static void assertFails(CompletionStage<?> stage, ServiceException.Reason reason) {
        assertThat(failure(stage))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        failed -> assertThat(failed.reason()).isEqualTo(reason));
    }

    /** The state of every bandit, by name. */
    static Map<String, byte[]> states(BanditRuntime runtime) {
        Map<String, byte[]> states = new TreeMap<>();
        for (BanditView.Summary bandit : runtime.list("", Integer.MAX_VALUE)) {
            states.put(bandit.name(), join(runtime.state(bandit.name())));
        }
        return states;
    }

    static void assertSame(Map<String, byte[]> states, Map<String, byte[]> expected) {
        assertThat(states.keySet()).isEqualTo(expected.keySet());
        states.forEach((name, bytes) -> assertThat(Arrays.equals(bytes, expected.get(name)))
                .as("the state of %s is the same", name)
                .isTrue());
    }

    /** Opens the folder, compares all states with a clean replay of the whole journal, and closes it again. */
    static void assertRecoversToCleanReplay(RuntimeOptions options) throws IOException {
        Map<String, byte[]> states;
        try (BanditRuntime runtime = open(options.withClock(() -> 0))) { // so that no window ends meanwhile
            states = states(runtime);
        }
        assertSame(states, CleanReplay.of(options.folder()).states());
    }

    /** A clock that stands still until it is told otherwise. */
    static final class Hand {
        private final AtomicLong millis = new AtomicLong(1_000_000);

        long now() {
            return millis.get();
        }

        void forward(long by) {
            millis.addAndGet(by);
        }
    }
}
