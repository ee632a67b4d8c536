package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final Labels LABELS = new Labels("simulation", "LinTS", "CDT");
    private static final Sample SAMPLE = new Sample(LABELS, Map.of(1, 10.0, 2, 12.0, 3, 17.0));

    @Test
    void meanAndStandardErrorAreThoseWorkedOutByHand() {
        // mean 39 / 3 = 13; variance (9 + 1 + 16) / 2 = 13; standard error sqrt(13 / 3) = 2.081666
        assertThat(SAMPLE.mean()).isEqualTo(13);
        assertThat(SAMPLE.standardError()).isCloseTo(2.081666, offset(1e-6));
    }

    @Test
    void theDifferenceIsInStandardErrorsAndHasASign() {
        // (13 - 10) / 2.081666 = 1.441153
        assertThat(SAMPLE.errorsAbove(10)).isCloseTo(1.441153, offset(1e-6));
        assertThat(SAMPLE.errorsAbove(16)).isCloseTo(-1.441153, offset(1e-6));
    }

    @Test
    void aSingleRepetitionHasNoError() {
        Sample single = new Sample(LABELS, Map.of(1, 10.0));
        assertThat(single.standardError()).isNaN();
        assertThat(single.errorsAbove(3)).isNaN();
    }

    @Test
    void differencesArePairedByRepetition() {
        Sample other = new Sample(LABELS, Map.of(2, 11.0, 3, 14.0, 4, 99.0));
        assertThat(SAMPLE.minus(other).byRepetition()).isEqualTo(Map.of(2, 1.0, 3, 3.0));
    }

    @Test
    void everySampleStandsBesideTheNumberThatIsAboutIt() {
        List<PaperValue> paper =
                List.of(new PaperValue(new Labels("simulation", "LinTS", "CDT"), "regret", 10, "Table 5"));
        Sample released = new Sample(new Labels("simulation", "LinTS", "CDT-released"), Map.of(1, 4.0, 2, 6.0));
        Sample unprinted = new Sample(new Labels("simulation", "LinTS", "VOI"), Map.of(1, 4.0, 2, 6.0));

        List<Comparison> rows = Comparison.of(paper, List.of(SAMPLE, released, unprinted), "regret");

        assertThat(rows.get(0).paper()).isEqualTo(10);
        assertThat(rows.get(0).difference()).isCloseTo(1.441153, offset(1e-6));
        assertThat(rows.get(0).form()).isEqualTo("written");
        // mean 5, variance 2, standard error 1: (5 - 10) / 1
        assertThat(rows.get(1).difference()).isCloseTo(-5, offset(1e-12));
        assertThat(rows.get(1).form()).isEqualTo("released");
        assertThat(rows.get(1).source()).isEqualTo("Table 5");
        assertThat(rows.get(2).hasPaper()).isFalse();
        assertThat(rows.get(2).difference()).isNaN();
        assertThat(Comparison.of(paper, List.of(SAMPLE), "reward").get(0).hasPaper())
                .as("a number of another quantity")
                .isFalse();
    }

    @Test
    void theFormThatIsReleasedInBothLayersIsTheOneShown() {
        List<PaperValue> paper = List.of(new PaperValue(new Labels("e", "Laplace-TS", "CDT"), "regret", 10, "Table 5"));
        List<Sample> samples = List.of(
                new Sample(new Labels("e", "Laplace-TS", "CDT"), Map.of(1, 1.0)),
                new Sample(new Labels("e", "Laplace-TS", "CDT-released"), Map.of(1, 2.0)),
                new Sample(new Labels("e", "Laplace-TS-released", "CDT-released"), Map.of(1, 3.0)));

        var sheet = Comparison.printed("t", paper, Comparison.of(paper, samples, "regret"));

        assertThat(sheet.rows())
                .containsExactly(List.of("Laplace-TS on e"), List.of("CDT", "10.0", "1.0", "-", "-", "3.0", "-", "-"));
    }

    @Test
    void neighboursOfAGridAreDrawnTogether() {
        List<Double> grid = List.of(0.1, 0.5, 1.0, 1.5, 2.0);
        assertThat(GridStudy.ranges(grid, List.of(0.1, 0.5, 1.0, 2.0))).isEqualTo("0.1-1, 2");
        assertThat(GridStudy.ranges(grid, grid)).isEqualTo("0.1-2");
        assertThat(GridStudy.ranges(grid, List.of(1.5))).isEqualTo("1.5");
    }
}
