package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.ScoredRound;
import dev.attune.policy.LinUcb;
import org.junit.jupiter.api.Test;

/** The first rounds with one feature and two arms, x = 1 and x = -2, lambda = 1, worked out on paper. */
class ValueOfInformationByHandTest {
    private static final ActionSet ARMS = ActionSet.ofRows(new double[] {1}, new double[] {-2});
    private static final double TINY = 1e-13;

    /** What arm -2 gains over arm 1 in the second round's world: 3 s v - 1.5 with s v = sqrt(0.75 * 0.5). */
    private static final double R1 = 0.33711730708738357;

    private final LinUcb policy = new LinUcb(1);
    private final ValueOfInformation tuner = new ValueOfInformation(1);
    private final ScoredRound round = new ScoredRound();

    private PathChoice choose(Script script) {
        policy.score(ARMS, script, round);
        PathChoice choice = tuner.choose(ARMS, round, policy.posterior(), script);
        assertThat(script.spent()).isTrue();
        return choice;
    }

    private double[] pull(int arm) {
        return tuner.decided(ARMS.features(arm), policy.posterior());
    }

    private void reward(int arm, double[] memo, double y) {
        policy.update(ARMS.features(arm), y, LinUcb.SPACE.preset());
        tuner.rewarded(ARMS.features(arm), memo, y, policy.posterior());
    }

    /** Nothing is known: a random arm. Arm 0, x = 1, earns 1. */
    private void firstRound() {
        assertThat(choose(new Script().arm(0))).isEqualTo(new PathChoice(0, 0));
        assertThat(tuner.propensity(0)).isEqualTo(0.5);
        assertThat(tuner.propensity(1)).isEqualTo(0.5);
        double[] memo = pull(0);
        assertThat(memo).containsExactly(1);
        reward(0, memo, 1);
    }

    /**
     * V = 2, B = 1/2, b = 1, theta = 1/2, yy = 1, n = 1, s^2 = (1 + (1 - 1/2)) / 2 = 0.75.
     *
     * <pre>
     *   m = (1/2, -1), w = (sqrt(1/2), 2 sqrt(1/2)), g = 0 ;  z = 1: v = (sqrt(1/2), -2 sqrt(1/2))
     *   a = 1/2, c = 1/2
     *   world +: 0.5 + 0.612 against -1 - 1.225: greedy is right
     *   world -: 0.5 - 0.612 against -1 + 1.225: arm 1 gains R1 ; D = -3, D'BD = 4.5 ; U = a R1/2 = R1/4, M = R1/4 * 9/4.5 = R1/2
     *   N = 2: Q = 0.3 B^2 M/c + 0.7 U/c B = 0.3/4 R1 + 0.7 R1/2 /2 = R1/4
     *   eps = 1.6/2 = 0.8: the uniform 0.9 is above it ; e = 0.5 + 0.1
     *   envelope: 0.5 + 0.707 alpha and -1 + 1.414 alpha cross at 1.5 sqrt(2) = 2.121, which is sqrt(6) s
     *   V_0 = 2*2 Q/(1 + 1/2) = 2/3 R1 = 0.225, V_1 = 4*4 Q/(1 + 2) = 4/3 R1 = 0.449
     *   worth: 0.5 + 0.6 * 0.225 against -1 + 0.6 * 0.449 ; arm 1 would need e = 6.7
     *   propensity of arm 1: only by chance, 0.8 P(|C| > sqrt(6)), C Cauchy
     * </pre>
     */
    private double[] secondRound() {
        PathChoice choice =
                choose(new Script().gaussian(1).uniform(0.9).uniform(0.99).uniform(0.1));
        assertThat(choice).isEqualTo(new PathChoice(0, 0));
        assertThat(tuner.propensity(1)).isCloseTo(0.19740137154307985, within(TINY));
        assertThat(tuner.propensity(0)).isCloseTo(1 - 0.19740137154307985, within(TINY));
        return pull(0);
    }

    @Test
    void secondRoundStaysGreedy() {
        firstRound();
        secondRound();
    }

    /** The uniform number from which a Cauchy variable of this size is made. */
    private static double share(double size) {
        return StrictMath.atan(size) * 2 / Math.PI;
    }

    @Test
    void secondRoundByChance() {
        firstRound();
        double s = Math.sqrt(0.75);
        PathChoice choice = choose(
                new Script().gaussian(1).uniform(0.7999).uniform(share(2.45)).uniform(0.1));
        assertThat(choice.arm()).isEqualTo(1); // 2.45 is just above sqrt(6) = 2.4495
        assertThat(choice.explore()).isCloseTo(2.45 * s, within(TINY));
    }

    @Test
    void secondRoundByChanceButNotFarEnough() {
        firstRound();
        PathChoice choice = choose(
                new Script().gaussian(1).uniform(0.7999).uniform(share(2.449)).uniform(0.1));
        assertThat(choice.arm()).isZero();
        assertThat(choice.explore()).isCloseTo(2.449 * Math.sqrt(0.75), within(TINY));
    }

