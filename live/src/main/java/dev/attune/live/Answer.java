package dev.attune.live;

import dev.attune.api.Setting;
import java.util.List;

/**
 * What a caller is told about a decision.
 *
 * @param decision its number in the bandit
 * @param position its place in the journal
 * @param round the round; 0 if the caller chose
 * @param arm id of the chosen arm
 * @param probability with which it was chosen; NaN where it is not known
 * @param setting the hyperparameters in force
 * @param ranking ids of the arms to show after it, best first
 * @param repeated whether this is the answer to an earlier request with the same client id
 */
public record Answer(
        long decision,
        long position,
        long round,
        String arm,
        double probability,
        Setting setting,
        List<String> ranking,
        boolean repeated) {}
