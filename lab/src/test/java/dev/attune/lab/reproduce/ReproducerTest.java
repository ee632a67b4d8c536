package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reproductions of a few hundred rounds. */
class ReproducerTest {
    private static final String HEAD = """
            rounds: 300
            repetitions: 3
            grid: none
            environments:
              - {name: simulation, features: 3, arms: 5}
            """;
    private static final String LINEAR = HEAD + "policies: [LinUCB, LinTS]\ntuners: [Theory, CDT, CDT-released, VOI]\n";
    private static final List<PaperValue> PAPER =
            List.of(new PaperValue(new Labels("simulation", "LinUCB", "CDT"), "regret", 30, "Table 5"));

    @TempDir
    Path folder;

    private final List<String> logged = new ArrayList<>();

    private static Reproduction small(String name, Reproduction.Study study, List<PaperValue> paper, String... specs) {
        Map<String, Spec> read = new LinkedHashMap<>();
        for (String spec : specs) {
            read.put("part" + read.size(), SpecReader.read(name, spec));
        }
        Reproduction.Entry entry = new Reproduction.Entry(name, "Figure 2", "what it shows", study, List.of());
        return new Reproduction(entry, read, paper, "**About** it.", "We say so.");
    }

    private List<Findings> run(boolean fresh, Reproduction... reproductions) throws Exception {
        logged.clear();
        Reproducer.Session session = new Reproducer.Session(
                "test", null, fresh, logged::add, () -> (done, total, cells, allCells, last) -> logged.add(last));
        return Reproducer.run(List.of(reproductions), folder, session, findings -> {});
    }