    /**
     * The second decision, x = 1, earned 0: V = 3, B = 1/3, b = 1, theta = 1/3, n = 2, s^2 = (1/2 + 2/3) / 3 = 7/18.
     *
     * <pre>
     *   m = (1/3, -2/3), w = (1, 2)/sqrt(3) ;  z = -2: v = (-2, 4)/sqrt(3), s v = (-0.720, 1.440), 0.720 = sqrt(14/27)
     *   a = 1/3 ;  U = R1/4 * 2/3 = R1/6, M = R1/2 * 2/3 = R1/3, c = 1/2 * 2/3 + 1/3 = 2/3
     *   world +: 1/3 - 0.720 against -2/3 + 1.440: arm 1 gains R2 = 3 * 0.720 - 1 ; D'BD = 3
     *   U += R2/6, M += R2/6 * 9/3 = R2/2 ;  world -: greedy is right
     *   N = 3: M/c = R1/2 + 3/4 R2, U/c = (R1 + R2)/4, Q = 0.3/9 M/c + 0.7/3 U/c = 0.122
     *   V_0 = 6 Q/(4/3) = 4.5 Q, V_1 = 24 Q/(7/3) = 72/7 Q ;  arm 1 is worth more for e above 1/(V_1 - V_0) = 1.417
     *   the lines cross at alpha = sqrt(3) ;  eps = 1.6/3 = 8/15
     *   propensity of arm 1 = 7/15 (1.5 - 1.417) + 8/15 P(|C| > sqrt(3)/s)
     * </pre>
     */
    @Test
    void thirdRoundBuysInformationWhenItIsWorthIt() {
        for (double e : new double[] {1.4170, 1.4171}) {
            ValueOfInformationByHandTest fresh = new ValueOfInformationByHandTest();
            fresh.firstRound();
            fresh.reward(0, fresh.secondRound(), 0);
            PathChoice choice = fresh.choose(
                    new Script().gaussian(-2).uniform(0.54).uniform(0.3).uniform(e - 0.5));
            assertThat(choice.arm()).as("e = %s", e).isEqualTo(e < 1.41705364374320414 ? 0 : 1);
            assertThat(choice.explore()).isCloseTo(e < 1.41705364374320414 ? 0 : Math.sqrt(3), within(TINY));
            assertThat(fresh.tuner.propensity(1)).isCloseTo(0.1560473427897878, within(TINY));
            assertThat(fresh.tuner.propensity(0)).isCloseTo(1 - 0.1560473427897878, within(TINY));
        }
    }

    /**
     * The second decision, x = 1, is still under way: the model is as it was, Bp = 1/(2 + 1) = 1/3, N = 1 + 1 + 1 = 3.
     *
     * <pre>
     *   m = (1/2, -1), s^2 = 0.75, but w = (1, 2)/sqrt(3) from Bp ;  z = -2: v = (-sqrt(2), 2 sqrt(2)) from B
     *   a = 1/2 ;  U = R1/8, M = R1/4, c = 3/4
     *   world +: 0.5 - 1.225 against -1 + 2.449: arm 1 gains R2 = 3 sqrt(1.5) - 1.5 ; D'BD = 4.5
     *   U += R2/4, M += R2/4 * 9/4.5 = R2/2
     *   Q = 0.3/9 M/c + 0.7/3 U/c ;  V_0 = 6 Q/(4/3), V_1 = 24 Q/(7/3) ;  arm 1 for e above 1.5/(V_1 - V_0) = 1.107
     *   the lines cross at alpha = 1.5 sqrt(3) = 3 s ;  eps = 8/15
     * </pre>
     */
    @Test
    void aDecisionUnderWayCountsAsIfItWereRewarded() {
        firstRound();
        secondRound();
        PathChoice choice =
                choose(new Script().gaussian(-2).uniform(0.54).uniform(0.3).uniform(0.7));
        double r2 = 3 * Math.sqrt(1.5) - 1.5;
        double q = 0.3 / 9 * (R1 / 4 + r2 / 2) / 0.75 + 0.7 / 3 * (R1 / 8 + r2 / 4) / 0.75;
        double needed = 1.5 / ((72 / 7.0 - 4.5) * q);
        assertThat(needed).isCloseTo(1.1066, within(1e-4));
        assertThat(choice.arm()).isEqualTo(1); // e = 1.2
        assertThat(choice.explore()).isCloseTo(1.5 * Math.sqrt(3), within(TINY));
        double beyondThree = 1 - share(3); // P(|C| > 3)
        assertThat(tuner.propensity(1)).isCloseTo(7 / 15.0 * (1.5 - needed) + 8 / 15.0 * beyondThree, within(TINY));
    }
}
