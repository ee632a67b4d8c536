package dev.attune;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.ScoredRound;

/**
 * What a {@link SelfTuningBandit} saw in its last round, to tell people about it. A live view: valid until the bandit is called again.
 */
public final class LastRound {
    private final Policy policy;
    private final TopLayer top;
    private ScoredRound round = new ScoredRound();
    private int arms;
    private boolean warmup = true;
    private double floor;
    private boolean byFloor;

    LastRound(Policy policy, TopLayer top) {
        this.policy = policy;
        this.top = top;
    }

    void wasRandom(int offered) {
        arms = offered;
        warmup = true;
        byFloor = false;
    }

    void wasChosen(int offered, ScoredRound scored, double share, boolean floored) {
        arms = offered;
        round = scored;
        warmup = false;
        floor = share;
        byFloor = floored;
    }

    /** Whether the policy gave every arm a mean and a bonus; not in the warm-up, and not by a policy without an exploration path. */
    public boolean scored() {
        return !warmup && policy instanceof ExplorationPath;
    }

    /** Estimated value of each arm, as the first so many numbers; only of a scored round. */
    public double[] means() {
        return round.mean();
    }

    /** What one unit of exploration added to each arm when it was chosen; only of a scored round. */
    public double[] bonuses() {
        return top.bonuses(round);
    }

    /** The arm with the largest mean, the first of equals; only of a scored round. */
    public int greedy() {
        return round.best(0);
    }

    /** Whether it was of the warm-up, in which the arm is random. */
    public boolean warmup() {
        return warmup;
    }

    /** Whether the floor made it a random arm. */
    public boolean byFloor() {
        return byFloor;
    }

    /** Probability with which an arm could have been chosen, the floor included; NaN where it is not known. */
    public double propensity(int arm) {
        return warmup ? 1.0 / arms : floor / arms + (1 - floor) * top.propensity(arm);
    }
}
