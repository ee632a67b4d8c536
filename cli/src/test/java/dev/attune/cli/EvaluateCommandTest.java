package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateCommandTest {
    private static final String DEFAULT = Catalog.DEFAULT_POLICY + ", Auto";

    @TempDir
    Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    private String where(String name) {
        return folder.resolve(name).toString();
    }

    private static String real(String name) {
        String named = System.getenv("ATTUNE_TEST_DATA");
        Path path = (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> "skipped, because there is no " + path.toAbsolutePath());
        return path.toString();
    }

    /** A table of 1,000 rows; arm b is clicked three times as often as arm a. */
    private String table() throws IOException {
        StringBuilder rows = new StringBuilder("banner,click,p,country\n");
        for (int i = 0; i < 1000; i++) {
            boolean b = i % 2 == 1;
            boolean click = b ? i % 10 < 7 : i % 10 < 2;
            rows.append(b ? "b" : "a")
                    .append(click ? ",1" : ",0")
                    .append(",0.5,")
                    .append(i % 3 == 0 ? "DE" : "FR")
                    .append('\n');
        }
        return Files.writeString(folder.resolve("clicks.csv"), rows).toString();
    }

    private String[] table(String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of(
                "evaluate",
                table(),
                "--format",
                "csv",
                "--arm-column",
                "banner",
                "--reward-column",
                "click",
                "--propensity-column",
                "p",
                "--seeds",
                "1"));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    @Test
    void aTableIsValuedAndTheBetterArmIsFound() throws IOException {
        assertThat(attune.run(table("--out", where("out"), "--tuners", "Auto,explore=0")))
                .as(attune.err())
                .isZero();

        assertThat(attune.out())
                .contains("events", "1,000", "uniform", "trained, greedy", "arm a", "arm b", DEFAULT)
                .contains(DEFAULT + ", taught", Catalog.DEFAULT_POLICY + ", explore=0", "doubly robust", "Use ")
                .containsPattern(
                        "predicted by the model of " + Catalog.DEFAULT_POLICY + ",[^:]*: \\d+ and \\d+\\s+coefficients")
                .contains("Tables and picture: " + where("out"))
                .doesNotContain("vectors");
        assertThat(attune.err()).contains("100 %, done in ");
        assertThat(Files.readAllLines(folder.resolve("out/values.csv")).get(0))
                .isEqualTo("policy,kind,estimator,value,low,high,bernstein_low,bernstein_high,"
                        + "effective_size,largest_share,decisions,warning");
        assertThat(Files.readAllLines(folder.resolve("out/values.csv"))).hasSize(1 + 1 + 5 * 6 + 3 * 2);
        assertThat(Files.readAllLines(folder.resolve("out/verdict.csv"))).hasSize(1 + 8);
        assertThat(Files.readString(folder.resolve("out/verdict.svg"))).contains("arm b", "reward per decision");
        assertThat(folder.resolve("out/verdict.png")).isNotEmptyFile();
    }

    @Test
    void theSameCommandSaysTheSame() throws IOException {
        attune.run(table("--quiet"));
        String first = attune.out();
        assertThat(attune.err()).isEmpty();
        attune.run(table("--quiet"));
        assertThat(attune.out()).isEqualTo(first);
    }

    @Test
    void theSavedModelIsReadByTheLibraryAndHasLearnt() throws IOException {
        assertThat(attune.run(table("--save", where("model.attune"))))
                .as(attune.err())
                .isZero();

        assertThat(attune.out()).contains("Saved " + Catalog.DEFAULT_POLICY + " tuned by Auto", "Bandit.load(");
        Bandit bandit = Bandit.load(Files.readAllBytes(folder.resolve("model.attune")));
        assertThat(bandit.rounds()).isZero();
        Features visitor = Features.builder().category("country", "DE").build();
        int better = 0;
        for (int i = 0; i < 50; i++) {
            Decision decision = bandit.decide(visitor, "a", "b");
            better += decision.index();
            bandit.reward(decision, decision.index());
        }
        assertThat(better).isGreaterThan(45);
    }

    @Test
    void aLogCanBeMadeUpButNothingIsOverwritten() throws IOException {
        assertThat(attune.run(
                        "evaluate",
                        where("try.json"),
                        "--format",
                        "dsjson",
                        "--made-up",
                        "300",
                        "--tuners",
                        "Auto",
                        "--seeds",
                        "1"))
                .as(attune.err())
                .isZero();
        assertThat(attune.out()).contains("The log cannot tell");
        assertThat(Files.readAllLines(folder.resolve("try.json"))).hasSize(300);

        assertThat(attune.run("evaluate", where("try.json"), "--format", "dsjson", "--made-up", "300"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("--made-up would overwrite").hasLineCount(1);
    }

    @Test
    void withoutPropensitiesOnlyTheModelSpeaksUnlessTheLogIsSaidToBeUniform() throws IOException {
        Path log = folder.resolve("plain.csv");
        Files.write(log, List.of("arm,reward", "a,1", "b,0", "a,1", "b,0"));
        assertThat(attune.run("evaluate", log.toString(), "--format", "csv")).isZero();
        assertThat(attune.out().replace('\n', ' '))
                .contains("4 events without a propensity count for the direct method only; if the log was written by"
                        + " uniform choice, --uniform says so.")
                .doesNotContain(DEFAULT)
                .contains("The log cannot tell");

        assertThat(attune.run("evaluate", log.toString(), "--format", "csv", "--uniform"))
                .isZero();
        assertThat(attune.out()).contains(DEFAULT).doesNotContain("without a propensity count");
    }

    @Test
    void mistakesAreReportedInOneLine() throws IOException {
        assertThat(attune.run("evaluate", where("none.json"), "--format", "dsjson"))
                .isEqualTo(2);
        assertThat(attune.err()).isEqualToIgnoringNewLines("attune: no such file: " + where("none.json"));
        assertThat(attune.run(table("--policies", "LinUBC"))).isEqualTo(2);
        assertThat(attune.err()).contains("there is no policy LinUBC").hasLineCount(1);
        assertThat(attune.run("evaluate", table(), "--format", "csv", "--seeds", "0"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("seeds = 0 must be at least 1");
        assertThat(attune.run("evaluate", table(), "--format", "csv", "--arm-column", "shown"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("shown").hasLineCount(1);
        assertThat(attune.run("evaluate", table(), "--format", "dsjson")).isEqualTo(2);
        assertThat(attune.err()).contains("clicks.csv").hasLineCount(1);
        assertThat(attune.run("evaluate", table())).isEqualTo(2);
        assertThat(attune.err()).contains("there is no column 'arm'").hasLineCount(1);
        assertThat(attune.run("evaluate", table(), "--format", "cvs")).isEqualTo(2);
        assertThat(attune.err())
                .contains("there is no format 'cvs'; did you mean csv?")
                .hasLineCount(1);
        assertThat(attune.run("evaluate", table(), "--format", "csv", "--save", where("m"), "--tuners", "explore=1"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("a fixed rate cannot be saved");
        assertThat(attune.run(table("--save", where("none/model.attune")))).isEqualTo(2);
        assertThat(attune.err())
                .contains("must be a file in an existing folder")
                .hasLineCount(1);
        assertThat(attune.run(table("--bandit", "shop"))).isEqualTo(2);
        assertThat(attune.err())
                .contains("--bandit needs --format journal, not csv")
                .hasLineCount(1);
        assertThat(attune.run("evaluate", where("new.csv"), "--format", "csv", "--made-up", "10"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("use --format dsjson").hasLineCount(1);
        assertThat(attune.run("evaluate", table(), "--format", "csv", "--words", "100"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("--words needs --made-up").hasLineCount(1);
        assertThat(attune.run("evaluate", where("."), "--format", "journal")).isEqualTo(2);
        assertThat(attune.err()).contains("is not a data folder").hasLineCount(1);
    }

    @Test
    void aFixedRateThatIsNoneIsAnErrorAndNoNote() throws IOException {
        for (String[] wrong : new String[][] {
            {"explor=1", Catalog.DEFAULT_POLICY + " has no hyperparameter 'explor'; did you mean explore=1?"},
            {"explore=", "'' is not a number; a fixed rate is explore=NUMBER"},
            {"explore=one", "'one' is not a number"},
            {"explore=-1", "explore = -1.0 is outside the accepted values"},
            {"VOII", "there is no tuner VOII"},
        }) {
            String[] args = {"evaluate", table(), "--format", "csv", "--arm-column", "banner", "--tuners", wrong[0]};
            assertThat(attune.run(args)).as(wrong[0]).isEqualTo(2);
            assertThat(attune.err()).contains(wrong[1]).hasLineCount(1);
        }
    }

    @Test
    void anEventThatCannotBeEncodedIsCountedAndLeftOut() throws IOException {
        Path log = folder.resolve("huge.csv");
        StringBuilder rows = new StringBuilder("arm,reward,p,size\n");
        for (int i = 0; i < 40; i++) {
            rows.append(i % 2 == 0 ? "a,1,0.5," : "b,0,0.5,")
                    .append(i % 10 == 3 ? "1e200" : "" + i)
                    .append('\n');
        }
        Files.writeString(log, rows);
        String[] args = {
            "evaluate",
            log.toString(),
            "--format",
            "csv",
            "--propensity-column",
            "p",
            "--tuners",
            "Auto",
            "--seeds",
            "1",
            "--save",
            where("huge.attune")
        };
        assertThat(attune.run(args)).as(attune.err()).isZero();
        assertThat(attune.out())
                .containsPattern("events +36\n")
                .containsPattern(
                        "4  lost  cannot be encoded: .*size must be a number of size at most .* .first: event 4");
        assertThat(Bandit.load(Files.readAllBytes(folder.resolve("huge.attune"))))
                .isNotNull();
    }

    @Test
    void aLogOfThousandsOfWordsIsValuedAsItIs() throws IOException {
        String[] args = {
            "evaluate",
            where("words.json"),
            "--format",
            "dsjson",
            "--made-up",
            "8000",
            "--words",
            "10000",
            "--seeds",
            "1",
            "--out",
            where("words")
        };
        assertThat(attune.run(args)).as(attune.err()).isZero();

        assertThat(attune.out())
                .containsPattern("events +8,000\n")
                .containsPattern("features +10,000 of contexts, 0 of arms\n")
                .containsPattern(
                        "model of " + Catalog.DEFAULT_POLICY + ",[^:]*: \\d\\d,\\d+ and \\d\\d,\\d+\\s+coefficients")
                .contains("none was dropped")
                .doesNotContain(" lost ", "left out", "Note:");
        Map<String, Double> values = new HashMap<>();
        Pattern row = Pattern.compile("\"?([^\"]*?)\"?,(STATIONARY|LEARNING|TAUGHT),([0-9.]+),.*");
        for (String line : Files.readAllLines(folder.resolve("words/verdict.csv"))) {
            Matcher cells = row.matcher(line);
            if (cells.matches()) {
                values.put(cells.group(1), Double.parseDouble(cells.group(3)));
            }
        }
        double best = Collections.max(values.values());
        assertThat(best).isBetween(.6, .85);
        assertThat(values.get(DEFAULT + ", taught")).isGreaterThan(.9 * best);
    }

    @Test
    void theFormatIsRecognisedAndTheResultIsOneJsonObject() throws IOException {
        assertThat(attune.run("evaluate", table(), "--arm-column", "banner", "--reward-column", "click", "--quiet"))
                .isZero();
        assertThat(attune.out()).startsWith("format                csv, recognised by the content");
        assertThat(attune.run(
                        "evaluate", table(), "--arm-column", "banner", "--reward-column", "click", "--json", "--quiet"))
                .isZero();
        assertThat(attune.out())
                .hasLineCount(1)
                .startsWith("{\"format\":\"csv\",\"events\":")
                .contains("\"verdict\":{\"finding\":\"cannot tell\"", "it has no propensities");
    }

    @Test
    void policiesWithAModelForEachArmAreValuedAndSaved() throws IOException {
        assertThat(attune.run(table("--policies", "LinUCB-disjoint", "--tuners", "VOI", "--save", where("m"))))
                .isZero();
        assertThat(attune.out()).contains("LinUCB-disjoint, VOI ", "LinUCB-disjoint, VOI, taught");
        assertThat(Bandit.load(Files.readAllBytes(Path.of(where("m"))))
                        .decide(Features.NONE, "a", "b")
                        .arm())
                .isIn("a", "b");
    }

    @Test
    void policiesOnVectorsAreValuedIfTheyAreNamed() throws IOException {
        assertThat(attune.run(table(
                        "--policies",
                        "LinUCB",
                        "--tuners",
                        "VOI,explore=1",
                        "--dimension",
                        "16",
                        "--save",
                        where("m"))))
                .as(attune.err())
                .isZero();
        assertThat(attune.out().replace('\n', ' '))
                .contains("LinUCB, VOI ", "LinUCB, VOI, taught", "Policies on vectors have 15 slots")
                .contains("Saved LinUCB tuned by VOI");

        assertThat(attune.run("evaluate", "--help")).isZero();
        assertThat(attune.out()).contains("--policies", "taught").doesNotContain("--dimension", "hashed");
    }

    @Test
    void tablesFitIntoATerminal() {
        String log = real("openbandit-men/bts/men.csv.gz");
        attune.run("evaluate", log, "--format", "openbandit", "--tuners", "explore=1", "--seeds", "1");
        assertThat(attune.out().lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void theSampleOfTheOpenBanditDatasetHasItsCheckValues() {
        String log = real("openbandit-men/bts/men.csv.gz");
        assertThat(attune.run("evaluate", log, "--format", "openbandit", "--tuners", "explore=1", "--seeds", "1"))
                .isZero();
        assertThat(attune.out())
                .containsPattern("uniform +0.0030086 +0.0031894 ")
                .containsPattern("uniform .* 656 ");
        assertThat(attune.out()).contains("The log cannot tell");
    }

    @Test
    void theDsjsonSampleHasItsCheckValues() {
        String log = real("vw-logs/dsjson_cb.json");
        assertThat(attune.run("evaluate", log, "--format", "dsjson")).isZero();
        assertThat(attune.out())
                .containsPattern("events +23\n")
                .contains("4 in every event", "sum 12,", "12 not zero", "The log cannot tell");
    }
}
