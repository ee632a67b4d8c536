package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.Increment;
import dev.attune.api.ScoredRound;
import dev.attune.api.Suggestion;
import dev.attune.api.TunerMap;
import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/** How the top layer of a {@link SelfTuningBandit} chooses: by a setting, or on the exploration path. */
interface TopLayer extends Checkpointed {
    /** Takes note of the arms on offer, before they are scored. */
    default void offered(ActionSet arms) {}

    /**
     * Chooses an arm for the tuner's round t, which starts from 1 after the warm-up.
     *
     * @param round the arms as scored by the policy, if it has an exploration path; otherwise empty
     */
    int choose(long t, ActionSet arms, ScoredRound round, RandomGenerator rng);

    /** Probability with which the last choice could have been an arm; NaN where it is not known. */
    double propensity(int arm);

    /** The bonuses that the last choice went by, given those of the policy; to be read only. */
    default double[] bonuses(ScoredRound round) {
        return round.bonus();
    }

    /** The setting and memo of the last choice, given the features of the arm that was pulled in the end. */
    Suggestion decided(double[] x);

    /**
     * Teaches the policy and pays the tuner.
     *
     * @throws IllegalArgumentException with nothing changed if the tuner did not make this decision
     */
    void rewarded(Decision decision, double reward);

    /**
     * Refuses tuners that must be paid for each decision where its reward comes in.
     *
     * @throws IllegalArgumentException if this is one
     */
    void requireUnpaid();

    /** It is one of so many replicas from now on, and tells there too what it sees of arms. */
    default void gatherInto(Increment increment, int replicas) {}

    /**
     * A decision was rewarded, and the policy will learn it elsewhere.
     *
     * @throws IllegalArgumentException with nothing changed if the tuner did not make this decision
     */
    default void rewardedElsewhere(Decision decision, double reward) {}

    /** Takes note of what replicas saw of arms, before the policy merges what they learnt. */
    default void merging(Increment increment) {}

    /** The policy has become that of another bandit with this top layer. */
    default void replaced(TopLayer other) {}

    /** The policy has learnt a reward of a choice that was not made here. */
    default void taught() {}

    /** What the tuner has made of the hyperparameters so far. */
    TunerMap map();

    /** A decision will never be paid. */
    void expired(Decision decision);
}
