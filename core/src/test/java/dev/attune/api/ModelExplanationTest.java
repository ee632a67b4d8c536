package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ModelExplanation.Candidate;
import dev.attune.policy.Automatic;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ModelExplanationTest {
    private static final List<Candidate> THREE = List.of(
            new Candidate("means", -12.34, ""),
            new Candidate("linear", 0, ""),
            new Candidate("squares", 3, "too wide"));

    private static ModelExplanation of(List<Candidate> candidates, long since, long changes, long lastChange) {
        return new ModelExplanation("linear", since, candidates, 100, changes, lastChange, 1234, 0, 0, 56_789);
    }

    @Test
    void theRunnerUpIsTheBestOfThoseThatCanLead() {
        ModelExplanation explanation = of(THREE, 1500, 0, 0);
        assertThat(explanation.runnerUp()).contains(THREE.get(0));
        assertThat(explanation.lead()).isEqualTo(12.34);
        assertThat(explanation.rejected()).containsExactly(THREE.get(2));
        assertThat(explanation.summary())
                .isEqualTo("Predicts best: linear; 12.3 ahead of means in log-likelihood, leading since reward 1,500.");
        assertThat(of(THREE, 0, 0, 0).summary()).endsWith("leading from the start.");
    }

    @Test
    void withoutARunnerUpThereIsNothingToCompare() {
        assertThat(of(List.of(), 0, 0, 0).summary()).isEqualTo("One model, linear: there is nothing to choose.");
        assertThat(of(THREE.subList(1, 3), 0, 0, 0).summary())
                .isEqualTo("Predicts: linear; no other candidate can lead.");
        assertThat(of(THREE.subList(1, 3), 0, 0, 0).lead()).isZero();
        List<Candidate> tied = List.of(new Candidate("means", 0, ""), new Candidate("linear", 0, ""));
        assertThat(of(tied, 0, 0, 0).summary())
                .isEqualTo("No model has predicted better than the others yet; linear decides.");
    }

    @Test
    void changesAreCounted() {
        assertThat(of(THREE, 0, 0, 0).changesSummary()).isEqualTo("No change of the world was detected.");
        assertThat(of(THREE, 0, 1, 2000).changesSummary())
                .isEqualTo("1 change of the world was detected, the last after 2,000 rewards:"
                        + " the model was replaced by a younger one.");
        assertThat(of(THREE, 0, 2, 0).changesSummary())
                .isEqualTo("2 changes of the world were detected: the model was replaced by a younger one.");
    }

    @Test
    void theTextListsCandidatesByEvidence() {
        assertThat(of(THREE, 0, 0, 0).toString().lines().skip(1))
                .containsExactly(
                        "  squares  rejected: too wide",
                        "  linear   leads",
                        "  means    12.3 behind",
                        "No change of the world was detected.",
                        "1,234 coefficients, about 56,789 bytes.");
        ModelExplanation full = new ModelExplanation("linear", 0, List.of(), 1, 0, 0, 10, 20, 5, 30);
        assertThat(full.toString()).endsWith("10 coefficients of at most 20, 5 evicted, about 30 bytes.");
    }

    @Test
    void thePolicyIsAskedForEverything() {
        LinUcb one = new LinUcb(3);
        one.update(new double[] {1, 0, 0}, 1, one.space().preset());
        ModelExplanation single = ModelExplanation.of("LinUCB", one);
        assertThat(single.leader()).isEqualTo("LinUCB");
        assertThat(single.candidates()).isEmpty();
        assertThat(single.rewards()).isEqualTo(1);
        assertThat(single.coefficients()).isEqualTo(3);
        assertThat(single.budget()).isZero();
        assertThat(single.bytes()).isBetween(100L, (long) Checkpoint.write(one).length);

        Automatic bank = new Automatic(9, Forgetting.NONE);
        for (int t = 0; t < 40; t++) {
            double[] x = new double[9];
            x[t % 9] = 1;
            bank.update(x, t % 9, bank.space().preset());
        }
        ModelExplanation several = ModelExplanation.of("Auto", bank);
        assertThat(several.leader())
                .isEqualTo(bank.model().candidateName(bank.model().leader()));
        assertThat(several.leadingSince()).isEqualTo(bank.model().leadingSince());
        assertThat(several.candidates()).extracting(Candidate::name).hasSize(3).contains(several.leader());
        assertThat(several.rejected()).hasSize(1);
        for (int c = 0; c < 3; c++) {
            assertThat(several.candidates().get(c).evidence())
                    .isEqualTo(bank.model().evidence(c)
                            - bank.model().evidence(bank.model().leader()));
        }
        assertThat(several.budget()).isZero();
        assertThat(ModelExplanation.of("Auto", new Automatic()).budget())
                .isEqualTo(new Automatic().model().budget());
        assertThat(several.coefficients()).isEqualTo(bank.model().size());
    }
}
