package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.attune.lab.run.Runner.Progress;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
    private static final String TEXT = """
            title: small
            rounds: 300
            repetitions: 2
            grid: [0, 1]
            environments:
              - {name: simulation, features: 3, arms: 5}
              - {name: fixed-arms, arms: 4, features: 2, delay: {geometric: 5, lost: 0.1}}
            policies: [LinUCB, LinTS]
            tuners: [VOI, OP, CDT]
            """;
    private static final int COMBINATIONS = 2 * (2 * (3 + 2) + 1);

    private static final Progress QUIET = (done, total, cells, allCells, last) -> {};

    @TempDir
    Path folder;

    private static Plan plan(String text) throws IOException {
        return Plan.of(SpecReader.read("small.yaml", text), "test", label -> {});
    }

    private int run(String where, String text, int threads) throws Exception {
        return Runner.run(
                plan(text), RunFolder.create(folder.resolve(where)), CellPlayers.onThreads(threads), false, QUIET);
    }

    /** The lines of results without the time, in no order. */
    private Set<String> content(String where) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readAllLines(folder.resolve(where).resolve("results.jsonl"))) {
            assertThat(line).contains(",\"cpuSeconds\":");
            lines.add(line.substring(0, line.indexOf(",\"cpuSeconds\":")));
        }
        return lines;
    }

    @Test
    void anEnvironmentMayHaveFewerRepetitions() throws Exception {
        assertThat(run("a", TEXT.replace("features: 3,", "features: 3, repetitions: 1,"), 1))
                .isZero();

        assertThat(content("a")).hasSize(COMBINATIONS * 3 / 2);
        RunFolder.Results results = RunFolder.create(folder.resolve("a")).results();
        assertThat(results.finished()).hasSize(results.planned());
        assertThat(content("a").stream().filter(line -> line.contains("simulation")))
                .hasSize(COMBINATIONS / 2);
    }

    @Test
    void everyCombinationIsRunInEveryRepetitionWithItsReferences() throws Exception {
        assertThat(run("a", TEXT, 1)).isZero();

        RunFolder.Results results = RunFolder.open(folder.resolve("a")).results();
        assertThat(results.title()).isEqualTo("small");
        assertThat(results.planned()).isEqualTo(2 * COMBINATIONS);
        assertThat(results.finished()).hasSize(2 * COMBINATIONS);
        assertThat(results.finished().stream()
                        .filter(r ->
                                r.policy().equals("LinTS") && r.environment().equals("simulation"))
                        .filter(r -> r.repetition() == 1)
                        .map(CellResult::tuner))
                .containsExactly("VOI", "OP", "CDT", "Greedy", "explore=1");
        assertThat(results.finished())
                .filteredOn(r -> r.role() == Role.RANDOM)
                .hasSize(4)
                .allSatisfy(r -> assertThat(r.tuner()).isEqualTo("-"));
        assertThat(results.finished()).allSatisfy(r -> {
            assertThat(r.regret()).isNotNegative();
            assertThat(r.cpuSeconds()).isPositive();
            assertThat(r.score().answered()).isEqualTo(300);
            assertThat(r.curve().t()).hasSize(100).endsWith(300);
            assertThat(r.curve().regret()[99]).isCloseTo(r.regret(), offset(1e-5 * r.regret() + 1e-12));
        });
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws Exception {
        run("one", TEXT, 1);
        run("two", TEXT, 2);

        assertThat(content("two")).isEqualTo(content("one"));
    }

    @Test
    void aRunThatWasKilledWhileWritingGoesOnAndEndsAlike() throws Exception {
        run("whole", TEXT, 1);
        List<String> lines = Files.readAllLines(folder.resolve("whole/results.jsonl"));
        Files.createDirectories(folder.resolve("killed"));
        String torn = lines.get(7).substring(0, 100);
        Files.writeString(folder.resolve("killed/results.jsonl"), String.join("\n", lines.subList(0, 7)) + "\n" + torn);

        assertThat(run("killed", TEXT, 2)).isEqualTo(7);

        assertThat(content("killed")).isEqualTo(content("whole"));
        assertThat(run("killed", TEXT, 2)).isEqualTo(2 * COMBINATIONS);
    }

    @Test
    void aWholeLineWithoutItsEndIsRunAgain() throws Exception {
        run("whole", TEXT, 1);
        Path file = folder.resolve("whole/results.jsonl");
        Set<String> before = content("whole");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 1));

        assertThat(run("whole", TEXT, 1)).isEqualTo(2 * COMBINATIONS - 1);

        assertThat(content("whole")).isEqualTo(before);
    }

    @Test
    void moreRepetitionsAndMoreTunersAddToWhatIsThere() throws Exception {
        run("a", TEXT, 2);

        assertThat(run("a", TEXT.replace("repetitions: 2", "repetitions: 3"), 2))
                .isEqualTo(2 * COMBINATIONS);
        assertThat(run("a", TEXT.replace("[VOI, OP, CDT]", "[VOI, TL]"), 2)).isEqualTo(2 * (COMBINATIONS - 8));

        RunFolder.Results results = RunFolder.open(folder.resolve("a")).results();
        assertThat(results.finished())
                .extracting(CellResult::tuner)
                .contains("TL")
                .doesNotContain("OP", "CDT");
    }

    @Test
    void whatTheNumbersDependOnMakesOtherCells() throws Exception {
        run("a", TEXT, 2);

        for (String[] change : new String[][] {
            {"rounds: 300", "rounds: 301"},
            {"rounds: 300", "rounds: 300\nseed: 2"},
        }) {
            assertThat(run("a", TEXT.replace(change[0], change[1]), 2)).isZero();
        }
        assertThat(run("a", TEXT.replace("arms: 5", "arms: 6"), 2)).isEqualTo(COMBINATIONS);
        assertThat(run("a", TEXT.replace("lost: 0.1", "lost: 0.2"), 2)).isEqualTo(COMBINATIONS);
    }

    @Test
    void whatATunerIsGivenMakesOtherCells() throws Exception {
        String tuners = "tuners: [{name: OP, candidates: %s}, {name: Fixed, as: fixed, setting: {explore: %s}}]";
        run("a", TEXT.replace("tuners: [VOI, OP, CDT]", tuners.formatted("[1, 2]", "0.3")), 2);

        int references = 2 * 2 * (2 * 2 + 1); // greedy and a grid of one for two policies, and random choice
        int cellsOfATuner = 2 * 2 * 2;
        assertThat(run("a", TEXT.replace("tuners: [VOI, OP, CDT]", tuners.formatted("[1, 3]", "0.3")), 2))
                .isEqualTo(references + cellsOfATuner);
        assertThat(run("a", TEXT.replace("tuners: [VOI, OP, CDT]", tuners.formatted("[1, 3]", "0.4")), 2))
                .isEqualTo(references + cellsOfATuner);
    }

    @Test
    void allTunersOfARepetitionMeetTheSameLuck() throws Exception {
        String text = TEXT.replace("tuners: [VOI, OP, CDT]", "tuners: [{name: Fixed, setting: {explore: 0}}]");
        run("a", text, 2);

        List<CellResult> results = RunFolder.open(folder.resolve("a")).results().finished();
        List<CellResult> asked =
                results.stream().filter(r -> r.role() == Role.ASKED).toList();
        List<CellResult> greedy =
                results.stream().filter(r -> r.role() == Role.GREEDY).toList();
        assertThat(asked).hasSameSizeAs(greedy).isNotEmpty();
        for (int i = 0; i < asked.size(); i++) {
            assertThat(asked.get(i).regret()).isEqualTo(greedy.get(i).regret());
            assertThat(asked.get(i).reward()).isEqualTo(greedy.get(i).reward());
        }
        assertThat(asked)
                .extracting(r -> r.origin().seed())
                .containsOnly(
                        asked.get(0).origin().seed(), asked.get(1).origin().seed());
        assertThat(asked.get(0).regret()).isNotEqualTo(asked.get(1).regret());
    }

    @Test
    void pairsThatDoNotFitAreLeftOutAndSaidSo() throws Exception {
        Plan plan = plan(TEXT.replace("[LinUCB, LinTS]", "[LinUCB, V-IDS, Random]"));

        assertThat(plan.leftOut())
                .hasSize(1)
                .allSatisfy(line ->
                        assertThat(line).startsWith("VOI on V-IDS: VOI needs a policy with an exploration path"));
        assertThat(plan.combinations())
                .filteredOn(c -> c.policy().equals("Random") && c.contestant().role() == Role.ASKED)
                .hasSize(2)
                .allSatisfy(c -> assertThat(c.contestant().tuner()).isEqualTo("-"));
        assertThatThrownBy(() -> plan(TEXT.replace("[LinUCB, LinTS]", "[V-IDS]").replace("[VOI, OP, CDT]", "[VOI]")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing in this spec fits together");
    }

    @Test
    void anOptionalPolicyThatDoesNotExistIsLeftOutAndSaidSo() throws Exception {
        Plan plan = plan(TEXT.replace("[LinUCB, LinTS]", "[LinUCB, {name: Elsewhere, optional: true}]"));

        assertThat(plan.leftOut()).containsExactly("Elsewhere: it is optional, and there is no policy with this name");
        assertThat(plan.combinations()).extracting(c -> c.policy()).containsOnly("LinUCB", "Random");
    }

    @Test
    void aPolicyThatCannotTakeTheRewardsOrTheArmsIsLeftOut() throws Exception {
        Plan plan = plan(TEXT.replace("[LinUCB, LinTS]", "[LinUCB, UCB-GLM, LinTS-disjoint]"));

        assertThat(plan.leftOut())
                .containsExactly(
                        "UCB-GLM on simulation: it takes rewards between 0.0 and 1.0 only",
                        "LinTS-disjoint on simulation: the first feature of its arms is no block number",
                        "UCB-GLM on fixed-arms: it takes rewards between 0.0 and 1.0 only",
                        "LinTS-disjoint on fixed-arms: the first feature of its arms is no block number");
    }

    @Test
    void aFolderHasOneRunAtATime() throws Exception {
        RunFolder used = RunFolder.create(folder.resolve("a"));
        FileLock lock = used.lock();

        assertThatThrownBy(() -> run("a", TEXT, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another run is writing to");

        lock.acquiredBy().close();
        assertThat(run("a", TEXT, 2)).isZero();
    }

    @Test
    void damageInTheMiddleIsNamedWithItsLine() throws Exception {
        run("a", TEXT, 2);
        Path file = folder.resolve("a/results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(2, "{\"spec\":\"x\"}");
        Files.write(file, lines, StandardOpenOption.TRUNCATE_EXISTING);

        assertThatThrownBy(() -> run("a", TEXT, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("results.jsonl, line 3: not a result: 'curve' is missing");
    }

    @Test
    void freshForgetsWhatIsThere() throws Exception {
        run("a", TEXT, 2);
        Spec spec = SpecReader.read("small.yaml", TEXT);

        int there = Runner.run(
                Plan.of(spec, "test", label -> {}),
                RunFolder.create(folder.resolve("a")),
                CellPlayers.onThreads(2),
                true,
                QUIET);

        assertThat(there).isZero();
        assertThat(content("a")).hasSize(2 * COMBINATIONS);
    }

    @Test
    void progressEndsWithAllCells() throws Exception {
        List<String> reported = new ArrayList<>();
        Runner.run(
                plan(TEXT),
                RunFolder.create(folder.resolve("a")),
                CellPlayers.onThreads(2),
                false,
                (done, total, cells, allCells, last) -> reported.add(cells + "/" + allCells + " " + done / total));

        assertThat(reported).hasSize(2 * COMBINATIONS).endsWith("44/44 1.0");
    }

    @Test
    void whatIsFinishedElsewhereIsCopiedAndNotRunAgain() throws Exception {
        run("a", TEXT, 2);
        Plan more = plan(TEXT.replace("VOI, OP, CDT", "VOI, OP, CDT, TL"));
        RunFolder b = RunFolder.create(folder.resolve("b"));
        List<String> played = new ArrayList<>();

        int there = Runner.run(
                more,
                b,
                List.of(RunFolder.open(folder.resolve("a"))),
                CellPlayers.onThreads(1),
                false,
                () -> true,
                (done, total, cells, allCells, last) -> played.add(last));

        assertThat(there).isEqualTo(2 * COMBINATIONS);
        assertThat(played).hasSize(2 * 4).allMatch(cell -> cell.contains(" by TL on "));
        assertThat(b.results().finished()).hasSize(2 * COMBINATIONS + 2 * 4);
    }

    @Test
    void withoutAGridOnlyGreedyAndRandomComeAlong() throws Exception {
        run(
                "a",
                TEXT.replace("[0, 1]", "none")
                        .replace("LinTS", "Laplace-TS-released")
                        .replace("VOI, ", ""),
                1);

        assertThat(RunFolder.open(folder.resolve("a")).results().finished())
                .noneMatch(r -> r.role() == Role.GRID)
                .filteredOn(r -> r.role() == Role.GREEDY)
                .hasSize(2 * 2)
                .allMatch(r -> r.policy().equals("LinUCB"));
    }

    @Test
    void aCellThatComesTwiceCountsOnce() throws Exception {
        Runner.run(plan(TEXT), RunFolder.create(folder.resolve("threads")), CellPlayers.onThreads(1), false, QUIET);
        List<Integer> reported = new ArrayList<>();
        CellPlayers twice = (plan, cells, finished) -> {
            for (int cell : cells) {
                String line = plan.play(cell);
                finished.cell(cell, line);
                finished.cell(cell, line);
            }
        };

        Runner.run(
                plan(TEXT),
                RunFolder.create(folder.resolve("twice")),
                twice,
                false,
                (done, total, cells, allCells, last) -> reported.add(cells));

        assertThat(Files.readAllLines(folder.resolve("twice/results.jsonl"))).hasSize(2 * COMBINATIONS);
        assertThat(content("twice")).isEqualTo(content("threads"));
        assertThat(reported).hasSize(2 * COMBINATIONS);
    }

    @Test
    void aCellThatNeverComesIsNotTakenForFinished() throws Exception {
        RunFolder a = RunFolder.create(folder.resolve("a"));
        CellPlayers lazy = (plan, cells, finished) -> finished.cell(3, plan.play(3));

        assertThatThrownBy(() -> Runner.run(plan(TEXT), a, lazy, false, QUIET)).hasMessage("43 cells have no result");
        assertThat(Runner.run(plan(TEXT), a, CellPlayers.onThreads(1), false, QUIET))
                .isEqualTo(1);
    }

    @Test
    void aPlanMadeOfItsRecipeElsewhereIsTheSame() throws Exception {
        Path file = Files.writeString(folder.resolve("small.yaml"), TEXT.replace("title: small\n", ""));
        Spec spec = SpecReader.read(file).withRepetitions(3).withSeed(8);
        Plan here = Plan.of(spec, "test", label -> {});
        Plan there = PlanRecipe.of(file, spec, "test").make();

        assertThat(there.hash()).isEqualTo(here.hash());
        assertThat(there.cells()).hasSize(3 * COMBINATIONS);
        assertThat(there.describe(2 * COMBINATIONS)).isEqualTo("LinUCB by VOI on simulation, repetition 3");
        assertThat(there.play(50).replaceAll("\"cpuSeconds.*", ""))
                .isEqualTo(here.play(50).replaceAll("\"cpuSeconds.*", ""));
        assertThat(PlanRecipe.of(file, spec, "another").make().hash()).isNotEqualTo(here.hash());
    }

    @Test
    void aCellStopsWhenItsThreadIsInterrupted() throws Exception {
        Plan plan = plan(TEXT);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> plan.play(0)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
