package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.Suggestion;
import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/** How the top layer of a {@link SelfTuningBandit} chooses: by a setting, or on the exploration path. */
interface TopLayer extends Checkpointed {
    /** Chooses an arm for the tuner's round t, which starts from 1 after the warm-up. */
    int choose(long t, ActionSet arms, RandomGenerator rng);

    /** Probability with which the last choice could have been an arm; NaN where it is not known. */
    double propensity(int arm);

    /** The setting and memo of the last choice, given the features of the arm that was pulled in the end. */
    Suggestion decided(double[] x);

    /** Pays the tuner; the policy has learnt the reward already. */
    void rewarded(Decision decision, double reward);

    /** A decision will never be paid. */
    void expired(Decision decision);
}
