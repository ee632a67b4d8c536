package dev.attune.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.live.Change;
import dev.attune.server.Visitors.Visitor;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PlaygroundTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void anotherStoryIsBestForAnotherReader() {
        Visitors visitors = new Visitors(1);
        Set<Integer> best = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Visitor visitor = visitors.next();
            int favourite = 0;
            for (int story = 1; story < Visitors.STORIES.size(); story++) {
                favourite = visitor.chance(story) > visitor.chance(favourite) ? story : favourite;
            }
            best.add(favourite);
        }
        assertThat(best).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void theSameSeedBringsTheSameReaders() {
        assertThat(new Visitors(5).next()).isEqualTo(new Visitors(5).next());
        assertThat(new Visitors(5).next()).isNotEqualTo(new Visitors(6).next());
    }

    @Test
    void bothBanditsLearnAndASecondStartFindsThemThere(@TempDir Path folder) throws Exception {
        RuntimeOptions options = RuntimeOptions.of(folder);
        long before;
        try (BanditRuntime runtime = BanditRuntime.open(options, RuntimeListener.NONE)) {
            try (Playground playground = Playground.start(runtime, 1)) {
                assertThat(playground).isNotNull();
                awaitLearning(runtime, Playground.DEFAULT, 20);
                awaitLearning(runtime, Playground.ZOOMING, 20);
            }
            before = learnt(runtime, Playground.DEFAULT);
        }
        try (BanditRuntime runtime = BanditRuntime.open(options, RuntimeListener.NONE);
                Playground playground = Playground.start(runtime, 2)) {
            assertThat(playground).isNotNull();
            awaitLearning(runtime, Playground.DEFAULT, before + 20);
        }
    }

    @Test
    void aPausedBanditGetsNoReadersUntilItIsBack(@TempDir Path folder) throws Exception {
        try (BanditRuntime runtime = BanditRuntime.open(RuntimeOptions.of(folder), RuntimeListener.NONE);
                Playground playground = Playground.start(runtime, 1)) {
            assertThat(playground).isNotNull();
            awaitLearning(runtime, Playground.DEFAULT, 1);
            change(runtime, Change.What.PAUSE);
            long paused = decisions(runtime);
            awaitLearning(runtime, Playground.ZOOMING, learnt(runtime, Playground.ZOOMING) + 20);
            assertThat(decisions(runtime)).isEqualTo(paused);
            change(runtime, Change.What.RESUME);
            awaitLearning(runtime, Playground.DEFAULT, paused + 1);
        }
    }

    private static void change(BanditRuntime runtime, Change.What what) {
        runtime.change(Playground.DEFAULT, new Change(what, "", "test"))
                .toCompletableFuture()
                .join();
    }

    private static long learnt(BanditRuntime runtime, String bandit) {
        return runtime.inspect(bandit)
                .toCompletableFuture()
                .join()
                .summary()
                .counters()
                .learnt();
    }

    private static long decisions(BanditRuntime runtime) {
        return runtime.inspect(Playground.DEFAULT)
                .toCompletableFuture()
                .join()
                .summary()
                .counters()
                .decisions();
    }

    private static void awaitLearning(BanditRuntime runtime, String bandit, long atLeast)
            throws InterruptedException, IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (learnt(runtime, bandit) < atLeast) {
            assertThat(System.nanoTime())
                    .as("%s has not learnt %d rewards", bandit, atLeast)
                    .isLessThan(end);
            Thread.sleep(20);
        }
    }
}
