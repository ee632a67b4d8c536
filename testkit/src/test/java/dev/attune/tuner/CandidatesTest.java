package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import dev.attune.testkit.Stories;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private final SettingSpace one = Stories.space(1);
    private final SettingSpace two = Stories.space(2);

    @Test
    void setsOfThePaper() {
        Candidates c1 = Candidates.ofPaper(one);
        Candidates c2 = Candidates.ofPaperFine(one);
        assertThat(values(c1)).containsExactly(0.1, 1, 2, 3, 4, 5);
        assertThat(values(c2)).containsExactly(0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5);
        assertThat(Candidates.ofPaper(two).size()).isEqualTo(36);
        assertThat(Candidates.ofPaper(two).get(7).toArray()).containsExactly(1, 1);
        assertThat(Candidates.ofPaper(two).get(1).toArray()).containsExactly(0.1, 1);
    }

    private static double[] values(Candidates candidates) {
        double[] values = new double[candidates.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = candidates.get(i).get(0);
        }
        return values;
    }

    @Test
    void badListsAreRefusedByName() {
        refuses(() -> Candidates.of(one, List.of()), "number of candidates = 0");
        refuses(() -> Candidates.of(one, List.of(one.setting(1), one.setting(2), one.setting(1))), "candidate 2");
        refuses(() -> Candidates.of(one, List.of(two.preset())), "does not fit");
        refuses(() -> Candidates.product(one, new double[] {1, 101}), "h0 = 101");
        refuses(() -> Candidates.product(two, new double[] {1}), "for 1 hyperparameters");
        refuses(() -> Candidates.product(two, new double[200], new double[200]), "number of candidates = 40000");
    }

    private static void refuses(Runnable wrong, String reason) {
        assertThatIllegalArgumentException().isThrownBy(wrong::run).withMessageContaining(reason);
    }

    @Test
    void settingThatIsNotTheNamedCandidateIsRefused() {
        BetaThompson tuner = new BetaThompson(Candidates.ofPaper(one));
        refuses(() -> tuner.observe(new Suggestion(one.setting(2), new double[] {1, 0.5}), 1), "names candidate 1");
        refuses(() -> tuner.observe(new Suggestion(one.setting(2), new double[] {1.5, 0.5}), 1), "candidate = 1.5");
        refuses(() -> tuner.observe(new Suggestion(one.setting(2), new double[] {6, 0.5}), 1), "candidate = 6");
        refuses(() -> tuner.observe(new Suggestion(one.setting(2), new double[] {-1, 0.5}), 1), "candidate = -1");
        // A setting with the same values, made elsewhere, is as good as the original.
        tuner.observe(new Suggestion(Stories.space(1).setting(2), new double[] {2, 0.5}), 1);
        assertThat(tuner.mean(2)).isEqualTo(2.0 / 3);
    }

    @Test
    void stateOfOtherCandidatesIsRefusedAndChangesNothing() {
        Exp3 six = new Exp3(Candidates.ofPaper(one), Horizon.of(10));
        Exp3 thirteen = new Exp3(Candidates.ofPaperFine(one), Horizon.of(10));
        Exp3 others = new Exp3(Candidates.product(one, new double[] {0.1, 1, 2, 3, 4, 4.5}), Horizon.of(10));
        six.observe(six.suggest(1, new RoundRandom(1, 1)), 1);
        byte[] before = Stories.state(six);
        for (Exp3 other : List.of(thirteen, others)) {
            assertThatExceptionOfType(StateFormatException.class)
                    .isThrownBy(() -> Stories.restore(Stories.state(other), six))
                    .withMessageContaining("candidate");
            assertThat(Stories.state(six)).isEqualTo(before);
        }
    }
}
