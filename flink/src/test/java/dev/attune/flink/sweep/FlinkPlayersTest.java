package dev.attune.flink.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.CellPlayers.FailedCellsException;
import dev.attune.lab.run.Plan;
import dev.attune.lab.run.PlanRecipe;
import dev.attune.lab.run.RunFolder;
import dev.attune.lab.run.Runner;
import dev.attune.lab.run.Runner.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FlinkPlayersTest {
    private static final String SPEC = """
            title: small
            rounds: 300
            repetitions: 1
            grid: [0, 1]
            environments:
              - {name: simulation, features: 3, arms: 5}
              - {name: fixed-arms, arms: 4, features: 2, delay: {geometric: 5, lost: 0.1}}
            policies: [LinUCB, LinTS]
            tuners: [VOI, OP, CDT]
            """;
    private static final PlanRecipe RECIPE = new PlanRecipe("small.yaml", SPEC, 2, 7, "test");
    private static final int CELLS = 2 * 2 * (2 * (3 + 2) + 1);
    private static final Progress QUIET = (done, total, cells, allCells, last) -> {};

    // Flink copies what it runs, so what a test wants to know of it goes through here; a key for each test.
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger FAILURES = new AtomicInteger();
    private static final AtomicInteger PLANS = new AtomicInteger();

    @TempDir
    Path folder;

    private int run(String where, Plan.Maker plan, CellPlayers players, Progress progress) throws Exception {
        return Runner.run(plan.make(), RunFolder.create(folder.resolve(where)), players, false, progress);
    }

    /** The lines of results without the time, in no order. */
    private Set<String> lines(String where) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(where).resolve("results.jsonl"));
        Set<String> content = new TreeSet<>();
        lines.forEach(line -> content.add(line.substring(0, line.indexOf(",\"cpuSeconds\":"))));
        assertThat(content).hasSameSizeAs(lines);
        return content;
    }

    @Test
    void everyLineIsThatOfALocalRunAndNothingIsRunTwice() throws Exception {
        run("local", RECIPE, CellPlayers.onThreads(1), QUIET);
        PlanRecipe half = new PlanRecipe("small.yaml", SPEC, 1, 7, "test");

        assertThat(run("flink", half, FlinkPlayers.embedded(half, 2), QUIET)).isZero();
        assertThat(run("flink", RECIPE, FlinkPlayers.embedded(RECIPE, 3), QUIET))
                .isEqualTo(CELLS / 2);
        assertThat(lines("flink")).hasSize(CELLS).isEqualTo(lines("local"));

        CellPlayers nobody = (plan, cells, finished) -> {
            throw new AssertionError("there is nothing to do");
        };
        assertThat(run("flink", RECIPE, nobody, QUIET)).isEqualTo(CELLS);
    }

    @Test
    void repetitionsAreAddedUntilTheErrorIsSmallAsInALocalRun() throws Exception {
        String until = SPEC.replace("repetitions: 1\n", "until: {error: 0.15, least: 4, of: VOI}\n");
        PlanRecipe recipe = new PlanRecipe("until.yaml", until, 12, 7, "test");

        run("flink", recipe, FlinkPlayers.embedded(recipe, 2), QUIET);
        run("local", recipe, CellPlayers.onThreads(1), QUIET);

        assertThat(lines("flink")).hasSizeGreaterThan(2 * CELLS).isEqualTo(lines("local"));
    }

    @Test
    void aCellThatFailsOnceIsTriedAgain() throws Exception {
        Troubled flaky = new Troubled(RECIPE, "fixed-arms", seed -> {
            if (SEEN.add("flaky " + seed)) {
                throw new IllegalStateException("no luck");
            }
        });

        run("flink", flaky, FlinkPlayers.embedded(flaky, 2), QUIET);
        run("local", RECIPE, CellPlayers.onThreads(1), QUIET);

        assertThat(lines("flink")).isEqualTo(lines("local"));
    }

    @Test
    void aCellThatAlwaysFailsIsNamedAndAllOthersFinish() throws Exception {
        Troubled broken = new Troubled(RECIPE, "fixed-arms", seed -> {
            FAILURES.incrementAndGet();
            throw new IllegalStateException("the arms are gone");
        });

        FailedCellsException failed = catchThrowableOfType(
                FailedCellsException.class, () -> run("a", broken, FlinkPlayers.embedded(broken, 2), QUIET));

        assertThat(failed.failures())
                .hasSize(CELLS / 2)
                .contains("LinTS by CDT on fixed-arms, repetition 2, after 3 attempts:"
                        + " java.lang.IllegalStateException: the arms are gone");
        assertThat(FAILURES).hasValue(3 * CELLS / 2);
        assertThat(lines("a")).hasSize(CELLS / 2).allMatch(line -> line.contains("\"environment\":\"simulation\""));
        assertThat(run("a", RECIPE, FlinkPlayers.embedded(RECIPE, 2), QUIET)).isEqualTo(CELLS / 2);
        assertThat(lines("a")).hasSize(CELLS);
    }

    @Test
    void aWorkerWithOtherDataIsToldApartAtOnce() {
        Plan.Maker other = () -> {
            PLANS.incrementAndGet();
            return new PlanRecipe("small.yaml", SPEC.replace("arms: 5", "arms: 6"), 2, 7, "test").make();
        };
        assertThatThrownBy(() -> run("a", RECIPE, FlinkPlayers.embedded(other, 1), QUIET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the job on Flink ended early: on ")
                .hasMessageContaining("the worker's data are not those that the sweep was started with");
        assertThat(PLANS).as("tried again, which cannot help").hasValue(1);

        Plan.Maker missing = () -> {
            throw new IOException("no such file: clicks.csv");
        };
        assertThatThrownBy(() -> run("a", RECIPE, FlinkPlayers.embedded(missing, 1), QUIET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such file: clicks.csv")
                .hasMessageContaining("ATTUNE_DATASETS");
    }

    @Test
    @SuppressWarnings("try") // closing may be interrupted, and then so is the test
    void aLostTaskManagerLosesNoCellAndDoublesNone() throws Exception {
        AtomicInteger lostAt = new AtomicInteger();
        Troubled slow = new Troubled(RECIPE, "simulation", seed -> pause());
        Plan.Maker counted = () -> {
            SEEN.add("plan " + System.nanoTime());
            return slow.make();
        };
        Configuration settings = new Configuration();
        settings.set(RestOptions.BIND_PORT, "0");
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(1)
                .build())) {
            cluster.start();
            URI rest = cluster.getRestAddress().get();
            ClusterAddress address = new ClusterAddress(rest.getHost(), rest.getPort());
            assertThat(address.freeSlots()).isEqualTo(2);

            run(
                    "flink",
                    slow,
                    FlinkPlayers.at(address, counted, Integer.MAX_VALUE, List.of()),
                    (done, total, cells, allCells, last) -> {
                        if (lostAt.compareAndSet(0, cells)) {
                            lose(cluster);
                        }
                    });
        }
        run("local", RECIPE, CellPlayers.onThreads(1), QUIET);

        assertThat(lostAt).hasValue(1);
        assertThat(SEEN.stream().filter(key -> key.startsWith("plan ")))
                .as("plans of the two subtasks, before and after")
                .hasSize(4);
        assertThat(lines("flink")).isEqualTo(lines("local"));
    }

    private static void lose(MiniCluster cluster) {
        try {
            cluster.terminateTaskManager(0).get();
            cluster.startTaskManager();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
