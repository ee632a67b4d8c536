package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellPlayersTest {
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

    /** The lines of results without the time, in no order. */
    private Set<String> content(String where) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readAllLines(folder.resolve(where).resolve("results.jsonl"))) {
            lines.add(line.substring(0, line.indexOf(",\"cpuSeconds\":")));
        }
        return lines;
    }

    @Test
    void aCellThatComesTwiceCountsOnce() throws Exception {
        Runner.run(plan(TEXT), RunFolder.create(folder.resolve("threads")), new ThreadPlayers(1), false, QUIET);
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
        assertThat(Runner.run(plan(TEXT), a, new ThreadPlayers(1), false, QUIET))
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
