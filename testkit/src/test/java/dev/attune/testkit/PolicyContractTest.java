package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.policy.LinUcb;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws about rewards notice policies that credit a reward to features that did not earn it. */
class PolicyContractTest {
    /** What a broken policy learns from a reward, instead of the features that it comes with. */
    enum Credit {
        /** The features of the reward: a sound policy. */
        RIGHT,
        /** The last chosen arm, which is right as long as every reward arrives before the next choice. */
        LAST_CHOICE,
        /** The last chosen arm if the reward is late, that is of features other than those of the last choice. */
        LAST_CHOICE_IF_LATE,
        /** The chosen arms in their order, which is right as long as rewards arrive in order. */
        CHOICES_IN_ORDER,
        /** The features of the reward before it. */
        SWAPPED
    }

    /** LinUCB with a credit of its own. */
    private static final class Crediting implements ExplorationPath {
        private final LinUcb inner;
        private final Credit credit;
        private final boolean hasPath;
        private final Deque<double[]> choices = new ArrayDeque<>();
        private double[] before = {};

        Crediting(int dimension, Credit credit, boolean hasPath) {
            this.inner = new LinUcb(dimension);
            this.credit = credit;
            this.hasPath = hasPath;
        }

        @Override
        public Optional<ExplorationPath> path() {
            return hasPath ? Optional.of(this) : Optional.empty();
        }

        @Override
        public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
            int arm = inner.select(arms, setting, rng);
            choices.addLast(arms.features(arm));
            return arm;
        }

        @Override
        public void update(double[] x, double y, Setting setting) {
            inner.update(credited(x), y, setting);
            before = x.clone();
        }

        private double[] credited(double[] x) {
            return switch (credit) {
                case RIGHT -> x;
                case LAST_CHOICE -> choices.isEmpty() ? x : choices.getLast();
                case LAST_CHOICE_IF_LATE ->
                    choices.isEmpty() || Arrays.equals(x, choices.getLast()) ? x : choices.getLast();
                case CHOICES_IN_ORDER -> choices.isEmpty() ? x : choices.removeFirst();
                case SWAPPED -> before.length == 0 ? x : before;
            };
        }

        @Override
        public void score(ActionSet arms, RandomGenerator rng, ScoredRound round) {
            inner.score(arms, rng, round);
        }

        @Override
        public Posterior posterior() {
            return inner.posterior();
        }

        @Override
        public int dimension() {
            return inner.dimension();
        }

        @Override
        public SettingSpace space() {
            return inner.space();
        }

        @Override
        public String stateName() {
            return "crediting";
        }

        @Override
        public void writeState(StateWriter out) {
            inner.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            inner.readState(in);
        }
    }

    private static PolicyContract contract(Credit credit, boolean hasPath) {
        return new PolicyContract() {
            @Override
            public Policy create(int dimension) {
                return new Crediting(dimension, credit, hasPath);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(names = "RIGHT", mode = EnumSource.Mode.EXCLUDE)
    void rewardsOfOtherFeaturesAreNoticedWithAndWithoutAnExplorationPath(Credit credit) {
        for (boolean hasPath : new boolean[] {true, false}) {
            PolicyContract contract = contract(credit, hasPath);
            assertThatExceptionOfType(AssertionError.class)
                    .as("%s, path %s: order", credit, hasPath)
                    .isThrownBy(contract::lateAndShuffledRewardsTeachTheSame);
            assertThatExceptionOfType(AssertionError.class)
                    .as("%s, path %s: features", credit, hasPath)
                    .isThrownBy(contract::rewardTeachesTheFeaturesThatItComesWith);
        }
    }

    @Test
    void aSoundPolicyPassesWithAndWithoutAnExplorationPath() {
        for (boolean hasPath : new boolean[] {true, false}) {
            PolicyContract contract = contract(Credit.RIGHT, hasPath);
            assertThatCode(contract::lateAndShuffledRewardsTeachTheSame).doesNotThrowAnyException();
            assertThatCode(contract::rewardTeachesTheFeaturesThatItComesWith).doesNotThrowAnyException();
        }
    }
}
