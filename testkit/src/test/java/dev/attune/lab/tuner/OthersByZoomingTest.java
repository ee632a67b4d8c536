package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.Suggestion;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.testkit.Stories;
import dev.attune.tuner.Candidates;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OthersByZoomingTest {
    private static OthersByZooming gloc() {
        return new OthersByZooming(Candidates.exploring(Gloc.SPACE, 1, 4), Horizon.of(500));
    }

    @Test
    void theRateIsACandidateAndTheOthersAreWhereTheyPay() {
        OthersByZooming tuner = gloc();
        Set<Double> rates = new HashSet<>();
        double sum = 0;
        for (int t = 1; t <= 500; t++) {
            Suggestion s = Stories.suggest(tuner, t);
            rates.add(s.setting().get("explore"));
            double kappa = Gloc.SPACE.toUnit(s.setting())[1];
            sum += t > 400 ? Math.abs(kappa - 0.9) : 0;
            tuner.observe(s, 1 - Math.abs(kappa - 0.9));
        }
        assertThat(rates).containsExactlyInAnyOrder(1.0, 4.0);
        assertThat(sum / 100).isLessThan(0.25);
    }

    @Test
    void aMemoThatDoesNotFitChangesNothing() {
        OthersByZooming tuner = gloc();
        Suggestion s = Stories.suggest(tuner, 1);
        byte[] before = Checkpoint.write(tuner);
        for (double[] memo : new double[][] {{1, s.memo()[1], s.memo()[2]}, {s.memo()[0], 9, 9}, {0}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> tuner.observe(new Suggestion(s.setting(), memo), 1));
        }
        assertThat(Checkpoint.write(tuner)).isEqualTo(before);
        OthersByZooming restored = gloc();
        Checkpoint.read(before, restored);
        assertThat(Checkpoint.write(restored)).isEqualTo(before);
    }

    @Test
    void aPolicyWithTheRateAloneIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OthersByZooming(Candidates.exploring(LinUcb.SPACE, 1, 4), Horizon.of(9)))
                .withMessageContaining("more hyperparameters");
    }
}
