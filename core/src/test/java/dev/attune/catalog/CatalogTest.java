package dev.attune.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.api.TheoryConstants;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogTest {
    private static final List<String> BUILT_IN = List.of(
            "LinUCB",
            "LinTS",
            "LinUCB-disjoint",
            "LinTS-disjoint",
            "LinUCB-hybrid",
            "UCB-GLM",
            "GLM-UCB",
            "GLM-TSL",
            "Laplace-TS",
            "GLOC",
            "SGD-TS",
            "Auto",
            "Sparse-TS",
            "Sparse-TS-logistic",
            "Sparse-TS-Poisson",
            "Random");

    static List<PolicyProvider> policies() {
        return Catalog.policies();
    }

    static List<PolicyProvider> policiesOnVectors() {
        return Catalog.policies().stream()
                .filter(provider -> !provider.sparse())
                .toList();
    }

    static List<TunerProvider> tuners() {
        return Catalog.tuners();
    }

    @Test
    void listsBuiltInPoliciesAndTunersFirstAndThenThoseOfTheClassPath() {
        assertThat(Catalog.policies())
                .extracting(PolicyProvider::name)
                .startsWith(BUILT_IN.toArray(String[]::new))
                .contains("Provided");
        assertThat(Catalog.tuners())
                .extracting(TunerProvider::name)
                .startsWith(
                        "VOI",
                        "Auto",
                        "RandUCB",
                        "RandTS",
                        "CDT",
                        "CDT-double",
                        "Zooming",
                        "OP",
                        "TL",
                        "Syndicated",
                        "ED2RB",
                        "Theory",
                        "Fixed")
                .containsSubsequence("Provided-first", "Provided-second", "Provided");
    }

    @Test
    void namesDifferEvenWhenCaseIsIgnored() {
        assertThat(Catalog.policies())
                .extracting(provider -> provider.name().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates();
        assertThat(Catalog.tuners())
                .extracting(provider -> provider.name().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates();
    }

    /** In a class loader of its own, since the catalogue is loaded once. */
    @Test
    void rejectsAProviderWithANameThatIsTaken(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.attune.api.PolicyProvider"), SecondLinUcb.class.getName());
        URL[] places = {
            folder.toUri().toURL(),
            Catalog.class.getProtectionDomain().getCodeSource().getLocation(),
            SecondLinUcb.class.getProtectionDomain().getCodeSource().getLocation()
        };
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> catalog = loader.loadClass(Catalog.class.getName());
            assertThat(catalog).isNotSameAs(Catalog.class);
            assertThat(catchThrowable(() -> catalog.getMethod("policies").invoke(null)))
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(SecondLinUcb.class.getName() + " provides LINUCB, a name that another provider has");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void policyIsFoundByItsNameInAnyCase(PolicyProvider provider) {
        assertThat(Catalog.policy(provider.name())).isSameAs(provider);
        assertThat(Catalog.policy(provider.name().toLowerCase(Locale.ROOT))).isSameAs(provider);
        assertThat(Catalog.policy(provider.name().toUpperCase(Locale.ROOT))).isSameAs(provider);
    }

    @ParameterizedTest
    @MethodSource("tuners")
    void tunerIsFoundByItsNameInAnyCase(TunerProvider provider) {
        assertThat(Catalog.tuner(provider.name())).isSameAs(provider);
        assertThat(Catalog.tuner(provider.name().toLowerCase(Locale.ROOT))).isSameAs(provider);
    }

    @Test
    void unknownNameListsAllNames() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalog.policy("LinUBC"))
                .withMessageContaining("LinUBC")
                .withMessageContainingAll(BUILT_IN.toArray(String[]::new));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalog.tuner("magic"))
                .withMessageContainingAll("magic", "VOI", "CDT", "Provided");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void policyIsDescribedAndCited(PolicyProvider provider) {
        assertThat(provider.summary()).isNotBlank();
        if (!provider.name().equals("Random")) {
            assertThat(provider.citation()).matches(".+: .+\\. .+ (19|20)\\d\\d");
        }
    }

    @ParameterizedTest
    @MethodSource("policiesOnVectors")
    void providerMakesThePolicyThatItDescribes(PolicyProvider provider) {
        for (int d : new int[] {provider.perArm() ? 2 : 1, 7}) {
            Policy policy = provider.create(d);
            assertThat(policy.dimension()).isEqualTo(d);
            assertThat(policy.perArm()).isEqualTo(provider.perArm());
            assertThat(policy.space()).isEqualTo(provider.space());
            assertThat(provider.createCalibrated(d).space()).isEqualTo(provider.space());
            assertThat(provider.createCalibrated(d).path().isPresent())
                    .isEqualTo(policy.path().isPresent());
            if (BUILT_IN.contains(provider.name())) {
                assertThat(policy.stateName()).startsWith(provider.name() + "/");
            }
            for (Hyperparameter parameter : provider.space().parameters()) {
                assertThat(parameter.symbol()).isNotBlank();
            }
            policy.theory(TheoryConstants.ofPaper(14_000))
                    .ifPresent(theory -> assertThat(theory.at(100).space()).isEqualTo(provider.space()));
        }
        if (provider.create(2).path().isPresent()) { // random choice takes sparse arms, whose dimension is 0, as well
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> provider.create(0))
                    .withMessageContaining("dimension = 0");
        }
    }

    @ParameterizedTest
    @MethodSource("policiesOnVectors")
    void twoHundredRoundsRun(PolicyProvider provider) {
        Policy policy = provider.create(3);
        Setting setting = provider.space().preset();
        for (int t = 1; t <= 200; t++) {
            RoundRandom rng = new RoundRandom(1, t);
            double[][] rows = new double[1 + t % 10][3];
            for (double[] row : rows) {
                for (int i = 0; i < 3; i++) {
                    row[i] = rng.nextDouble() - 0.5;
                }
                row[0] = provider.perArm() ? rng.nextInt(5) : row[0];
            }
            int arm = policy.select(ActionSet.ofRows(rows), setting, rng);
            assertThat(arm).isBetween(0, rows.length - 1);
            policy.update(rows[arm], rng.nextInt(2), setting);
        }
    }

    @ParameterizedTest
    @MethodSource("tuners")
    void tunerTunesEveryPolicyOrTheMessageSaysWhyNot(TunerProvider tuner) {
        for (PolicyProvider provider : policiesOnVectors()) {
            Policy policy = tuner.needsCalibration() ? provider.createCalibrated(3) : provider.create(3);
            Tuning tuning;
            try {
                tuning = tuner.tune(policy, Horizon.of(300), Catalog.candidates());
            } catch (IllegalArgumentException e) {
                assertThat(e).as(tuner.name() + " on " + provider.name()).hasMessageMatching(".*(needs|no).*");
                continue;
            }
            SelfTuningBandit bandit = SelfTuningBandit.of(policy, tuning, Options.DEFAULT.withSeed(1));
            for (int t = 1; t <= 300; t++) {
                ActionSet arms =
                        ActionSet.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
                bandit.reward(bandit.decide(arms), t % 2);
            }
            assertThat(bandit.rounds()).isEqualTo(300);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LinUCB, VOI",
        "LinTS-disjoint, VOI",
        "UCB-GLM, VOI",
        "GLOC, ED2RB",
        "LinUCB-hybrid, RandUCB",
        "Random, Fixed",
        "Provided, Fixed"
    })
    void defaultTunerDependsOnWhatThePolicyHas(String policy, String tuner) {
        assertThat(Catalog.defaultTuner(Catalog.policy(policy)).name()).isEqualTo(tuner);
        assertThat(Catalog.defaultTuner(Catalog.policy(policy).createCalibrated(3))
                        .name())
                .isEqualTo(tuner);
    }

    @Test
    void defaultTunerOfUcbGlmAsPublishedIsAnother() {
        assertThat(Catalog.defaultTuner(Catalog.policy("UCB-GLM").create(3)).name())
                .isEqualTo("ED2RB");
    }

    // ---- size of the saved state

    /** Numbers of d^2 in the size of a state, from sizes at d = 2, 4 and 6: 36 - 2 16 + 4 = 8, and 8 bytes a number. */
    private static double squares(IntFunction<Checkpointed> made) {
        int second = Checkpoint.write(made.apply(6)).length
                - 2 * Checkpoint.write(made.apply(4)).length
                + Checkpoint.write(made.apply(2)).length;
        return second / 64.0;
    }

    private static Policy taught(Policy policy) {
        double[] x = new double[policy.dimension()]; // of block 0 if there are blocks
        x[x.length - 1] = 1;
        policy.update(x, 1, policy.space().preset());
        return policy;
    }

    @ParameterizedTest
    @MethodSource("policiesOnVectors")
    void squareMatricesOfAPolicyAreThoseOfItsState(PolicyProvider provider) {
        assertThat(squares(d -> taught(provider.createCalibrated(d)))).isEqualTo(provider.squareMatrices());
        if (!provider.perArm()) {
            assertThat(squares(provider::createCalibrated)).isEqualTo(provider.squareMatrices());
        }
    }

    @ParameterizedTest
    @MethodSource("tuners")
    void squareMatricesOfATunerAreThoseOfItsState(TunerProvider provider) {
        assumeFalse(provider.name().equals("Auto"), "it is for a policy with candidates");
        for (String policy : List.of("LinUCB", "LinTS", "LinUCB-disjoint", "SGD-TS")) {
            PolicyProvider bottom = Catalog.policy(policy);
            double both = squares(d -> {
                Policy made = bottom.createCalibrated(d);
                SelfTuningBandit bandit = SelfTuningBandit.of(
                        made, provider.tune(made, Horizon.unknown(), Catalog.candidates()), Options.DEFAULT);
                double[] x = new double[d];
                x[d - 1] = 1;
                for (int t = 1; t <= 200; t++) { // beyond any warm-up
                    bandit.reward(bandit.decide(ActionSet.ofRows(x)), t % 2);
                }
                return bandit;
            });
            assertThat(both)
                    .as("%s on %s", provider.name(), policy)
                    .isEqualTo(bottom.squareMatrices() + provider.squareMatrices());
        }
    }
}
