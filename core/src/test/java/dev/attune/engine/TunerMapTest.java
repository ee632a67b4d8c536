package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.Attune;
import dev.attune.PathPolicies;
import dev.attune.Scene;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TunerMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tuner shows of itself is what it has been paid for, and looking changes nothing. */
class TunerMapTest {
    private static final int D = 3;
    private static final int ROUNDS = 390;

    private static DefinedBandit bandit(String tuner) {
        return new DefinedBandit(Attune.bandit()
                .policy("LinUCB")
                .tuner(tuner)
                .horizon(2000)
                .seed(0)
                .definition());
    }

    private static DefinedBandit played(String tuner) {
        DefinedBandit bandit = bandit(tuner);
        NamedRounds.play(bandit, 1, ROUNDS);
        return bandit;
    }

    @ParameterizedTest
    @ValueSource(strings = {"CDT", "CDT-double", "Zooming"})
    void ballsCoverTheSearchBoxAndWerePaidEveryReward(String tuner) {
        DefinedBandit bandit = played(tuner);
        SettingSpace space = bandit.bandit().policy().space();
        TunerMap.Zoomed map = (TunerMap.Zoomed) bandit.bandit().lastRound().tunerMap();

        assertThat(map.epoch()).isPositive();
        assertThat(map.balls()).isNotEmpty();
        for (TunerMap.Ball ball : map.balls()) {
            assertThat(ball.mean()).isBetween(0.0, 1.0);
            for (int l = 0; l < space.size(); l++) {
                assertThat(ball.center().get(l))
                        .isBetween(ball.low().get(l), ball.high().get(l));
            }
        }
        for (double u = 0; u <= 1; u += 0.05) {
            Setting point = space.fromUnit(u);
            assertThat(map.balls())
                    .as("something is active at or near %s", point)
                    .anyMatch(ball -> ball.low().get(0) <= point.get(0)
                            && point.get(0) <= ball.high().get(0));
        }
        long rewards = map.balls().stream().mapToLong(TunerMap.Ball::pulls).sum();
        assertThat(rewards).isPositive().isLessThanOrEqualTo(ROUNDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TL", "Syndicated", "ED2RB", "OP"})
    void candidatesAreShownWithTheirProbabilitiesWhereTheTunerKnowsThem(String tuner) {
        TunerMap.Weighed map =
                (TunerMap.Weighed) played(tuner).bandit().lastRound().tunerMap();

        assertThat(map.candidates()).hasSizeGreaterThan(1);
        double sum = map.candidates().stream()
                .mapToDouble(TunerMap.Candidate::probability)
                .sum();
        if (tuner.equals("OP")) {
            assertThat(sum).isNaN();
            assertThat(map.candidates()).allMatch(c -> c.mean() > 0 && c.mean() < 1);
        } else {
            assertThat(sum).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void aPathTunerAndAFixedSettingSayThatThereIsNoMap() {
        assertThat(played("VOI").bandit().lastRound().tunerMap()).isEqualTo(new TunerMap.OnPath());
        assertThat(played("Fixed").bandit().lastRound().tunerMap()).isEqualTo(new TunerMap.Blank());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CDT", "Zooming", "TL", "OP", "VOI"})
    void lookingChangesNothing(String tuner) {
        DefinedBandit bandit = played(tuner);
        byte[] before = NamedRounds.state(bandit);
        bandit.bandit().lastRound().tunerMap();
        bandit.beliefs("plain");
        assertThat(NamedRounds.state(bandit)).isEqualTo(before);
    }

    @Test
    void thePredictionForAChosenArmIsItsScoredMeanInUnitsOfReward() {
        for (String name : PathPolicies.names()) {
            var policy = PathPolicies.make(name, D);
            SelfTuningBandit bandit = Bandits.byDefault(policy, Options.DEFAULT);
            Scene scene = Scene.freshArms(D, 5, 0.5, 3);
            for (int t = 1; t <= 120; t++) {
                Pull decision = bandit.decide(scene.arms(t));
                if (decision.tuned() && t > 2 * PathPolicies.BATCH) {
                    double scored = policy.reward(bandit.scored().mean()[decision.arm()]);
                    assertThat(policy.predict(decision.x()))
                            .as("%s, round %d", name, t)
                            .isCloseTo(scored, within(1e-9));
                }
                bandit.reward(decision, t % 2);
            }
        }
    }

    @Test
    void beliefsAreOfTheArmAloneWhereEachArmHasAModel() {
        DefinedBandit bandit = new DefinedBandit(
                Attune.bandit().policy("LinUCB-disjoint").seed(0).definition());
        NamedRounds.play(bandit, 1, 50);

        assertThat(bandit.beliefs("never offered")).isEmpty();
        assertThat(bandit.beliefs("plain").orElseThrow().dimension())
                .isEqualTo(bandit.encoder().dimension());
    }

    @Test
    void aModelForEachArmPredictsWithTheArmsOwnCoefficients() {
        DefinedBandit bandit = new DefinedBandit(
                Attune.bandit().policy("LinUCB-disjoint").seed(0).definition());
        NamedRounds.play(bandit, 1, 50);
        Pull decision = bandit.decide(NamedRounds.context(50), NamedRounds.arms(50));
        ExplorationPath policy = (ExplorationPath) bandit.bandit().policy();

        assertThat(policy.predict(decision.x()))
                .isCloseTo(bandit.bandit().scored().mean()[decision.arm()], within(1e-12));
    }
}
