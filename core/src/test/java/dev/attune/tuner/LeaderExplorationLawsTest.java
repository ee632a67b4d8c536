package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Automatic;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderExplorationLawsTest {
    private static final int ARMS = 3;

    /** A bandit on vectors of two numbers, and the tuner that explores for it. */
    private static final class World {
        final Automatic policy = new Automatic(2, Forgetting.NONE);
        final LeaderExploration tuner = LeaderExploration.of(policy.posterior());
        final SelfTuningBandit bandit = SelfTuningBandit.of(policy, tuner, Options.DEFAULT.withSeed(5));
        final List<Pull> open = new ArrayList<>();

        /** Plays rounds; of three decisions one is rewarded at once, one later, one never. Returns the pulls. */
        List<String> play(int from, int to) {
            List<String> pulls = new ArrayList<>();
            for (int t = from; t < to; t++) {
                RoundRandom rng = new RoundRandom(3, t);
                double[][] arms = new double[ARMS][2];
                for (double[] arm : arms) {
                    RoundRandom.gaussians(rng, arm);
                }
                Pull pull = bandit.decide(ActionSet.ofRows(arms));
                pulls.add(pull.arm() + " " + pull.propensity());
                open.add(pull);
                if (t % 3 == 0) {
                    bandit.reward(open.remove(open.size() - 1), reward(arms[pull.arm()]) + 0.1 * rng.nextGaussian());
                } else if (t % 3 == 1) {
                    bandit.expire(open.remove(0));
                } else {
                    bandit.reward(open.remove(0), reward(pull.x()) + 0.1 * rng.nextGaussian());
                }
            }
            return pulls;
        }

        private static double reward(double[] x) {
            return x[0] - 0.5 * x[1];
        }

        byte[] state() {
            return Checkpoint.write(bandit);
        }
    }

    @Test
    void savedWithDecisionsUnderWayItGoesOnAsIfNothingHadHappened() {
        World straight = new World();
        straight.play(0, 100);
        World restored = new World();
        Checkpoint.read(straight.state(), restored.bandit);
        restored.open.addAll(straight.open);

        assertThat(restored.state()).isEqualTo(straight.state());
        assertThat(restored.play(100, 160)).isEqualTo(straight.play(100, 160));
        assertThat(restored.state()).isEqualTo(straight.state());
    }

    @Test
    void probabilitiesOfAllArmsSumToOneAndThatOfTheChosenArmIsPositive() {
        World world = new World();
        for (int t = 0; t < 200; t++) {
            world.play(t, t + 1);
            SelfTuningBandit.LastRound last = world.bandit.lastRound();
            double sum = 0;
            for (int k = 0; k < ARMS; k++) {
                assertThat(last.propensity(k)).isBetween(0.0, 1.0 + 1e-12);
                sum += last.propensity(k);
            }
            assertThat(sum).isCloseTo(1, within(1e-6));
            assertThat(last.bonuses().length).isGreaterThanOrEqualTo(ARMS);
        }
    }

    /** Rewarded or expired, a decision is pending no longer: the next one leaves the tuner as the one before it did. */
    @Test
    void whatIsRewardedOrExpiredIsPendingNoLonger() {
        World world = new World();
        world.play(0, 60);
        world.open.forEach(world.bandit::expire);
        LeaderExploration tuner = world.tuner;
        double[] x = {1, 2};
        for (boolean rewarded : new boolean[] {true, false}) {
            List<byte[]> states = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                double[] memo = tuner.decided(x, world.policy.posterior());
                byte[] pending = Checkpoint.write(tuner);
                if (rewarded) {
                    tuner.rewarded(x, memo, 1, world.policy.posterior());
                } else {
                    tuner.expired(x, memo, world.policy.posterior());
                }
                states.add(Checkpoint.write(tuner));
                assertThat(states.get(i)).isNotEqualTo(pending);
            }
            assertThat(states.get(1)).isEqualTo(states.get(0));
        }
    }

    @Test
    void memosOfOtherTunersAreRejected() {
        LeaderExploration tuner = new World().tuner;
        tuner.check(new double[] {0});
        for (double[] memo : new double[][] {{}, {1, 2}, {-2}, {Double.NaN}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tuner.check(memo))
                    .withMessageContaining("memo");
        }
    }

    @Test
    void aPolicyWithoutCandidatesIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaderExploration.of(new LinUcb(2).posterior()))
                .withMessageContaining("candidate");
    }
}
