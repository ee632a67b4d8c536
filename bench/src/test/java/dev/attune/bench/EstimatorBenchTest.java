package dev.attune.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code attune bench estimators}. */
@Tag("slow")
class EstimatorBenchTest {
    /**
     * Ten logs of each kind have at most 70 intervals of an estimator, those of a log being correlated. If 95 % of them hold, 78 % or fewer come in fewer than one of
     * 1,000 runs; intervals of half the length hold 67 % and fail. A bias of five standard errors, and a wrong verdict of 50, are as rare.
     */
    @Test
    void intervalsHoldBiasIsSmallAndVerdictsAreRight() {
        Map<String, Double> figures = new LinkedHashMap<>();
        EstimatorBench.run(10, name -> {}, figure -> figures.put(figure.name(), figure.value()));
        for (String logging : new String[] {"uniform", "epsilon-greedy", "drifting"}) {
            for (String estimator :
                    new String[] {"mean", "IPS", "SNIPS", "clipped", "doubly robust", "SWITCH", "gain"}) {
                String row = logging + ": " + estimator;
                if (!estimator.equals("mean")) { // one interval a log
                    assertThat(figures.get(row + " coverage")).as(row).isGreaterThan(78);
                }
                assertThat(Math.abs(figures.get(row + " bias")))
                        .as(row)
                        .isLessThan(5 * figures.get(row + " error of bias") + 10);
            }
            assertThat(figures.get(logging + ": propensities doubted")).isZero();
        }
        figures.forEach((name, value) -> {
            if (name.endsWith(": wrong")) {
                assertThat(value).as(name).isLessThanOrEqualTo(10);
            }
        });
        // .015 of 20 logs; with 10, rows of the bandit without a share alone move it by some hundredths
        assertThat(figures.get("mean absolute error of doubly robust")).isBetween(1e-6, 0.08);
    }
}