    private List<String> csv(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name).resolve("comparison.csv"));
    }

    @Test
    void regretIsComparedDrawnAndReported() throws Exception {
        Findings findings =
                run(false, small("regret", new RegretStudy(), PAPER, LINEAR)).get(0);

        assertThat(findings.toText())
                .contains("Figure 2: what it shows", "LinUCB on simulation", "paper", "as released", "30.0")
                .contains("Final regret where the paper prints no number", "VOI");
        assertThat(csv("regret"))
                .hasSize(1 + 2 * 5 + 1)
                .anyMatch(row -> row.startsWith("simulation,LinUCB,CDT,written,regret,30,"))
                .anyMatch(row -> row.startsWith("simulation,LinUCB,CDT-released,released,regret,30,"))
                .anyMatch(row -> row.startsWith("simulation,LinTS,VOI,written,regret,,"));
        assertThat(findings.toJson().lines())
                .hasSize(11)
                .allMatch(line -> line.startsWith("{\"reproduction\":\"regret\""));
        assertThat(Files.readString(folder.resolve("regret/figure.svg")))
                .contains("LinUCB on simulation", "LinTS on simulation", "CDT-released", "what the paper prints");
        assertThat(folder.resolve("regret/figure.png")).isNotEmptyFile();
        assertThat(folder.resolve("regret/index.html")).isNotEmptyFile();
        assertThat(folder.resolve("regret/part0/results.jsonl")).isNotEmptyFile();
    }

    @Test
    void noCellIsRunTwiceWhateverTheName() throws Exception {
        Reproduction regret = small("regret", new RegretStudy(), PAPER, LINEAR);
        Reproduction warmup = small(
                "warmup",
                new TableStudy(List.of(new TableStudy.Change("CDT", "CDT-T1=0"))),
                PAPER,
                HEAD + "policies: [LinUCB]\ntuners: [CDT, CDT-T1=0]\n");
        run(false, regret);

        List<Findings> both = run(false, regret, warmup);

        assertThat(logged).contains("33 cells were there already", "9 cells were there already");
        assertThat(logged.stream().filter(line -> line.contains("repetition")))
                .allMatch(line -> line.startsWith("LinUCB by CDT-T1=0 on simulation"))
                .hasSize(3);
        assertThat(both.get(1).sheets()).hasSize(3);
        assertThat(both.get(1).sheets().get(1).rows().get(1)).startsWith("CDT minus CDT-T1=0");
        assertThat(both.get(0).rows()).isEqualTo(run(false, regret).get(0).rows());

        run(true, warmup);
        assertThat(logged.stream().filter(line -> line.contains("repetition"))).hasSize(4 * 3);
    }

    @Test
    void severalNamesGetAPageAndATextOverAll() throws Exception {
        run(
                false,
                small("regret", new RegretStudy(), PAPER, LINEAR),
                small("time", new TimeStudy(), List.of(), HEAD + "policies: LinUCB\ntuners: [Theory, CDT]\n"));

        assertThat(Files.readString(folder.resolve("REPRODUCTION.md")))
                .contains(
                        "- [Figure 2: what it shows](#regret)",
                        "**About** it.",
                        "![Figure 2: what it shows](images/reproduce-regret.svg)")
                .contains("| CDT | 30.0 |", "### Notes\n\nWe say so.");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("data:image/svg+xml;base64,", "href=\"regret/index.html\"", "<td>30.0</td>")
                .doesNotContain("src=\"http");
    }

    @Test
    void environmentsWithoutDataAreLeftOutAndTheRestRuns() throws Exception {
        String missing = "  - {name: movielens, data: " + folder.resolve("none") + "}\n";
        String spec = LINEAR.replace("policies", missing.strip().indent(2) + "policies");

        Findings findings =
                run(false, small("regret", new RegretStudy(), PAPER, spec)).get(0);

        assertThat(findings.rows()).hasSize(11);
        assertThat(findings.toText()).contains("Left out: movielens. ", "attune data movielens");
        assertThat(logged).anyMatch(line -> line.startsWith("left out: movielens: no such file or folder"));
        Reproduction nothing = small("regret", new RegretStudy(), PAPER, spec).only("on movielens");
        assertThatThrownBy(() -> run(false, nothing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing could be run. Left out: movielens. ")
                .hasMessageContaining("attune data movielens");
    }

    @Test
    void timeCountsAllRepetitionsButTheFirst() throws Exception {
        List<PaperValue> paper = List.of(
                new PaperValue(new Labels("simulation", "LinUCB", "Theory"), "seconds", 2, "Table 1"),
                new PaperValue(new Labels("simulation", "LinUCB", "CDT"), "seconds", 6, "Table 1"));

        Findings findings = run(
                        false,
                        small("time", new TimeStudy(), paper, HEAD + "policies: LinUCB\ntuners: [Theory, CDT]\n"))
                .get(0);

        assertThat(findings.rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.repetitions()).isEqualTo(2);
            assertThat(row.difference()).isNaN();
            assertThat(row.ours()).isPositive();
        });
        assertThat(findings.sheets().get(1).rows().get(0)).startsWith("LinUCB on simulation", "3.00");
    }

    @Test
    void theBestOfTheGridStandsBesideThePapers() throws Exception {
        List<PaperValue> paper =
                List.of(new PaperValue(new Labels("simulation", "LinTS", "Grid"), "best explore", 5, "Table 3"));
        String spec = HEAD.replace("none", "[0.1, 1, 5]") + "policies: LinTS\ntuners: [Theory, VOI]\n";

        Findings findings =
                run(false, small("optimal-grid", new GridStudy(), paper, spec)).get(0);

        assertThat(findings.rows().get(0).paper()).isEqualTo(5);
        assertThat(findings.rows().get(0).ours()).isIn(0.1, 1.0);
        assertThat(findings.sheets().get(0).rows().get(0).get(1)).isEqualTo("5");
        assertThat(findings.rows()).hasSize(1 + 2 + 3);
    }

    @Test
    void contendersAreRankedInBothForms() throws Exception {
        String spec = "rounds: 900\nrepetitions: 2\ngrid: none\nenvironments: [switching-triangle, switching-sine]\n"
                + "tuners: [ZoomingTS-H, ZoomingTS-H-released, ZoomingTS-oracle, ZoomingTS-oracle-released,"
                + " {name: Zooming-unscaled, as: Zooming}, Zooming-released, Uniform]\n";
        List<PaperValue> paper = List.of(
                new PaperValue(new Labels("switching-sine", "Point", "Zooming"), "rank by regret", 3, "Figure 4"));

        Findings findings = run(false, small("switching", new SwitchingStudy(), paper, spec))
                .get(0);

        assertThat(findings.rows().stream()
                        .filter(row -> row.quantity().equals("rank by regret"))
                        .filter(row -> row.form().equals("written"))
                        .map(Comparison::ours))
                .containsExactlyInAnyOrder(1.0, 2.0, 3.0, 1.0, 2.0, 3.0);
        assertThat(Files.readString(folder.resolve("switching/figure.svg")))
                .contains("switching-triangle, as written", "switching-sine, as released", "Zooming TS-R", "Oracle");
    }

    @Test
    void withoutYahoosLogAMadeUpOneIsPlayedAndCalledSo() throws Exception {
        List<PaperValue> paper =
                List.of(new PaperValue(new Labels("yahoo", "UCB-GLM", "CDT"), "reward", 221.69, "Table 2"));
        String spec = """
                rounds: 30
                repetitions: 2
                grid: none
                environments: [{name: yahoo-r6a, as: yahoo}]
                policies: UCB-GLM
                tuners: [CDT, VOI]
                """;

        Findings findings = run(false, small("yahoo", new YahooStudy(new SyntheticClickLog(30, 5, 2, 1)), paper, spec))
                .get(0);

        assertThat(findings.title()).contains("made-up log");
        assertThat(findings.rows().get(0).paper()).isEqualTo(221.69);
        assertThat(findings.rows())
                .allSatisfy(row -> assertThat(row.difference()).isNaN());
        assertThat(findings.toText()).contains("attune data yahoo-r6a --from PATH");
        assertThat(folder.resolve("yahoo/made-up-log")).isNotEmptyDirectory();
    }
}
