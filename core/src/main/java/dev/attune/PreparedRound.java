package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;

/**
 * A round between its beginning and its decision; made and finished by {@link EncodedBandit}. Random draws are keyed by the round and choosing
 * teaches the model nothing, so rounds can be scored ahead of those before them, and come out the same.
 */
public final class PreparedRound {
    private final SelfTuningBandit bandit;
    private final long t;
    private final ActionSet arms;
    private final RoundRandom rng;
    private final ScoredRound scores = new ScoredRound();
    private final boolean ahead;
    private boolean scored;

    PreparedRound(SelfTuningBandit bandit, long t, ActionSet arms) {
        this.bandit = bandit;
        this.t = t;
        this.arms = arms;
        this.rng = new RoundRandom(bandit.seed(), t);
        this.ahead = !bandit.chooser()
                .learntNothing(); // until then the arms on offer may set the prior, each round's in its turn
    }

    /**
     * Scores the arms, if that can be done ahead. Rounds may be scored at the same time, each by one thread; whoever finishes them must
     * have waited for these threads.
     */
    public void score() {
        if (ahead) {
            scoreOnce();
        }
    }

    /** How many multiplications scoring takes, roughly: to see whether another thread is worth it. */
    public long cost() {
        return (long) arms.arms() * arms.dimension() * arms.dimension();
    }

    Decision finish() {
        if (bandit.begin(arms) != t) {
            throw new IllegalStateException("round " + t + " is not the one whose turn it is, " + bandit.rounds());
        }
        scoreOnce();
        return bandit.chooser().finish(t, arms, scores, rng);
    }

    private void scoreOnce() {
        if (!scored) {
            bandit.chooser().score(t, arms, scores, rng);
            scored = true;
        }
    }
}
