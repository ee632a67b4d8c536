package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.catalog.Catalog;
import dev.attune.lab.env.EnvironmentCatalog;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ListAndBenchTest {
    private final CapturedCommandLine attune = new CapturedCommandLine();

    @Test
    void listShowsEveryPolicyWithHyperparametersBoundsAndCitation() {
        assertThat(attune.run("list")).isZero();

        String text = words(attune.out());
        Catalog.policies().forEach(entry -> assertThat(text).contains(entry.name(), entry.citation()));
        assertThat(text)
                .contains("kappa kappa preset 0.2 accepted [0.001, 1000] search box [0.1, 5] log")
                .contains("explore alpha preset 1 accepted [0, 1e100] search box [0.1, 5] linear");
    }

    @Test
    void listShowsEveryTunerWithWhatItNeeds() {
        assertThat(attune.run("list", "tuners")).isZero();

        String text = words(attune.out());
        Catalog.tuners().forEach(entry -> assertThat(text).contains(entry.name(), entry.needs(), entry.citation()));
        assertThat(text).doesNotContain("LinTS Thompson");
    }

    @Test
    void listShowsEveryEnvironmentWithItsParameters() {
        assertThat(attune.run("list", "environments")).isZero();

        String text = words(attune.out());
        EnvironmentCatalog.environments().forEach(entry -> {
            assertThat(text).contains(entry.name(), entry.summary(), entry.source());
            entry.parameters().forEach(p -> assertThat(text).contains(p.name(), p.meaning()));
        });
    }

    @Test
    void listAsJsonIsOneObjectALine() {
        assertThat(attune.run("list", "--json")).isZero();

        List<String> lines = attune.out().lines().toList();
        assertThat(lines)
                .hasSize(Catalog.policies().size()
                        + Catalog.tuners().size()
                        + EnvironmentCatalog.environments().size());
        assertThat(lines.get(0))
                .startsWith("{\"policy\":\"LinUCB\",")
                .endsWith("\"hyperparameters\":[{\"name\":\"explore\",\"symbol\":\"alpha\",\"preset\":1.0,\"min\":0.0,"
                        + "\"max\":1.0E100,\"low\":0.1,\"high\":5.0,\"scale\":\"linear\"}]}");
    }

    @Test
    void jsonEscapesQuotesBackslashesAndControlCharacters() {
        String line = new JsonLine().put("a\"b", "c\\d\n").put("x", Double.NaN).toString();

        assertThat(line).isEqualTo("{\"a\\\"b\":\"c\\\\d\\n\",\"x\":null}");
    }

    @Test
    @Tag("slow")
    void benchKernelsReportsEachFigureAsOneJsonObject() {
        assertThat(attune.run("bench", "kernels", "--json")).isZero();

        List<String> lines = attune.out().lines().toList();
        assertThat(lines)
                .allMatch(line -> line.matches(
                        "\\{\"bench\":\"kernels\",\"name\":\"[A-Za-z.]+\",\"value\":[0-9.E-]+,\"unit\":\"[^\"]+\"}"));
        assertThat(lines)
                .anyMatch(line -> line.contains("\"widths.vsOneArmAtATime\""))
                .anyMatch(line -> line.contains("\"widths.shareOfPeak\""));
    }

    @Test
    @Tag("slow")
    void benchEnvironmentsComparesGenerationWithLinUcb() {
        assertThat(attune.run("bench", "environments")).isZero();

        assertThat(attune.out())
                .contains("simulation.generation", "switching-sine.generation", "LinUCB.round", "generation.vsLinUCB");
    }

    @Test
    void benchEvaluateReadsALogAndSaysHowFast() {
        assertThat(attune.run("bench", "evaluate", "--megabytes", "1", "--json"))
                .isZero();

        assertThat(attune.out().lines())
                .hasSize(6)
                .allMatch(line -> line.startsWith("{\"bench\":\"evaluate\","))
                .anyMatch(line -> line.contains("\"read.encode\"") && line.contains("events/min"))
                .anyMatch(line -> line.contains("\"heap.peak\""));
        assertThat(attune.run("bench", "evaluate", "--megabytes", "0")).isEqualTo(2);
        assertThat(attune.err()).contains("--megabytes 0 must be at least 1");
    }

    @Test
    void benchSparsePlaysAWorldAndSaysHowToAddVowpalWabbit() {
        assertThat(attune.run("bench", "sparse", "--json", "--seeds", "2", "--rounds", "40", "--world", "F100", "news"))
                .isZero();

        assertThat(attune.out().lines())
                .allMatch(line -> line.matches(
                        "\\{\"bench\":\"sparse\",\"name\":\"[A-Za-z0-9.]+\",\"value\":[0-9.E-]+,\"unit\":\"[^\"]+\"}"))
                .hasSize(10)
                .anyMatch(line -> line.contains("\"F100.reward\""))
                .anyMatch(line -> line.contains("\"F100.reward.low\""))
                .anyMatch(line -> line.contains("\"F100.roundsPerSecond\""))
                .anyMatch(line -> line.contains("\"news.reward.lastQuarter\""));
        assertThat(attune.err())
                .contains("Vowpal Wabbit is skipped", "com.github.vowpalwabbit:vw-jni:9.3.0", "-Ppeers");
    }

    @Test
    void benchSparseRejectsUnknownWorldsAndEmptyRuns() {
        assertThat(attune.run("bench", "sparse", "--world", "F7")).isEqualTo(2);
        assertThat(attune.err()).contains("no world is named 'F7'", "F1000.K50");
        assertThat(attune.run("bench", "sparse", "--seeds", "0")).isEqualTo(2);
        assertThat(attune.err()).contains("--seeds 0 must be at least 1");
    }

    @Test
    void benchHelpShowsTheOptionsOfSparse() {
        assertThat(attune.run("bench", "--help")).isZero();

        assertThat(attune.out()).contains("attune bench sparse", "--seeds", "--rounds", "--world");
    }

    @Test
    void benchOfSomethingElseNamesWhatThereIs() {
        assertThat(attune.run("bench", "kernel")).isEqualTo(2);

        assertThat(attune.err())
                .contains("'kernel'")
                .containsIgnoringCase("kernels")
                .containsIgnoringCase("policies")
                .containsIgnoringCase("environments");
    }

    /** Returns a text without its line breaks and columns. */
    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
