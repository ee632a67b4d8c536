package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.attune.lab.report.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Sample sample(double... values) {
        TreeMap<Integer, Double> byRepetition = new TreeMap<>();
        for (double value : values) {
            byRepetition.put(byRepetition.size() + 1, value);
        }
        return new Sample(byRepetition);
    }

    @Test
    void everySampleStandsBesideTheNumberThatIsAboutIt() {
        List<PaperValue> paper =
                List.of(new PaperValue(new Labels("simulation", "LinTS", "CDT"), "regret", 10, "Table 5"));
        Map<Labels, Sample> samples = new LinkedHashMap<>();
        samples.put(new Labels("simulation", "LinTS", "CDT"), sample(10, 12, 17));
        samples.put(new Labels("simulation", "LinTS", "CDT-released"), sample(4, 6));
        samples.put(new Labels("simulation", "LinTS", "VOI"), sample(4, 6));

        List<Comparison> rows = Comparison.of(paper, samples, "regret");

        assertThat(rows.get(0).paper()).isEqualTo(10);
        assertThat(rows.get(0).difference()).isCloseTo(1.441153, offset(1e-6));
        assertThat(rows.get(0).form()).isEqualTo("written");
        // mean 5, variance 2, standard error 1: (5 - 10) / 1
        assertThat(rows.get(1).difference()).isCloseTo(-5, offset(1e-12));
        assertThat(rows.get(1).form()).isEqualTo("released");
        assertThat(rows.get(1).source()).isEqualTo("Table 5");
        assertThat(rows.get(2).hasPaper()).isFalse();
        assertThat(rows.get(2).difference()).isNaN();
        assertThat(Comparison.of(paper, samples, "reward").get(0).hasPaper())
                .as("a number of another quantity")
                .isFalse();
    }

    @Test
    void theFormThatIsReleasedInBothLayersIsTheOneShown() {
        List<PaperValue> paper = List.of(new PaperValue(new Labels("e", "Laplace-TS", "CDT"), "regret", 10, "Table 5"));
        Map<Labels, Sample> samples = Map.of(
                new Labels("e", "Laplace-TS", "CDT"), sample(1),
                new Labels("e", "Laplace-TS", "CDT-released"), sample(2),
                new Labels("e", "Laplace-TS-released", "CDT-released"), sample(3));

        var sheet = Comparison.printed("t", paper, Comparison.of(paper, samples, "regret"));

        assertThat(sheet.rows())
                .containsExactly(List.of("Laplace-TS on e"), List.of("CDT", "10.0", "1.0", "-", "-", "3.0", "-", "-"));
    }
}
