package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ScoredRound;
import dev.attune.api.Suggestion;
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

    /** The policy has learnt a reward of a choice that was not made here. */
    default void taught() {}

    /** A decision will never be paid. */
    void expired(Decision decision);
}
