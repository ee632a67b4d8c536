package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

class SyndicatedTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Syndicated(space, Horizon.of(ROUNDS), Few.values(space));
    }

    @Test
    void equalsOneExp3PerHyperparameter() {
        SettingSpace both = Stories.space(2);
        SettingSpace first = SettingSpace.of(both.parameters().get(0));
        SettingSpace second = SettingSpace.of(both.parameters().get(1));
        double[][] values = {{0.1, 1, 5}, {0.01, 10}};
        Syndicated tuner = new Syndicated(both, Horizon.of(400), values);
        Exp3 a = new Exp3(Candidates.product(first, values[0]), Horizon.of(400));
        Exp3 b = new Exp3(Candidates.product(second, values[1]), Horizon.of(400));
        for (int t = 1; t <= 400; t++) {
            RoundRandom rng = new RoundRandom(3, t);
            double u = rng.nextDouble();
            double v = rng.nextDouble();
            double y = rng.nextDouble();
            Suggestion joint = tuner.suggest(t, Few.uniforms(u, v));
            Suggestion alone = a.suggest(t, Few.uniforms(u));
            Suggestion other = b.suggest(t, Few.uniforms(v));
            assertThat(joint.setting().toArray())
                    .containsExactly(alone.setting().get(0), other.setting().get(0));
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 2; j++) {
                    assertThat(tuner.candidate(2 * i + j).toArray()).containsExactly(values[0][i], values[1][j]);
                    assertThat(tuner.probability(2 * i + j)).isEqualTo(b.probability(j) * a.probability(i));
                }
            }
            double reward = 0.5 * y + (joint.setting().get(0) == 1 ? 0.5 : 0);
            tuner.observe(joint, reward);
            a.observe(alone, reward);
            b.observe(other, reward);
        }
    }

    @Test
    void findsTheBestCandidate() {
        double[] six = {0.1, 1, 2, 3, 4, 5};
        Syndicated tuner = new Syndicated(Stories.space(1), Horizon.of(4000), six);
        assertThat(Few.shareOfBest(tuner, 4000)).isGreaterThan(0.85);
    }

    @Test
    void needsValuesForEveryHyperparameter() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Syndicated(Stories.space(2), Horizon.of(10), new double[] {1, 2}))
                .withMessageContaining("for 1 hyperparameters, not for 2");
    }
}
