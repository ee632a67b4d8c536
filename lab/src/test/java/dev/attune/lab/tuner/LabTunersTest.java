package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.attune.Catalog;
import dev.attune.Catalog.PolicyEntry;
import dev.attune.Catalog.TunerEntry;
import dev.attune.Options;
import dev.attune.SelfTuningBandit;
import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.Suggestion;
import dev.attune.lab.env.PointPolicy;
import dev.attune.lab.policy.LabPolicies;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.BetaThompson;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.Fixed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabTunersTest {
    private static final int ROUNDS = 600;

    private static TunerEntry tuner(String name) {
        return LabTuners.all().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The exploration rates of a run on two arms with one feature, and linear rewards. */
    private static List<Double> rates(String name, Policy policy) {
        SelfTuningBandit bandit = tuner(name).tuning().tune(policy, Horizon.of(ROUNDS), Options.DEFAULT.seed(3));
        List<Double> rates = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            RoundRandom rng = new RoundRandom(9, t);
            Decision decision = bandit.decide(ActionSet.ofRows(new double[][] {{rng.nextDouble()}, {-0.5}}));
            rates.add(decision.tuned() ? decision.suggestion().setting().get(0) : Double.NaN);
            bandit.reward(decision, decision.x()[0] + rng.nextGaussian());
        }
        return rates;
    }

    @Test
    void namesAreThereOnceAndThoseOfTheCatalogueComeFirst() {
        List<String> names = LabTuners.all().stream().map(TunerEntry::name).toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .startsWith(Catalog.tuners().stream().map(TunerEntry::name).toArray(String[]::new))
                .contains("CDT-released", "CDT-released-no-restarts", "CDT-T1=0", "CDT-k=1", "CDT-released-k=3")
                .contains("ZoomingTS-H", "ZoomingTS-oracle", "ZoomingTS-double", "Uniform", "Theory-released");
    }

    @Test
    void everyTunerOfTheReproductionPlaysEveryPolicyOfThePaper() {
        for (String policy : List.of("LinUCB", "UCB-GLM", "Laplace-TS-released", "GLOC", "SGD-TS-released")) {
            PolicyEntry entry = LabPolicies.all().stream()
                    .filter(e -> e.name().equals(policy))
                    .findFirst()
                    .orElseThrow();
            for (TunerEntry tuner : LabTuners.all()
                    .subList(Catalog.tuners().size(), LabTuners.all().size())) {
                if (tuner.name().equals("Theory-released") || tuner.name().startsWith("VOI-")) {
                    continue;
                }
                SelfTuningBandit bandit =
                        tuner.tuning().tune(entry.factory().apply(1), Horizon.of(ROUNDS), Options.DEFAULT);
                for (int t = 1; t <= 60; t++) {
                    Decision decision = bandit.decide(ActionSet.ofRows(new double[][] {{0.5}, {-0.5}}));
                    bandit.reward(decision, t % 2);
                }
                assertThat(bandit.rounds()).as("%s by %s", policy, tuner.name()).isEqualTo(60);
            }
        }
    }

    /** The arms chosen by LinUCB among five, each with a coefficient of its own. */
    private static List<Integer> choices(String name) {
        double[][] rows = new double[5][5];
        for (int k = 0; k < 5; k++) {
            rows[k][k] = 1;
        }
        SelfTuningBandit bandit = tuner(name).tuning().tune(new LinUcb(5), Horizon.of(ROUNDS), Options.DEFAULT.seed(3));
        List<Integer> choices = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            Decision decision = bandit.decide(ActionSet.ofRows(rows));
            choices.add(decision.arm());
            bandit.reward(decision, 0.02 * decision.arm() + new RoundRandom(9, t).nextGaussian());
        }
        return choices;
    }

    @Test
    void everyAblationOfTheDefaultChoosesOtherwise() {
        List<Integer> standard = choices("VOI");
        for (TunerEntry tuner : DefaultAblations.ALL) {
            assertThat(choices(tuner.name())).as(tuner.name()).isNotEqualTo(standard);
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
        assertThat(rates("CDT-released-no-restarts", new LinUcb(1)).subList(0, 24 + 363))
                .isEqualTo(released.subList(0, 24 + 363));
        assertThat(rates("CDT-released-T1=0", new LinUcb(1))).doesNotContain(Double.NaN);
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

    @Test
    void aTunerGetsTheRewardAsItIsOrCut() {
        List<Double> paid = new ArrayList<>();
        Fixed fixed = new Fixed(PointPolicy.SPACE.preset());
        Options options = Unscaled.options(Options.DEFAULT);
        SelfTuningBandit bandit =
                SelfTuningBandit.of(new PointPolicy(), new Unscaled(fixed, (past, y) -> paid.add(y)), options);
        ActionSet arm = ActionSet.ofRows(new double[] {1});
        for (double reward : new double[] {-3.25, 0, 0.7, 12}) {
            bandit.reward(bandit.decide(arm), reward);
        }
        assertThat(paid).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(paid.get(i)).isCloseTo(new double[] {-3.25, 0, 0.7, 12}[i], offset(1e-9));
        }

        BetaThompson op = new BetaThompson(Candidates.of(PointPolicy.SPACE, List.of(PointPolicy.SPACE.preset())));
        Unscaled cut = Unscaled.cut(op);
        for (int t = 1; t <= 30; t++) {
            Suggestion suggestion = cut.suggest(t, new RoundRandom(1, t));
            RewardRange range = Unscaled.RANGE;
            cut.observe(suggestion, ((t % 3 == 0 ? -2.0 : 5.0) - range.low()) / (range.high() - range.low()));
        }
        assertThat(op.mean(0))
                .isCloseTo(21.0 / 32, offset(1e-12)); // 20 successes and 10 failures, and one each to begin
    }

    /** [0.1, 5] is the paper's; the published code's boxes begin at 0, or where a policy's accepted values do. */
    @ParameterizedTest
    @CsvSource({
        "LinUCB, explore, 0, 5",
        "LinTS, explore, 0, 4",
        "GLM-TSL, explore, 0, 4",
        "UCB-GLM, explore, 0.2, 1.2",
        "GLOC, explore, 0, 2",
        "GLOC, kappa, 0.001, 1",
        "SGD-TS-released, explore, 0, 4",
        "SGD-TS-released, step, 1e-6, 4",
        "Laplace-TS-released, step, 1e-6, 5",
    })
    void searchBoxesAreThoseOfThePublishedCode(String policy, String name, double low, double high) {
        Policy made = LabPolicies.all().stream()
                .filter(entry -> entry.name().equals(policy))
                .findFirst()
                .orElseThrow()
                .factory()
                .apply(3);
        Hyperparameter parameter =
                ReleasedBox.of(made).parameters().get(made.space().indexOf(name));

        assertThat(parameter.low()).isEqualTo(low);
        assertThat(parameter.high()).isEqualTo(high);
    }
}
