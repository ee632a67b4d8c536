package dev.attune.journal;

import dev.attune.encode.Features;
import java.util.Arrays;
import java.util.Objects;

/**
 * A decision, with everything that is needed to make it again and to learn its reward.
 *
 * @param bandit number of the bandit that decided
 * @param decision its number in the bandit, from 1; rewards name it
 * @param round the round t of the bandit; 0 where the caller chose and no round was played
 * @param learnt how many rewards the model had learnt that scored the arms: a service may score with a published model that is a
 *     few rewards behind, and a replay must take the same one
 * @param clientId the caller's id of the request, so that a retry gets the same answer; empty if it has none
 * @param context what all arms share
 * @param offer the arms
 * @param arm position of the chosen arm in the offer
 * @param ranking positions of arms that were shown after the chosen one, best first; mostly empty
 * @param x features of the chosen arm as the policy saw them
 * @param setting values of the hyperparameters in force, in the order of the policy's space
 * @param memo the numbers that the tuner gets back with the reward
 * @param propensity probability of the chosen arm; NaN where it is not known
 * @param tuned whether the tuner chose the setting
 * @param byCaller whether the caller chose and the bandit only learns; a replay then does not decide
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below; never changed
public record Decided(
        int bandit,
        long decision,
        long round,
        long learnt,
        String clientId,
        Features context,
        Offer offer,
        int arm,
        int[] ranking,
        double[] x,
        double[] setting,
        double[] memo,
        double propensity,
        boolean tuned,
        boolean byCaller)
        implements JournalEvent {
    @Override
    public boolean equals(Object other) {
        return other instanceof Decided that
                && bandit == that.bandit
                && decision == that.decision
                && round == that.round
                && learnt == that.learnt
                && clientId.equals(that.clientId)
                && context.equals(that.context)
                && offer.equals(that.offer)
                && arm == that.arm
                && Arrays.equals(ranking, that.ranking)
                && Arrays.equals(x, that.x)
                && Arrays.equals(setting, that.setting)
                && Arrays.equals(memo, that.memo)
                && Double.compare(propensity, that.propensity) == 0
                && tuned == that.tuned
                && byCaller == that.byCaller;
    }

    @Override
    public int hashCode() {
        return Objects.hash(bandit, decision, round, arm, Arrays.hashCode(x));
    }
}
