package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.random.RandomGenerator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZoomingTsTest extends TunerContract {
    private static final SettingSpace LINE =
            SettingSpace.of(new Hyperparameter("x", "x", 0, 1, 0, 1, Scale.LINEAR, 0.5));

    @Override
    public Tuner make(SettingSpace space) {
        return new ZoomingTs(space, Horizon.of(500), EpochLength.of(180), NoiseScale.of(0.2));
    }

    /**
     * Ten rounds on the line with T = 100, H = 9 and tau0 such that r(v) = 0.26 / sqrt(n). As 52 pi = 8 pi 13/2, the
     * deviation is s(v) = sqrt(8 pi) r(v) = 5.013257 r(v), and the clipped draw 0.398942 gives s Z = 2 r. J in the order
     * of activation: a = 0.5, b = 0.12, c = 0.88, d = 0.69.
     */
    @Test
    void tenRoundsWorkedByHand() {
        double tau0 = 0.26 / Math.sqrt(6.5 * StrictMath.log(100));
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(9), NoiseScale.of(tau0));
        ActivePoints J = tuner.points();

        // 1: restart; nothing is covered; the middle. Then a: n 1, f .9, r .26, ball [.24, .76].
        play(tuner, 1, 0.5, 0.9);
        // 2: gaps [0, .24) and (.76, 1] are equally wide: the left one. b: n 1, f .1, r .26, ball [-.14, .38].
        Suggestion b = play(tuner, 2, 0.12, 0.1);
        // 3: f(a) - r(a) = .64 > f(b) + 2 r(b) = .62: b is removed, its ball [-.14, .38] is cut.
        //    Gap (.76, 1]. c: n 1, f .3, r .26, ball [.62, 1.14].
        play(tuner, 3, 0.88, 0.3);
        assertThat(J.size()).isEqualTo(2);
        // 4: f(c) + 2 r(c) = .82 stays. Covered: [-.14, .38], [.24, .76], [.62, 1.14].
        //    I(a) = .9 + 2 * .26 = 1.42 (0.1 is clipped); I(c) = .3 + 1.303447 * 1 = 1.603447.
        //    c: n 2, f .25, r .26/sqrt 2 = .183848, ball [.696152, 1.063848].
        Suggestion c = play(tuner, 4, 0.88, 0.2, 0.1, 1.0);
        // 5: .64 > f(c) + 2 r(c) = .617696: c is removed. Covered by [-.14, .38], [.24, .76], [.696152, 1.063848].
        //    Only a is left. a: n 2, f .8, r .183848, ball [.316152, .683848].
        play(tuner, 5, 0.5, 0.7, -3.0);
        assertThat(J.size()).isEqualTo(1);
        // 6: gap (.683848, .696152) with middle .69. d: n 1, f .8, r .26, ball [.43, .95].
        play(tuner, 6, 0.69, 0.8);
        // 7: f(a) - r(a) = .616152 removes nothing. I(a) = .8 + .921676 * .5 = 1.260838;
        //    I(d) = .8 + 2 * .26 = 1.32 (0.2 is clipped). d: n 2, f .9, r .183848.
        play(tuner, 7, 0.69, 1.0, 0.5, 0.2);
        // 8: I(a) = .8 + .921676 * 1 = 1.721676; I(d) = .9 + .921676 * .9 = 1.729508. d: n 3, f .8, r .150111.
        play(tuner, 8, 0.69, 0.6, 1.0, 0.9);
        // 9: I(a) = .8 + .921676 * 2 = 2.643352; I(d) = .8 + .752545 * 1 = 1.552545. a: n 3, f .8.
        play(tuner, 9, 0.5, 0.8, 2.0, 1.0);
        assertThat(J.size()).isEqualTo(2);
        assertThat(J.pulls(0)).isEqualTo(3);
        assertThat(J.mean(0)).isCloseTo(0.8, within(1e-12));
        assertThat(J.pulls(3)).isEqualTo(3);
        assertThat(J.mean(3)).isCloseTo(0.8, within(1e-12));
        assertThat(J.radius(3)).isCloseTo(0.26 / Math.sqrt(3), within(1e-12));
        assertThat(J.radius(1)).as("radius of b at its removal").isCloseTo(0.26, within(1e-12));

        // Rewards of removed points are left aside.
        byte[] before = Stories.state(tuner);
        tuner.observe(b, 1);
        tuner.observe(c, 1);
        assertThat(Stories.state(tuner)).isEqualTo(before);

        // 10: the second epoch begins as the first one did.
        Suggestion tenth = play(tuner, 10, 0.5, 0.4);
        assertThat(tenth.memo()).containsExactly(2, 0);
        assertThat(J.size()).isEqualTo(1);
        assertThat(J.pulls(0)).isEqualTo(1);
        assertThat(J.mean(0)).isCloseTo(0.4, within(1e-12));
    }

    /** Asks, checks the point, uses up exactly the draws given, and pays. */
    private static Suggestion play(ZoomingTs tuner, long t, double expected, double reward, double... gaussians) {
        Script rng = new Script(gaussians);
        Suggestion s = tuner.suggest(t, rng);
        assertThat(s.setting().get(0)).as("round %d", t).isCloseTo(expected, within(1e-12));
        assertThat(rng.used).as("draws in round %d", t).isEqualTo(gaussians.length);
        tuner.observe(s, reward);
        return s;
    }

    @Test
    void rewardOfAClosedEpochIsLeftAside() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(5), NoiseScale.estimated());
        Suggestion old = Stories.suggest(tuner, 1);
        for (int t = 2; t <= 6; t++) {
            tuner.observe(Stories.suggest(tuner, t), 0.5);
        }
        byte[] before = Stories.state(tuner);
        tuner.observe(old, 1);
        assertThat(Stories.state(tuner)).isEqualTo(before);
    }

    @Test
    void epochsBeginAtMultiplesOfTheirLengthEvenIfRoundsAreLeftOut() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(10), NoiseScale.SAFE);
        int[] rounds = {1, 9, 10, 11, 20, 23, 30, 31, 58, 60, 61};
        int[] epochs = {1, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6};
        for (int k = 0; k < rounds.length; k++) {
            assertThat(Stories.suggest(tuner, rounds[k]).memo()[0])
                    .as("round %d", rounds[k])
                    .isEqualTo(epochs[k]);
        }
    }

    @Test
    void doublingOfAnUnknownHorizonBeginsAnEpochWithTheNewLogarithm() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.unknown(), EpochLength.endless(), NoiseScale.SAFE);
        int[] rounds = {1, 1000, 1001, 2000, 2001, 4000, 4001};
        int[] epochs = {1, 1, 2, 2, 3, 3, 4};
        long[] horizons = {1000, 1000, 2000, 2000, 4000, 4000, 8000};
        for (int k = 0; k < rounds.length; k++) {
            Suggestion s = Stories.suggest(tuner, rounds[k]);
            assertThat(s.memo()[0]).as("round %d", rounds[k]).isEqualTo(epochs[k]);
            double radius = Math.sqrt(6.5 * 0.25 * Math.log(horizons[k]));
            assertThat(tuner.points().radius(0)).as("round %d", rounds[k]).isCloseTo(radius, within(1e-12));
        }
    }

    @Test
    void paperEpochsFollowTheHorizon() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(14_000));
        assertThat(Stories.suggest(tuner, 1).memo()[0]).isEqualTo(1);
        assertThat(Stories.suggest(tuner, 3861).memo()[0]).isEqualTo(1); // T2 = 3 * 14000^(3/4) = 3861.2
        assertThat(Stories.suggest(tuner, 3862).memo()[0]).isEqualTo(2);
    }

    /** CDT: the tuner starts after T1 rounds of warm-up with the horizon T - T1, but its epochs are those of T. */
    @ParameterizedTest
    @CsvSource({"1, 118, 3861", "2, 45, 6223"})
    void epochsOfCdtAreThoseOfAllRounds(int p, long T1, long T2) {
        Horizon whole = Horizon.of(14_000);
        assertThat(whole.warmup(p)).isEqualTo(T1);
        ZoomingTs tuner = new ZoomingTs(Stories.space(p), whole.after(T1), EpochLength.ofPaper(whole), NoiseScale.SAFE);
        Stories.suggest(tuner, 1);
        assertThat(Stories.suggest(tuner, (int) T2).memo()[0]).isEqualTo(1);
        assertThat(Stories.suggest(tuner, (int) T2 + 1).memo()[0]).isEqualTo(2);
    }

    @Test
    void aRestartByACallerBeginsAnEpochAtTheNextRound() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(10), NoiseScale.SAFE);
        for (int t = 1; t <= 16; t++) {
            Stories.suggest(tuner, t);
        }
        tuner.restart();
        ZoomingTs restored = new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(10), NoiseScale.SAFE);
        Stories.restore(Stories.state(tuner), restored);
        int[] rounds = {18, 20, 21, 27, 28, 37, 38}; // round 17 is left out: the epoch is that of rounds 18 to 27
        int[] epochs = {3, 3, 3, 3, 4, 4, 5};
        for (int k = 0; k < rounds.length; k++) {
            assertThat(Stories.suggest(tuner, rounds[k]).memo()[0])
                    .as("round %d", rounds[k])
                    .isEqualTo(epochs[k]);
            assertThat(Stories.suggest(restored, rounds[k]).memo()[0])
                    .as("restored, round %d", rounds[k])
                    .isEqualTo(epochs[k]);
        }
    }

    /**
     * Line 3 of Algorithm 1 with the radii of {@link #tenRoundsWorkedByHand}: 0.5, 0.12 and 0.88 cover the line, and all have n = 1 and
     * f = 0. So f = y/2 after the first reward of a point, and I(v) = s Z at first with s = 5.013257 * 0.26 = 1.303447.
     */
    @Test
    void epochThatStartsCoveredWorkedByHand() {
        double tau0 = 0.26 / Math.sqrt(6.5 * StrictMath.log(100));
        ZoomingTs tuner =
                new ZoomingTs(LINE, Horizon.of(100), EpochLength.of(5), NoiseScale.of(tau0), ZoomingTs.Start.COVERED);
        ActivePoints J = tuner.points();

        // 1: I(a) = 1.303447, I(b) = 2 * 1.303447, I(c) = .52 (clipped). b: n 2, f .9/2 = .45, r .183848, ball
        // [-.063848, .303848].
        Suggestion b = play(tuner, 1, 0.12, 0.9, 1.0, 2.0, 0.1);
        assertThat(b.memo()).containsExactly(1, 1);
        assertThat(J.size()).isEqualTo(3);
        assertThat(J.pulls(0)).isEqualTo(1);
        assertThat(J.pulls(1)).isEqualTo(2);
        assertThat(J.mean(1)).isCloseTo(0.45, within(1e-12));
        assertThat(J.radius(1)).isCloseTo(0.26 / Math.sqrt(2), within(1e-12));
        // 2: covered, for a has [.24, .76]. I(a) = 1.303447 * .5, I(b) = .45 + .921676, I(c) = 1.303447 * 1.2 =
        // 1.564136.
        //    c: n 2, f -.4, r .183848, ball [.696152, 1.063848].
        play(tuner, 2, 0.88, -0.8, 0.5, 1.0, 1.2);
        // 3: f(b) - r(b) = .266152 > f(c) + 2 r(c) = -.032304: c is removed. Covered. a: n 2, f .1, r .183848,
        // [.316152, .683848].
        play(tuner, 3, 0.5, 0.2, 3.0, 1.0);
        assertThat(J.size()).isEqualTo(2);
        // 4: gaps (.303848, .316152) and (.683848, .696152) are equally wide: the left one, pulled at once, n from 0.
        play(tuner, 4, 0.31, 0.7);
        assertThat(J.pulls(3)).isEqualTo(1);
        assertThat(J.mean(3)).isCloseTo(0.7, within(1e-12));
        // 6: the second epoch, covered again by the same points.
        play(tuner, 6, 0.88, 0.6, 0.1, 0.2, 2.0);
        assertThat(J.size()).isEqualTo(3);
        assertThat(J.mean(2)).isCloseTo(0.3, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 14000", "0.05, 14000", "0.1, 90000", "3, 2"})
    void radiusAndDeviationAreThePapers(double tau0, long T) {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(T), EpochLength.endless(), NoiseScale.of(tau0));
        Suggestion s = Stories.suggest(tuner, 1);
        ActivePoints J = tuner.points();
        for (int n = 0; n <= 100; n++) {
            double pulls = Math.max(n, 1);
            double radius = Math.sqrt(13 * tau0 * tau0 * Math.log(T) / (2 * pulls));
            double deviation = Math.sqrt(52 * Math.PI * tau0 * tau0 * Math.log(T)) * Math.sqrt(1 / pulls);
            assertThat(J.pulls(0)).isEqualTo(n);
            assertThat(J.radius(0)).isCloseTo(radius, within(1e-12 * radius));
            assertThat(J.deviation(0)).isCloseTo(deviation, within(1e-12 * deviation));
            tuner.observe(s, n % 2);
        }
    }

    @Test
    void estimatedScaleIsTheStandardDeviationOfTheRewards() {
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(1000), EpochLength.of(50), NoiseScale.estimated());
        RoundRandom rng = new RoundRandom(1, 1);
        double sum = 0;
        double squares = 0;
        for (int t = 1; t <= 200; t++) {
            Suggestion s = Stories.suggest(tuner, t);
            double y = rng.nextDouble();
            sum += y;
            squares += y * y;
            tuner.observe(s, y);
            double variance = (0.25 + squares - sum * sum / t) / (1 + t);
            ActivePoints J = tuner.points();
            for (int k = 0; k < J.size(); k++) {
                int v = J.at(k);
                double radius = Math.sqrt(6.5 * variance * Math.log(1000) / Math.max(1, J.pulls(v)));
                assertThat(J.radius(v)).as("round %d", t).isCloseTo(radius, within(1e-12 * radius));
            }
        }
    }

    /** One would be removed on the strength of f = 0 alone: f - r = 0.8 - 0.1 against 2 r = 0.2 and no reward. */
    @Test
    void pointWithoutARewardIsNotRemoved() {
        double tau0 = 0.1 / Math.sqrt(6.5 * StrictMath.log(100));
        ZoomingTs tuner = new ZoomingTs(LINE, Horizon.of(100), EpochLength.endless(), NoiseScale.of(tau0));
        Suggestion first = tuner.suggest(1, new Script());
        Suggestion second = tuner.suggest(2, new Script());
        tuner.observe(first, 0.8);
        tuner.suggest(3, new Script());
        assertThat(tuner.points().size()).isEqualTo(3);
        tuner.observe(second, 0.1);
        tuner.suggest(4, new Script());
        assertThat(tuner.points().balls().frozen[1]).isTrue();
    }

    @Test
    void stateOfATunerMadeOtherwiseIsRefused() {
        byte[] state = Stories.state(make(Stories.space(2)));
        Tuner[] others = {
            make(Stories.space(3)),
            new ZoomingTs(Stories.space(2), Horizon.of(500), EpochLength.of(181), NoiseScale.of(0.2)),
            new ZoomingTs(Stories.space(2), Horizon.of(500), EpochLength.of(180), NoiseScale.estimated()),
            new ZoomingTs(
                    Stories.space(2), Horizon.of(500), EpochLength.of(180), NoiseScale.of(0.2), ZoomingTs.Start.COVERED)
        };
        for (Tuner other : others) {
            Assertions.assertThatExceptionOfType(StateFormatException.class)
                    .isThrownBy(() -> Stories.restore(state, other));
        }
    }

    @Test
    void badArgumentsAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZoomingTs(SettingSpace.EMPTY, Horizon.of(10)))
                .withMessageContaining("nothing to tune");
        assertThatIllegalArgumentException().isThrownBy(() -> NoiseScale.of(0)).withMessageContaining("tau0 = 0");
        assertThatIllegalArgumentException().isThrownBy(() -> EpochLength.of(0)).withMessageContaining("= 0");
    }

    /** Gaussians from a list and nothing else. */
    private static final class Script implements RandomGenerator {
        private final double[] gaussians;
        private int used;

        Script(double... gaussians) {
            this.gaussians = gaussians;
        }

        @Override
        public double nextGaussian() {
            return gaussians[used++];
        }

        @Override
        public long nextLong() {
            throw new AssertionError("only Gaussians are drawn");
        }
    }
}
