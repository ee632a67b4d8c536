package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.CellPlayers.FailedCellsException;
import dev.attune.lab.spec.SpecReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunAndReportTest {
    private static final String SPEC = """
            title: small
            rounds: 2000
            repetitions: 3
            environments: [{name: simulation, features: 5, arms: 20}]
            policies: LinUCB
            tuners: [VOI, OP]
            """;

    @TempDir
    Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();
    private Path spec;

    @BeforeEach
    void writeSpec() throws IOException {
        spec = Files.writeString(folder.resolve("small.yaml"), SPEC);
    }

    private String where(String name) {
        return folder.resolve(name).toString();
    }

    /** summary.csv without its last column, the time. */
    private List<String> summary(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name).resolve("summary.csv")).stream()
                .map(row -> row.substring(0, row.lastIndexOf(',')))
                .toList();
    }

    @Test
    void aRunPrintsTheTableAndWritesTheReport() throws IOException {
        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--threads", "2"))
                .as(attune.err())
                .isZero();

        assertThat(attune.out())
                .contains("simulation, LinUCB", "VOI", "OP", "Best fixed", "Greedy", "Random")
                .contains("Report: " + folder.resolve("a/index.html"));
        assertThat(attune.err()).contains("preparing simulation", "100 %, done in ");
        assertThat(folder.resolve("a/index.html")).isNotEmptyFile();
        assertThat(folder.resolve("a/curves/simulation-LinUCB.svg")).isNotEmptyFile();
        assertThat(folder.resolve("a/curves/simulation-LinUCB.png")).isNotEmptyFile();
        List<String> rows = Files.readAllLines(folder.resolve("a/summary.csv"));
        assertThat(rows.get(0))
                .isEqualTo("environment,policy,tuner,rounds,reps,regret_mean,regret_sd,reward_mean,reward_sd,"
                        + "cpu_seconds_mean");
        assertThat(rows).hasSize(1 + 4 + 1);
    }

    @Test
    @Tag("slow")
    void aRunThatMayTakeNoTimePlaysTheFirstWaveAndNamesWhatIsNotExact() throws IOException {
        Files.writeString(spec, SPEC.replace("repetitions: 3", "repetitions: 40\nuntil: {error: 0.001, least: 4}"));

        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--minutes", "0"))
                .as(attune.err())
                .isZero();

        assertThat(attune.out())
                .contains("n = 4 repetitions", "The limit of time was reached")
                .contains("simulation: the standard error of a ratio is ");
        assertThat(Files.readAllLines(folder.resolve("a/ratios.csv"))).hasSize(1 + 3); // VOI, OP and greedy
        assertThat(folder.resolve("a/standings.md")).content().contains("| simulation, LinUCB | 4 |");
    }

    @Test
    @Tag("slow")
    void theSameCommandAgainRunsNothingAndSaysTheSame() {
        attune.run("run", spec.toString(), "--out", where("a"));
        String table = attune.out();

        assertThat(attune.run("run", spec.toString(), "--out", where("a"))).isZero();

        assertThat(attune.out()).isEqualTo(table);
        assertThat(attune.err()).contains("cells were there already");
        assertThat(attune.run("report", where("a"))).isZero();
        assertThat(attune.out()).isEqualTo(table);
    }

    @Test
    @Tag("process")
    void aRunThatIsKilledAndStartedAgainComesToTheSameSummary() throws Exception {
        Files.writeString(spec, SPEC.replace("repetitions: 3", "repetitions: 20"));
        attune.run("run", spec.toString(), "--out", where("whole"), "--threads", "1");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process run = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        AttuneCommand.class.getName(),
                        "run",
                        spec.toString(),
                        "--out",
                        where("killed"),
                        "--threads",
                        "2")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        File results = folder.resolve("killed/results.jsonl").toFile();
        while (run.isAlive() && results.length() < 20_000) {
            Thread.sleep(1);
        }
        run.destroyForcibly(); // SIGKILL
        assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as("killed before it was done").isNotZero();

        assertThat(attune.run("run", spec.toString(), "--out", where("killed"))).isZero();

        assertThat(attune.err()).contains("cells were there already");
        assertThat(summary("killed")).isEqualTo(summary("whole"));
    }

    @Test
    void optionsOverrideTheSpec() throws IOException {
        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--reps", "1", "--seed", "9"))
                .isZero();
        assertThat(attune.out()).contains("one repetition");
        assertThat(attune.run("run", spec.toString(), "--out", where("b"), "--reps", "1", "--seed", "8"))
                .isZero();
        assertThat(summary("a")).isNotEqualTo(summary("b"));
        assertThat(attune.run("run", spec.toString(), "--reps", "0")).isEqualTo(2);
        assertThat(attune.err()).contains("--reps = 0 must be at least 1");
    }

    @Test
    @Tag("slow")
    void aRunOnFlinkComesToTheSameSummary() throws IOException {
        attune.run("run", spec.toString(), "--out", where("local"));

        assertThat(attune.run("run", spec.toString(), "--out", where("flink"), "--on", "flink"))
                .as(attune.err())
                .isZero();

        assertThat(attune.err()).contains("100 %, done in ").doesNotContain("SLF4J");
        assertThat(summary("flink")).isEqualTo(summary("local"));
    }

    @Test
    void whereToRunIsCheckedBeforeAnythingIsRun() {
        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--on", "spark"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("--on = 'spark' must be local, flink or flink://host:port");
        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--on", "flink://cluster"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("'flink://cluster' is not the address of a Flink cluster");
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void failedCellsAreNamedAndTheExitCodeSaysSo() throws Exception {
        CellPlayers unlucky = (plan, cells, finished) -> {
            for (int cell : cells.subList(1, cells.size())) {
                finished.cell(cell, plan.play(cell));
            }
            throw new FailedCellsException(List.of(plan.describe(cells.get(0)) + ": no luck"));
        };

        StringWriter err = new StringWriter();
        int exit = new Session(new PrintWriter(new StringWriter()), new PrintWriter(err), false)
                .run(SpecReader.read(spec), folder.resolve("a"), unlucky, false, () -> true);

        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .contains("LinUCB by VOI on simulation, repetition 1: no luck")
                .contains("The same command runs the failed ones again");
    }

    @Test
    void jsonIsOneObjectALine() {
        assertThat(attune.run("run", spec.toString(), "--out", where("a"), "--reps", "2", "--json"))
                .isZero();
        assertThat(attune.out().lines())
                .hasSize(5)
                .allSatisfy(
                        line -> assertThat(line).startsWith("{\"environment\":").endsWith("}"));
    }

    @Test
    void mistakesAreToldInOneLineWithFileLineAndField() throws IOException {
        Files.writeString(spec, SPEC.replace("tuners: [VOI, OP]", "tuners: [VOI, OPP]"));

        assertThat(attune.run("run", spec.toString())).isEqualTo(2);

        assertThat(attune.err())
                .isEqualToIgnoringNewLines(
                        "attune: " + spec + ", line 6: tuners[1]: there is no tuner 'OPP'. Did you mean 'OP'?");
        assertThat(attune.run("run", where("nothing.yaml"))).isEqualTo(2);
        assertThat(attune.err()).contains("no such file").contains("nothing.yaml");
        assertThat(attune.run("report", where("nothing"))).isEqualTo(2);
        assertThat(attune.err()).contains("a folder of results is made by 'attune run SPEC --out");
    }

    @Test
    void missingDataSayHowToGetThem() throws IOException {
        Files.writeString(
                spec,
                "rounds: 10\nenvironments: [{name: pendigits, data: " + where("none")
                        + "}]\npolicies: LinUCB\ntuners: VOI\n");

        assertThat(attune.run("run", spec.toString(), "--out", where("a"))).isEqualTo(2);

        assertThat(attune.err()).contains("attune data pendigits");
    }

    @Test
    @Tag("slow")
    void theDemoShowsTheAutomaticBanditBesideTheBestFixedChoiceOnThreeWorlds() {
        assertThat(attune.run("demo", "--reps", "4", "--out", where("demo")))
                .as(attune.err())
                .isZero();

        assertThat(attune.err()).doesNotContain("left out");
        assertThat(attune.out().lines())
                .anyMatch(line -> line.matches("  dense: .*  LinUCB .*\\d\\.\\d\\d \\[.*"))
                .anyMatch(line -> line.matches("  sparse: .*  Sparse-TS .*\\d\\.\\d\\d \\[.*"))
                .anyMatch(line -> line.matches("  changing: .*  LinUCB .*\\d\\.\\d\\d \\[.*"))
                .anyMatch(line -> line.matches("  Auto +3 .*"));
        assertThat(folder.resolve("demo/curves/dense-a-model-for-each-arm-Auto.svg"))
                .content()
                .contains("Best fixed");
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("demo", "run", "report", "evaluate", "reproduce", "list", "data", "bench")) {
            assertThat(attune.run(command, "--help")).isZero();
            assertThat(attune.out()).contains("Examples:").contains("attune " + command);
        }
    }
}
