package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.spec.SpecReader;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WavesTest {
    private static final String TEXT = """
            title: small
            rounds: 100
            repetitions: 400
            until: {error: 0.03, least: 10, of: VOI}
            grid: [0.5, 1]
            environments:
              - {name: fixed-arms, as: quiet, arms: 4, features: 2}
              - {name: fixed-arms, as: noisy, arms: 4, features: 2, rounds: 101}
              - {name: fixed-arms, as: hopeless, arms: 4, features: 2, rounds: 102, repetitions: 30}
            policies: LinUCB
            tuners: [VOI, OP]
            """;
    /** Standard deviation of the regret of a repetition, as a share of its mean. */
    private static final Map<String, Double> NOISE = Map.of("quiet", 0.01, "noisy", 0.2, "hopeless", 2.0);

    @TempDir
    Path folder;

    private int waves;

    private static Plan plan(String text) throws IOException {
        return Plan.of(SpecReader.read("small.yaml", text), "test", label -> {});
    }

    /** Players that make regrets up: those of OP are very noisy, and the spec does not ask for its ratio. */
    private final CellPlayers madeUp = (plan, cells, finished) -> {
        waves++;
        for (int number : cells) {
            Cell cell = plan.cells().get(number);
            String environment = cell.combination().choice().label();
            String tuner = cell.combination().contestant().tuner();
            double noise = tuner.equals("OP") ? 5 : NOISE.get(environment);
            RoundRandom random = new RoundRandom(tuner.hashCode(), cell.repetition());
            CellResult real = CellResult.parse(plan.play(number));
            finished.cell(
                    number,
                    new CellResult(
                                    real.origin(),
                                    real.environment(),
                                    real.policy(),
                                    real.tuner(),
                                    real.role(),
                                    real.repetition(),
                                    new CellResult.Score(
                                            real.rounds(),
                                            real.score().answered(),
                                            100 * Math.max(0, 1 + noise * random.nextGaussian()),
                                            real.reward(),
                                            real.curve(),
                                            real.cpuSeconds()))
                            .toJson());
        }
    };

    private int run(String where, String text, CellPlayers players) throws Exception {
        return Runner.run(
                plan(text),
                RunFolder.create(folder.resolve(where)),
                List.of(),
                players,
                false,
                () -> true,
                (done, total, cells, allCells, last) -> {});
    }

    private Set<String> content(String where) throws IOException {
        return Files.readAllLines(folder.resolve(where).resolve("results.jsonl")).stream()
                .map(line -> line.substring(0, line.indexOf(",\"cpuSeconds\":")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Repetitions of each environment. */
    private Map<String, Integer> repetitions(String where) throws IOException {
        RunFolder.Results results = RunFolder.open(folder.resolve(where)).results();
        assertThat(results.finished()).hasSize(results.planned());
        Map<String, Integer> most = new HashMap<>();
        results.finished().forEach(cell -> most.merge(cell.environment(), cell.repetition(), Math::max));
        return most;
    }

    @Test
    void repetitionsGoOnUntilTheErrorIsSmallOrTheCeilingIsReached() throws Exception {
        assertThat(run("a", TEXT, madeUp)).isZero();

        Map<String, Integer> repetitions = repetitions("a");
        assertThat(repetitions).containsEntry("quiet", 10).containsEntry("hopeless", 30);
        // two means with a spread of 0.2: 2 (0.2 / 0.03)^2 = 89, and up to twice as many where equal rates take turns
        assertThat(repetitions.get("noisy")).isBetween(80, 200).matches(n -> n % 2 == 0);
        assertThat(waves).isBetween(3, 7);
        assertThat(RunFolder.open(folder.resolve("a")).results().notes())
                .hasSize(1)
                .allMatch(note -> note.startsWith("hopeless: the standard error of a ratio is "));
        List<Double> errors = Judgement.of(RunFolder.open(folder.resolve("a")).results().finished().stream()
                        .filter(cell -> cell.environment().equals("noisy"))
                        .toList())
                .stream()
                .filter(one -> one.tuner().equals("VOI"))
                .map(one -> one.mean().standardError())
                .toList();
        assertThat(errors).hasSize(1).allMatch(error -> error <= 0.03);
    }

    @Test
    void curvesAreKeptOfFiftyRepetitions() throws Exception {
        run("a", TEXT, madeUp);

        assertThat(RunFolder.open(folder.resolve("a")).results().finished())
                .allMatch(cell -> (cell.curve().t().length > 0) == (cell.repetition() <= 50))
                .anyMatch(cell -> cell.repetition() > 50);
    }

    @Test
    void aRunThatWasStoppedInTheMiddleOfAWaveEndsAlike() throws Exception {
        run("whole", TEXT, madeUp);
        List<String> lines = Files.readAllLines(folder.resolve("whole/results.jsonl"));
        for (int kept : new int[] {7, lines.size() / 2, lines.size() - 3}) {
            Files.createDirectories(folder.resolve("stopped" + kept));
            Files.writeString(
                    folder.resolve("stopped" + kept + "/results.jsonl"),
                    String.join("\n", lines.subList(0, kept)) + "\n");

            assertThat(run("stopped" + kept, TEXT, madeUp)).isEqualTo(kept);

            assertThat(content("stopped" + kept)).isEqualTo(content("whole"));
            assertThat(repetitions("stopped" + kept)).isEqualTo(repetitions("whole"));
        }
        waves = 0;
        assertThat(run("whole", TEXT, madeUp)).isEqualTo(lines.size());
        assertThat(waves).isZero();
    }

    @Test
    void repetitionsOfAnEarlierRunBeyondTheEndAreNotShown() throws Exception {
        run("a", TEXT, madeUp);
        int many = repetitions("a").get("noisy");

        run("a", TEXT.replace("0.03", "0.06"), madeUp);

        assertThat(repetitions("a").get("noisy")).isLessThan(many / 2);
    }

    @Test
    void withoutNamesEveryRatioMatters() throws Exception {
        run("a", TEXT.replace(", of: VOI", ""), madeUp);

        assertThat(repetitions("a")).containsEntry("quiet", 400).containsEntry("noisy", 400);
    }

    @Test
    void noWaveBeginsWhenTimeIsOver() throws Exception {
        List<String> asked = new ArrayList<>();
        Runner.run(
                plan(TEXT),
                RunFolder.create(folder.resolve("a")),
                List.of(),
                madeUp,
                false,
                () -> {
                    asked.add("another?");
                    return asked.size() < 2;
                },
                (done, total, cells, allCells, last) -> {});

        assertThat(waves).isEqualTo(2);
        assertThat(repetitions("a")).containsEntry("quiet", 10).containsEntry("noisy", 20);
        assertThat(RunFolder.open(folder.resolve("a")).results().notes())
                .contains("The limit of time was reached before all standard errors were small enough.")
                .anyMatch(note -> note.startsWith("noisy: "));
        run("a", TEXT, madeUp);
        run("whole", TEXT, madeUp);
        assertThat(content("a")).isEqualTo(content("whole"));
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws Exception {
        String text = TEXT.replace("0.03", "0.1").replace("repetitions: 400", "repetitions: 40");
        run("one", text, CellPlayers.onThreads(1));
        run("two", text, CellPlayers.onThreads(2));

        assertThat(content("two")).isEqualTo(content("one"));
        assertThat(repetitions("one").get("noisy")).isGreaterThan(10);
    }

    @Test
    void aPolicyMayHaveTunersOfItsOwnAndNoFixedRates() throws Exception {
        Plan plan = plan("""
                rounds: 100
                grid: [0, 1]
                environments:
                  - simulation
                  - {name: fixed-arms, grid: none, tuners: [VOI]}
                  - {name: few-arms, grid: [2], policies: [LinTS]}
                policies:
                  - LinUCB
                  - {name: LinTS, as: Auto, grid: none, tuners: [{name: RandUCB, as: Auto}]}
                tuners: [OP, CDT]
                """);

        assertThat(plan.combinations())
                .extracting(c -> c.choice().label() + " " + c.policy() + " "
                        + c.contestant().tuner())
                .containsExactly(
                        "simulation LinUCB OP",
                        "simulation LinUCB CDT",
                        "simulation LinUCB Greedy",
                        "simulation LinUCB explore=1",
                        "simulation Auto Auto",
                        "simulation Random -",
                        "fixed-arms LinUCB VOI",
                        "fixed-arms LinUCB Greedy",
                        "fixed-arms Auto Auto",
                        "fixed-arms Random -",
                        "few-arms LinTS OP",
                        "few-arms LinTS CDT",
                        "few-arms LinTS Greedy",
                        "few-arms LinTS explore=2",
                        "few-arms Random -");
    }
}
