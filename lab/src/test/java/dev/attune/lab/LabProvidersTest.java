package dev.attune.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ProviderGroup;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.catalog.Catalog;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.UcbGlm;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RewardScale;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LabProvidersTest {
    private static final int ROUNDS = 600;
    private static final ProviderGroup LAB = new LabProviders();

    private static TunerProvider tuner(String name) {
        return LAB.tuners().stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Tuning tune(String name, Policy policy) {
        return tuner(name).tune(policy, Horizon.of(ROUNDS), Candidates.c1());
    }

    /** The exploration rates of a run on two arms with one feature, and linear rewards; NaN in the warm-up. */
    private static List<Double> rates(String name, Policy policy) {
        Tuning tuning = tune(name, policy);
        Tuner tuner = tuning.settings().orElseThrow();
        RewardScale scale = tuning.rawRewards() ? RewardScale.none() : RewardScale.learnt();
        List<Double> rates = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            RoundRandom world = new RoundRandom(9, t);
            RoundRandom rng = new RoundRandom(3, t);
            ActionSet arms = ActionSet.ofRows(new double[] {world.nextDouble()}, new double[] {-0.5});
            boolean warm = t <= tuning.warmup();
            Suggestion suggestion =
                    warm ? Suggestion.of(policy.space().preset()) : tuner.suggest(t - tuning.warmup(), arms, rng);
            int arm = warm ? rng.nextInt(2) : policy.select(arms, suggestion.setting(), rng);
            double reward = arms.features(arm)[0] + world.nextGaussian();
            policy.update(arms.features(arm), reward, suggestion.setting());
            if (!warm) {
                tuner.observe(suggestion, scale.toUnit(reward));
            }
            rates.add(warm ? Double.NaN : suggestion.setting().get(0));
        }
        return rates;
    }

    @Test
    void theGroupIsRegistered() {
        assertThat(ServiceLoader.load(ProviderGroup.class)).hasAtLeastOneElementOfType(LabProviders.class);
    }

    @Test
    void namesAreUniqueWhateverTheCase() {
        assertThat(LAB.policies())
                .extracting(PolicyProvider::name)
                .containsExactly(
                        "V-IDS",
                        "Laplace-TS-released",
                        "UCB-GLM-warmup",
                        "SGD-TS-released",
                        "Auto-means",
                        "Auto-linear",
                        "Auto-squares");
        assertThat(LAB.tuners())
                .extracting(TunerProvider::name)
                .contains(
                        "Zooming-safe",
                        "Zooming-wide",
                        "Zooming-no-horizon",
                        "UCB1-grid",
                        "ED2RB+Zooming",
                        "VOI+Zooming")
                .contains("DR", "OP-context", "CORRAL", "CDT-raw", "CDT-literal", "OP-released", "TL-released")
                .contains("CDT-released", "CDT-T1=0", "CDT-k=1", "CDT-released-k=3")
                .contains("ZoomingTS-H", "ZoomingTS-oracle", "ZoomingTS-double", "Zooming-unscaled", "Zooming-released")
                .contains("Uniform", "Theory-released", "VOI-given-prior", "VOI-short-future");
        assertThat(Stream.concat(
                                LAB.policies().stream().map(PolicyProvider::name),
                                LAB.tuners().stream().map(TunerProvider::name))
                        .map(name -> name.toLowerCase(Locale.ROOT)))
                .doesNotHaveDuplicates();
    }

    @Test
    void policiesAreMadeForADimensionAndSayTheirSpace() {
        for (PolicyProvider provider : LAB.policies()) {
            Policy policy = provider.create(3);
            assertThat(policy.dimension()).isEqualTo(3);
            assertThat(provider.space()).isEqualTo(policy.space());
            assertThat(provider.createCalibrated(3).stateName()).isEqualTo(policy.stateName());
        }
    }

    @Test
    void aPolicyWithAHyperparameterAndNoExplorationPathIsTunedByZooming() {
        PolicyProvider steps = Catalog.policy("Laplace-TS-released");
        assertThat(steps.create(3).path()).isEmpty();
        assertThat(Catalog.defaultTuner(steps).name()).isEqualTo("Zooming");
        assertThat(Catalog.defaultTuner(Catalog.policy("Random")).name()).isEqualTo("Fixed");
    }

    @Test
    void tunersOnRawRewardsAreThoseOfThePaperAndOfItsCode() {
        List<String> raw = LAB.tuners().stream()
                .filter(provider -> !List.of("Theory-released", "ED2RB+Zooming", "VOI+Zooming")
                        .contains(provider.name()))
                .filter(provider -> provider.tune(new LinUcb(1), Horizon.of(ROUNDS), Candidates.c1())
                        .rawRewards())
                .map(TunerProvider::name)
                .toList();
        assertThat(raw)
                .containsExactly(
                        "CDT-raw",
                        "CDT-literal",
                        "CDT-released",
                        "CDT-released-T1=0",
                        "CDT-released-k=1",
                        "CDT-released-k=2",
                        "CDT-released-k=3",
                        "OP-released",
                        "TL-released",
                        "ZoomingTS-H",
                        "ZoomingTS-oracle",
                        "ZoomingTS-double",
                        "Zooming-unscaled",
                        "ZoomingTS-H-released",
                        "ZoomingTS-oracle-released",
                        "Zooming-released");
    }

    @Test
    void candidatesAreForTheTunersThatChooseAmongThem() {
        assertThat(LAB.tuners().stream()
                        .filter(TunerProvider::choosesAmongCandidates)
                        .map(TunerProvider::name))
                .containsExactly("OP-context", "CORRAL", "ED2RB+Zooming", "OP-released", "TL-released");
        Tuner corral = tuner("CORRAL")
                .tune(new Gloc(2), Horizon.of(9), new double[] {1, 4})
                .settings()
                .orElseThrow();
        assertThat(corral.candidates()).isEqualTo(2);
        assertThat(corral.candidate(1).get(0)).isEqualTo(4);
        assertThat(corral.candidate(1).get(1)).isEqualTo(Gloc.SPACE.preset().get(1));
    }

    @Test
    void ablationsOfTheDefaultRelyOnCalibrationAndOneKeepsThePrior() {
        for (TunerProvider provider : LAB.tuners()) {
            if (provider.name().startsWith("VOI-")) {
                Tuning tuning = provider.tune(new LinUcb(2), Horizon.unknown(), Candidates.c1());
                assertThat(provider.needsCalibration()).isTrue();
                assertThat(provider.squareMatrices()).isEqualTo(4);
                assertThat(tuning.path()).isPresent();
                assertThat(tuning.givenPrior()).isEqualTo(provider.name().equals("VOI-given-prior"));
            }
        }
    }

    @Test
    void aPolicyWithoutAPathIsRejectedByTunersOfThePath() {
        Policy vids = LAB.policies().get(0).create(2);
        for (String name : List.of("DR", "VOI-given-prior")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tune(name, vids))
                    .withMessageContaining(name + " needs a policy with an exploration path");
        }
    }

    @Test
    void theAblationAtKThreeIsTheOneWithoutWarmUp() {
        assertThat(rates("CDT-k=3", new LinUcb(1))).isEqualTo(rates("CDT-T1=0", new LinUcb(1)));
        assertThat(rates("CDT-released-k=3", new LinUcb(1))).isEqualTo(rates("CDT-released-T1=0", new LinUcb(1)));
        assertThat(rates("CDT-released-k=1", new LinUcb(1))).isNotEqualTo(rates("CDT-released-k=3", new LinUcb(1)));
    }

    /** T = 600, p = 1: T1 = 600^(1/2) = 24, T2 = 3 600^(3/4) = 363. */
    @Test
    void warmUpAndEpochsAreThePapers() {
        List<Double> released = rates("CDT-released", new LinUcb(1));

        assertThat(released.subList(0, 24)).containsOnly(Double.NaN);
        assertThat(released.subList(24, 600)).doesNotContain(Double.NaN);
        assertThat(released.get(24 + 362)).isNotEqualTo(released.get(24 + 363)); // a new start
        assertThat(released.get(24 + 363)).isEqualTo(released.get(24 + 364)).isBetween(1.5, 3.5);
        assertThat(rates("CDT-released-T1=0", new LinUcb(1))).doesNotContain(Double.NaN);
        assertThat(tune("CDT-raw", new LinUcb(1)).warmup()).isEqualTo(24);
        assertThat(tune("CDT-literal", new LinUcb(1)).warmup()).isEqualTo(24);
    }

    @Test
    void theTheoreticalRateOfTheAuthorsRunsIsForLinTsAlone() {
        List<Double> rates = rates("Theory-released", new LinTs(1));

        // sigma/5 sqrt(d ln((1 + t)/delta)) + 1, with sigma 0.5, delta 0.05, d 1
        assertThat(rates.get(99)).isCloseTo(0.1 * Math.sqrt(Math.log(101 / 0.05)) + 1, offset(1e-3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rates("Theory-released", new LinUcb(1)))
                .withMessageContaining("LinUcb");
    }

    @Test
    void uniformPointsFillTheSearchBox() {
        List<Double> rates = rates("Uniform", new LinUcb(1));

        // The mean of 600 uniform numbers in [0.1, 5] has deviation 0.058: false alarm once in 10^6 times.
        assertThat(rates.stream().mapToDouble(rate -> rate).average().orElseThrow())
                .isCloseTo(2.55, offset(0.29));
        assertThat(rates).allSatisfy(rate -> assertThat(rate).isBetween(0.1, 5.0));
    }

    /** Of 30 rewards 5 and -2, those of 5 are successes and those of -2 failures. */
    @Test
    void opOnRawRewardsCutsThem() {
        BetaThompson op = (BetaThompson) tuner("OP-released")
                .tune(new LinUcb(1), Horizon.of(ROUNDS), new double[] {1})
                .settings()
                .orElseThrow();
        for (int t = 1; t <= 30; t++) {
            op.observe(op.suggest(t, new RoundRandom(1, t)), t % 3 == 0 ? -2 : 5);
        }
        assertThat(op.mean(0)).isEqualTo(21.0 / 32); // 20 and 10, and one each to begin
    }

    /** [0.1, 5] is the paper's; the published code's boxes begin at 0, or where a policy's accepted values do. */
    @Test
    void searchBoxesOfReleasedTunersAreThoseOfThePublishedCode() {
        box(new LinUcb(3), "explore", 0, 5);
        box(new LinTs(3), "explore", 0, 4);
        box(new UcbGlm(3), "explore", 0.2, 1.2);
        box(new Gloc(3), "explore", 0, 2);
        box(new Gloc(3), "kappa", 0.001, 1);
        for (PolicyProvider provider : LAB.policies()) {
            switch (provider.name()) {
                case "SGD-TS-released" -> {
                    box(provider.create(3), "explore", 0, 4);
                    box(provider.create(3), "step", 1e-6, 4);
                }
                case "UCB-GLM-warmup" -> box(provider.create(3), "explore", 0.2, 1.2);
                case "Laplace-TS-released" -> box(provider.create(3), "step", 1e-6, 5);
                default -> box(provider.create(3), "explore", 0, 5);
            }
        }
    }

    private static void box(Policy policy, String name, double low, double high) {
        Tuner tuner = tune("CDT-released", policy).settings().orElseThrow();
        int at = tuner.space().indexOf(name);
        assertThat(tuner.space().parameters().get(at).low()).isEqualTo(low);
        assertThat(tuner.space().parameters().get(at).high()).isEqualTo(high);
    }

    @Test
    void ucbGlmWithWarmUpChoosesAtRandomForFourRoundsPerFeature() {
        SelfTuningBandit bandit = SelfTuningBandit.of(
                Catalog.policy("UCB-GLM-warmup").create(3),
                new Fixed(UcbGlm.SPACE.preset()),
                Options.DEFAULT.withSeed(1));
        ActionSet arms = ActionSet.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
        for (int t = 1; t <= 20; t++) {
            Pull pull = bandit.decide(arms);
            assertThat(pull.tuned()).as("round %d", t).isEqualTo(t > 12);
            bandit.reward(pull, t % 2);
        }
    }
}
