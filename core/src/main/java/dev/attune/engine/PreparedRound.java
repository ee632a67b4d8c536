package dev.attune.engine;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;

/**
 * A round between its start and its decision: the way to score arms outside the bandit's single writer. Random draws are keyed by the round, and
 * choosing teaches the model nothing, so rounds may be scored ahead of those before them, by other threads, as long as nothing learns meanwhile.
 *
 * <p>Rounds that are finished in the order in which they were prepared give the decisions of {@link SelfTuningBandit#decide}, bit for bit.
 */
public final class PreparedRound {
    private static final long LOOK_UP = 32;

    private final SelfTuningBandit bandit;
    private final long t;
    private final ActionSet arms;
    private final RoundRandom rng;
    private final ScoredRound scores = new ScoredRound();
    private final boolean ahead;
    private boolean scored;

    PreparedRound(SelfTuningBandit bandit, long t, ActionSet arms, boolean ahead) {
        this.bandit = bandit;
        this.t = t;
        this.arms = arms.keep();
        this.rng = new RoundRandom(bandit.seed(), t);
        this.ahead = ahead;
    }

    /**
     * Scores the arms, unless this must wait for {@link #finish}: until a first reward the arms on offer may set the prior. Each round is scored
     * by one thread, which must be done before another finishes the round.
     */
    public void score() {
        if (ahead) {
            scoreOnce();
        }
    }

    /** Returns how many multiplications scoring takes, roughly. */
    public long cost() {
        return cost(arms);
    }

    /** Returns how many multiplications scoring these arms takes, roughly; a look-up of a term of a sparse context counts as {@value #LOOK_UP}. */
    public static long cost(ActionSet arms) {
        if (arms.isSparse()) {
            return LOOK_UP * arms.context().size()
                    + (long) arms.context().size() * arms.own().size();
        }
        return (long) arms.arms() * arms.dimension() * arms.dimension();
    }

    /** Makes the decision. */
    public Pull finish() {
        bandit.offered(arms);
        scoreOnce();
        return bandit.choose(t, arms, scores, rng);
    }

    private void scoreOnce() {
        if (!scored) {
            bandit.score(t, arms, scores, rng);
            scored = true;
        }
    }
}
