package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.Optional;

/**
 * One bandit learning from a log in its order, as if it were live. Or two of them that were taught: each plays one of the {@linkplain CrossFit#half halves} of the log
 * after the other half has taught it.
 *
 * <pre>
 *   for each event: the bandit chooses; if it chooses the logged arm, then with probability min(1, c/p) the event is
 *   accepted: the reward is learnt and counts max(1, c/p) times. Otherwise the round is undone.
 *   replay        = weighted mean reward of the accepted events
 *   doubly robust = mean over all events of q(choice) + [choice = logged arm]/p (y - q(logged arm))
 * </pre>
 *
 * <p>With p at least c, an event is accepted with probability c whatever the bandit chooses, so what it learns from is distributed as
 * live; a uniform log has c = p = 1/K, and this is the replay of Li, Chu, Langford, Wang: Unbiased offline evaluation of
 * contextual-bandit-based news article recommendation algorithms, WSDM 2011. Where p is below c, which is so for one event in
 * a hundred, the event is accepted too rarely: the weight corrects the value, but not the course of learning.
 *
 * <p>The second form values the choice on every event between two accepted ones: Dudik, Erhan, Langford, Li: Sample-efficient
 * nonstationary policy evaluation for contextual bandits, UAI 2012, with the bandit's draw of the round given, and c fixed.
 */
final class LogReplay {
    private static final long SEED = 0x1F83D9ABFB41BD6BL;

    private final List<SelfTuningBandit> bandits;
    private final double c;
    private final RoundRandom random = new RoundRandom(0, 0);
    private final WeightCheck weights = new WeightCheck();
    private long accepted;
    private double sequential; // weighted doubly robust terms of all events
    private double sequentialWeight;

    /**
     * What one event contributes.
     *
     * @param choice probabilities of the arms: 1 for the one that the bandit chose
     * @param term its doubly robust term
     * @param replayMass how often its reward counts in the replay; 0 if it was not accepted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Step(double[] choice, double term, double replayMass) {}

    /**
     * Creates a replay of bandits that have learnt nothing.
     *
     * @param bandits one for all events, or one for each half of the log, to be taught before they play
     * @param c the propensity that nearly all events reach
     */
    LogReplay(List<SelfTuningBandit> bandits, double c) {
        this.bandits = List.copyOf(bandits);
        this.c = c;
    }

    /** Teaches a logged reward to the bandit that plays the other half. */
    void teach(long index, LoggedEvent event, ActionSet arms) {
        SelfTuningBandit bandit = bandits.get(1 - CrossFit.half(index));
        for (int i = CrossFit.copies(index, event.weight()); i > 0; i--) {
            bandit.learn(bandit.observe(arms, event.chosen()), event.reward());
        }
    }

    /**
     * Plays an event.
     *
     * @param propensity of the logged arm, which must be known
     * @param predicted expected reward of each arm, by a model that has not seen this event
     */
    Step observe(long index, LoggedEvent event, double propensity, ActionSet arms, double[] predicted) {
        SelfTuningBandit bandit = bandits.get(bandits.size() == 1 ? 0 : CrossFit.half(index));
        random.reset(SEED ^ bandit.seed(), index);
        boolean drawn = random.nextDouble() * propensity < c;
        double[] choice = new double[arms.arms()];
        Optional<Pull> kept = bandit.decideIf(arms, pull -> {
            choice[pull.arm()] = 1;
            return drawn && pull.arm() == event.chosen();
        });
        Estimator.Event seen =
                Estimator.Event.of(choice, predicted, choice.length, event.chosen(), propensity, event.reward());
        double term = Estimator.DOUBLY_ROBUST.term().applyAsDouble(seen);
        sequential += event.weight() * term;
        sequentialWeight += event.weight();
        weights.add(event.weight(), seen.ratio(), event.reward());
        if (kept.isPresent()) {
            accepted++;
            bandit.reward(kept.get(), event.reward());
        }
        return new Step(choice, term, kept.isPresent() ? Math.max(1, c / propensity) : 0);
    }

    /** Returns the number of events that were accepted, by all bandits together. */
    long accepted() {
        return accepted;
    }

    /** Returns the doubly robust estimate. */
    double sequential() {
        return sequential / sequentialWeight;
    }

    /** Returns the weights of the events whose logged arm was chosen, accepted or not. */
    WeightCheck weights() {
        return weights;
    }
}
