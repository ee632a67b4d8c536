package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathScorer;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.util.ArrayDeque;

/**
 * Lets many threads decide and reward at once on one {@link SelfTuningBandit}.
 *
 * <p>Scoring, which is most of the work, runs outside the lock, on a frozen copy of the model that is published after
 * every reward. Under the lock are only counting the round, the tuner's step, and learning.
 *
 * <p>Guarantees: every call takes effect once and whole; a decision sees all rewards whose call had returned before it
 * began; rounds are numbered without gaps, and a round's random draws depend on seed and number alone. One thread alone
 * gets exactly the decisions of the bandit inside. Not guaranteed: with several threads the order in which rounds reach
 * the tuner depends on the scheduler, so a second run may decide otherwise.
 *
 * <p>A policy without an exploration path is scored under the lock.
 */
public final class ConcurrentBandit {
    private final SelfTuningBandit bandit;
    private final ArrayDeque<ScoredRound> buffers = new ArrayDeque<>(); // guarded by this
    private volatile PathScorer published;

    /** Takes over a bandit, which must not be used directly any more. */
    public ConcurrentBandit(SelfTuningBandit bandit) {
        this.bandit = bandit;
        this.published = freeze();
    }

    private PathScorer freeze() {
        return bandit.policy() instanceof ExplorationPath path ? path.frozen() : (arms, rng, round) -> {};
    }

    /** Chooses an arm; as {@link SelfTuningBandit#decide}, from any thread. */
    public Decision decide(ActionSet arms) {
        bandit.policy().check(arms);
        long round;
        ScoredRound buffer;
        PathScorer scorer;
        synchronized (this) {
            round = bandit.begin(arms);
            if (bandit.chooser().learntNothing()) {
                published = freeze(); // the arms on offer may have set the prior
            }
            scorer = published;
            buffer = buffers.isEmpty() ? new ScoredRound() : buffers.pop();
        }
        RoundRandom rng = new RoundRandom(bandit.seed(), round);
        if (!bandit.chooser().warmingUp(round)) {
            scorer.score(arms, rng, buffer);
        }
        synchronized (this) {
            Decision decision = bandit.chooser().finish(round, arms, buffer, rng);
            buffers.push(buffer);
            return decision;
        }
    }

    /** Learns a reward; as {@link SelfTuningBandit#reward}, from any thread. */
    public synchronized void reward(Decision decision, double y) {
        bandit.reward(decision, y);
        published = freeze();
    }

    /** Gives up waiting for a reward; as {@link SelfTuningBandit#expire}, from any thread. */
    public synchronized void expire(Decision decision) {
        bandit.expire(decision);
    }

    /** The state of the bandit, as {@link Checkpoint#write} seals it, at one moment. */
    public synchronized byte[] checkpoint() {
        return Checkpoint.write(bandit);
    }
}
