package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final String DATA = "<script type=\"application/json\" id=\"data\">";

    @TempDir
    Path folder;

    private String page(Analysis analysis) throws IOException {
        Path file = folder.resolve("index.html");
        ReportPage.write(analysis, List.of("version 1", "spec.yaml"), file);
        return Files.readString(file);
    }

    private JsonNode data(Analysis analysis) throws IOException {
        String page = page(analysis);
        int from = page.indexOf(DATA) + DATA.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }

    private static Line line(String tuner, Role role, double regret, double cpuSeconds) {
        double[] curve = {0.000123456789, Double.NaN, regret};
        return new Line(
                tuner,
                role,
                "",
                2,
                new SampleMean(regret, 1, regret - 1, regret + 1),
                new SampleMean(100, Double.NaN, Double.NaN, Double.NaN),
                cpuSeconds,
                new long[] {1, 2, 1_000_000},
                new Band(curve, curve, curve),
                Map.of());
    }

    private static Analysis analysis(boolean knowsRegret, Line... lines) {
        Panel panel = new Panel("e", "p", 1_000_000, knowsRegret, List.of(lines), List.of(), List.of());
        return new Analysis("A run", List.of(panel));
    }

    @Test
    void numbersHaveSixDigitsAndUnknownOnesAreNull() throws IOException {
        JsonNode curve =
                data(analysis(true, line("A", Role.ASKED, 123456.789, 1))).at("/panels/0/lines/0/curve/mean");

        assertThat(curve.toString()).isEqualTo("[1.23457E-4,null,123457]");
    }

    @Test
    void ratiosReferToTheBestFixedSettingAndElseToTheBestTuner() throws IOException {
        JsonNode fixed = data(analysis(
                true,
                line("A", Role.ASKED, 10, 1),
                line("B", Role.ASKED, 30, 1),
                line("Best fixed", Role.GRID, 20, 1)));
        JsonNode none = data(analysis(true, line("A", Role.ASKED, 10, 1), line("B", Role.ASKED, 30, 1)));

        assertThat(fixed.at("/panels/0/baseline").asText()).isEqualTo("Best fixed");
        assertThat(fixed.at("/panels/0/lines/1/ratio").asDouble()).isEqualTo(1.5);
        assertThat(none.at("/panels/0/baseline").asText()).isEqualTo("A");
        assertThat(none.at("/panels/0/lines/1/ratio").asDouble()).isEqualTo(3);
    }

    @Test
    void aRatioToNothingIsUnknown() throws IOException {
        JsonNode data = data(analysis(true, line("A", Role.ASKED, 10, 1), line("Best fixed", Role.GRID, 0, 1)));

        assertThat(data.at("/panels/0/lines/0/ratio").isNull()).isTrue();
    }

    @Test
    void whereRegretIsNotKnownTheResultIsReward() throws IOException {
        JsonNode result = data(analysis(false, line("A", Role.ASKED, 10, 1))).at("/panels/0/lines/0/result");

        assertThat(result.at("/mean").asDouble()).isEqualTo(100);
        assertThat(result.at("/low").isNull()).isTrue();
    }

    @Test
    void timeIsToldARound() throws IOException {
        JsonNode data = data(analysis(true, line("A", Role.ASKED, 10, 2.5)));

        assertThat(data.at("/panels/0/lines/0/microsecondsPerRound").asDouble()).isEqualTo(2.5);
    }

    @Test
    void overallIsTheGeometricMeanAndTheWorstRatio() throws IOException {
        Panel first = analysis(true, line("A", Role.ASKED, 20, 1), line("Best fixed", Role.GRID, 10, 1))
                .panels()
                .get(0);
        Panel second = analysis(true, line("A", Role.ASKED, 80, 1), line("Best fixed", Role.GRID, 10, 1))
                .panels()
                .get(0);
        JsonNode overall = data(new Analysis("Two", List.of(first, second))).at("/overall/0");

        assertThat(overall.at("/tuner").asText()).isEqualTo("A");
        assertThat(overall.at("/geometricMean").asDouble()).isCloseTo(4, within(1e-5));
        assertThat(overall.at("/worst").asDouble()).isEqualTo(8);
    }

    @Test
    void curvesAreThinnedButKeepBothEnds() throws IOException {
        Analysis analysis = SampleAnalysis.small().analysis("Small");
        JsonNode t = data(analysis).at("/panels/0/lines/0/t");
        long[] all = analysis.panels().get(0).lines().get(0).t();

        assertThat(t.size()).isEqualTo(200).isLessThan(all.length);
        assertThat(t.get(0).asLong()).isEqualTo(all[0]);
        assertThat(t.get(199).asLong()).isEqualTo(all[all.length - 1]);
    }

    @Test
    void theReportOfALongRunStaysBelowTenMegabytes() throws IOException {
        String[] environments = new String[40];
        for (int i = 0; i < environments.length; i++) {
            environments[i] = "environment " + i;
        }

        assertThat(page(SampleAnalysis.large().withEnvironments(environments).analysis("Long")))
                .hasSizeLessThan(10_000_000);
    }

    @Test
    void aRunWithoutPanelsIsAPageToo() throws IOException {
        assertThat(data(new Analysis("Nothing", List.of())).at("/repetitions").asText())
                .isEqualTo("0");
    }

    @Test
    void noMarkIsLeftAndNoNameClosesTheScript() throws IOException {
        String page = page(analysis(true, line("</script><script>", Role.ASKED, 10, 1)));

        assertThat(page).doesNotContain("{{");
        assertThat(page.split("</script>", -1)).hasSize(4); // data, ECharts, the page's own
    }
}
