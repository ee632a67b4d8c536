package dev.attune.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.bench.verdict.VerdictBench.Part;
import dev.attune.bench.verdict.VerdictBench.Row;
import dev.attune.bench.verdict.VerdictBench.Settings;
import dev.attune.bench.verdict.VerdictBench.Summary;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code attune bench verdicts}. */
class VerdictBenchTest {
    /**
     * 60 cells of two bandits with identical arms, and 2,000 rounds. If a wrong verdict has a chance of one in twenty
     * for each of the 120 bandits, 18 or more come
     * in fewer than one of 10,000 runs; the benchmark's own limit fails in fewer than one of 1,000. The bounds are
     * stricter than that, so few are seen.
     */
    @Test
    @Tag("slow")
    void banditsWithIdenticalArmsHaveNoVerdict() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        Summary summary =
                VerdictBench.run(new Settings(EnumSet.of(Part.SAME, Part.CONTROLS), 2, 2_000), share -> {}, rows::add);
        assertThat(rows).hasSize(60).noneMatch(Row::failed);
        assertThat(summary.bandits()).isEqualTo(120);
        assertThat(summary.wrong()).isLessThan(VerdictBench.limit(120, 1e-4)).isLessThan(18);
        assertThat(rows)
                .filteredOn(row -> row.share().equals("0.0") && row.control().equals("random"))
                .allMatch(row -> row.better() + row.worse() == 0);
    }

    /**
     * Against an old system with half of the traffic at least four of five bandits have the verdict within 12,000
     * rounds ({@code attune bench verdicts}), so none of five has it in
     * fewer than one of 3,000 runs.
     */
    @Test
    @Tag("slow")
    void upliftsAreFound() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        VerdictBench.run(new Settings(EnumSet.of(Part.UPLIFT), 5, 12_000), share -> {}, rows::add);
        assertThat(rows)
                .filteredOn(row -> row.rate() == 0.05 && row.control().equals("old system 0.5"))
                .hasSize(2)
                .allMatch(row -> row.better() >= 1 && row.worse() == 0)
                .allSatisfy(row -> assertThat(row.soon()).isBetween(50.0, 12_000.0));
    }

    @Test
    void limitsAreThoseOfTheBinomialDistribution() {
        // P(X >= 1) = .05 and P(X >= 2) = .0025 for 2 bandits; P(X >= 11) = .0115, P(X >= 12) = .0043 for 100.
        assertThat(VerdictBench.limit(1, 0.04)).isEqualTo(2);
        assertThat(VerdictBench.limit(2, 0.01)).isEqualTo(2);
        assertThat(VerdictBench.limit(100, 0.01)).isEqualTo(12);
        assertThat(VerdictBench.limit(100, 0.02)).isEqualTo(11);
        assertThat(VerdictBench.limit(3, 0)).isEqualTo(4);
    }

    /**
     * The same rounds for every share: without one there is no verdict, and more random rounds cost more in the end.
     */
    @Test
    @Tag("slow")
    void sharesArePlayedOnTheSameRounds() {
        List<ShareBench.Row> rows = new ArrayList<>();
        ShareBench.run(2, 1_000, share -> {}, rows::add);
        assertThat(rows).hasSize(7 * 7);
        assertThat(rows)
                .filteredOn(row -> row.share().equals("0"))
                .hasSize(7)
                .allMatch(row -> row.cost() == 0 && row.proven() == 0 && Double.isNaN(row.median()));
        assertThat(rows)
                .filteredOn(row -> row.share().equals("t^(-1/4)"))
                .allMatch(row -> row.reward() > 0 && row.cost() < 50)
                .anyMatch(row -> row.proven() == 100 && row.median() <= 1_000);
    }

    @Test
    void thereIsNothingToPlayWithoutBandits() {
        assertThatThrownBy(() -> new Settings(Set.of(Part.SAME), 0, 10)).hasMessageContaining("at least 1");
    }
}
