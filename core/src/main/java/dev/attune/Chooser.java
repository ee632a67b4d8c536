package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.ScoredRound;
import dev.attune.api.Suggestion;
import dev.attune.state.Snapshot;
import java.util.random.RandomGenerator;

/** How a {@link SelfTuningBandit} chooses among the arms of a round whose number and generator are given. */
final class Chooser {
    private final Policy policy;
    private final TopLayer top;
    private final long warmup;
    private final LastRound last;
    private double floor;

    Chooser(Policy policy, TopLayer top, Options options) {
        this.policy = policy;
        this.top = top;
        this.warmup = Math.max(options.warmup, policy.warmupRounds());
        this.last = new LastRound(policy, top);
        this.floor = options.floor;
    }

    /** Scores the arms of a round, if they are scored at all. */
    void score(long round, ActionSet arms, ScoredRound into, RandomGenerator generator) {
        if (!warmingUp(round) && policy instanceof ExplorationPath path) {
            path.score(arms, generator, into);
        }
    }

    /** Whether a round is of the warm-up, in which arms are not scored. */
    boolean warmingUp(long round) {
        return round <= warmup;
    }

    /** Whether no reward has been learnt yet. */
    boolean learntNothing() {
        return policy instanceof ExplorationPath path && path.posterior().count() == 0;
    }

    private Decision random(long round, ActionSet arms, RandomGenerator generator) {
        int arm = generator.nextInt(arms.arms());
        last.wasRandom(arms.arms());
        Suggestion none = Suggestion.of(policy.space().preset());
        return new Decision(round, arm, arms.features(arm), 1.0 / arms.arms(), none, false);
    }

    /** The part of a decision that belongs to the top layer; the arms were scored with the same generator. */
    Decision finish(long round, ActionSet arms, ScoredRound scored, RandomGenerator generator) {
        if (warmingUp(round)) {
            return random(round, arms, generator);
        }
        int arm = top.choose(round - warmup, arms, scored, generator);
        boolean floored = floor > 0 && generator.nextDouble() < floor;
        if (floored) {
            arm = generator.nextInt(arms.arms());
        }
        last.wasChosen(arms.arms(), scored, floor, floored);
        double[] x = arms.features(arm);
        return new Decision(round, arm, x, last.propensity(arm), top.decided(x), true);
    }

    /** Makes the choice of a round so many times with one generator, floor aside; counts of every arm. */
    int[] tryOut(long round, ActionSet arms, int times, RandomGenerator generator) {
        int[] counts = new int[arms.arms()];
        Snapshot before = Snapshot.of(top);
        ScoredRound trial = new ScoredRound(); // the tuner may still look at the last round
        for (int i = 0; i < times; i++) {
            score(round, arms, trial, generator);
            boolean random = warmingUp(round);
            counts[random ? generator.nextInt(counts.length) : top.choose(round - warmup, arms, trial, generator)]++;
            before.restore(top);
        }
        return counts;
    }

    double floor() {
        return floor;
    }

    /** Changes the share of rounds with a uniformly random arm, from the next round on. */
    void floor(double share) {
        floor = Options.DEFAULT.floor(share).floor;
    }

    /** What was seen in the last round. */
    LastRound lastRound() {
        return last;
    }
}
