package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.Catalog.PolicyEntry;
import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.api.Theory;
import dev.attune.api.TheoryConstants;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpointed;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogTest {
    static java.util.List<PolicyEntry> policies() {
        return Catalog.policies();
    }

    @Test
    void holdsTheTenBanditsAndTheTwoReferences() {
        assertThat(Catalog.policies())
                .extracting(PolicyEntry::name)
                .containsExactly(
                        "LinUCB",
                        "LinTS",
                        "LinUCB-disjoint",
                        "LinTS-disjoint",
                        "UCB-GLM",
                        "GLM-UCB",
                        "GLM-TSL",
                        "Laplace-TS",
                        "GLOC",
                        "SGD-TS",
                        "V-IDS",
                        "Random");
    }

    @Test
    void namesDifferEvenWhenCaseIsIgnored() {
        assertThat(Catalog.policies())
                .extracting(entry -> entry.name().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void isFoundByItsNameWhateverTheCase(PolicyEntry entry) {
        assertThat(Catalog.policy(entry.name())).isSameAs(entry);
        assertThat(Catalog.policy(entry.name().toLowerCase(Locale.ROOT))).isSameAs(entry);
        assertThat(Catalog.policy(entry.name().toUpperCase(Locale.ROOT))).isSameAs(entry);
    }

    @Test
    void unknownNameListsWhatThereIs() {
        String[] names = Catalog.policies().stream().map(PolicyEntry::name).toArray(String[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalog.policy("LinUBC"))
                .withMessageContaining("LinUBC")
                .withMessageContainingAll(names);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void isDescribedAndCited(PolicyEntry entry) {
        assertThat(entry.summary()).isNotBlank();
        if (!entry.name().equals("Random")) {
            assertThat(entry.citation()).matches(".+: .+\\. .+ (19|20)\\d\\d");
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void factoryMakesThePolicyThatTheEntryDescribes(PolicyEntry entry) {
        for (int d : new int[] {entry.blocks() ? 2 : 1, 7}) {
            Policy policy = entry.factory().apply(d);
            assertThat(policy.dimension()).isEqualTo(d);
            assertThat(policy.space()).isEqualTo(entry.space());
            assertThat(((Checkpointed) policy).stateName()).startsWith(entry.name() + "/");
            for (Hyperparameter parameter : entry.space().parameters()) {
                assertThat(parameter.symbol()).isNotBlank();
            }
            if (policy instanceof Theory theory) {
                Setting setting = theory.theory(TheoryConstants.ofPaper(14_000)).at(100);
                assertThat(setting.space()).isEqualTo(entry.space());
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry.factory().apply(0))
                .withMessageContaining("dimension = 0");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void twoHundredRoundsRun(PolicyEntry entry) {
        Policy policy = entry.factory().apply(3);
        Setting setting = entry.space().preset();
        for (int t = 1; t <= 200; t++) {
            RoundRandom rng = new RoundRandom(1, t);
            double[][] rows = new double[1 + t % 10][3];
            for (double[] row : rows) {
                for (int i = 0; i < 3; i++) {
                    row[i] = rng.nextDouble() - 0.5;
                }
                row[0] = entry.blocks() ? rng.nextInt(5) : row[0];
            }
            int arm = policy.select(ActionSet.ofRows(rows), setting, rng);
            assertThat(arm).isBetween(0, rows.length - 1);
            policy.update(rows[arm], rng.nextInt(2), setting);
        }
    }

    @Test
    void everyTunerTunesEveryPolicyOrSaysWhyNot() {
        for (Catalog.TunerEntry tuner : Catalog.tuners()) {
            for (Catalog.PolicyEntry policy : Catalog.policies()) {
                SelfTuningBandit bandit;
                try {
                    bandit = tuner.tuning().tune(policy.factory().apply(3), Horizon.of(300), Options.DEFAULT.seed(1));
                } catch (IllegalArgumentException e) {
                    assertThat(e).as(tuner.name() + " on " + policy.name()).hasMessageMatching(".*(needs|no).*");
                    continue;
                }
                for (int t = 1; t <= 300; t++) {
                    ActionSet arms =
                            ActionSet.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
                    bandit.reward(bandit.decide(arms), t % 2);
                }
                assertThat(bandit.rounds()).isEqualTo(300);
            }
        }
    }

    @Test
    void tunersAreFoundWhateverTheCaseAndUnknownOnesListWhatThereIs() {
        assertThat(Catalog.tuner("voi").name()).isEqualTo("VOI");
        assertThatThrownBy(() -> Catalog.tuner("magic"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("magic")
                .hasMessageContaining("VOI")
                .hasMessageContaining("CDT");
    }
}
