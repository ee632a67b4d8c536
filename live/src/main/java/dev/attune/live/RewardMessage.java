package dev.attune.live;

/**
 * A reward as a client sends it.
 *
 * @param decision id of the decision; empty if the path of the call or the request names it
 * @param request the caller's id of the request, in place of the decision; empty for none. Only streams accept it.
 * @param id the caller's id of the reward, so that it counts once; empty for none
 * @param value the reward
 */
public record RewardMessage(String decision, String request, String id, double value) {
    /** Creates a reward without the id of a request. */
    public RewardMessage(String decision, String id, double value) {
        this(decision, "", id, value);
    }
}
