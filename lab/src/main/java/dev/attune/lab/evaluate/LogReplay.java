package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.Optional;

/**
 * One bandit learning from a log in its order, as if it were live. Or two of them that were taught: each plays one of the {@linkplain EventDraws#half halves} of the log
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

    private final List<SelfTuningBandit> bandits; // one for all events, or one for each half
    private final double c;
    private final RoundRandom random = new RoundRandom(0, 0);
    private final WeightCheck weights = new WeightCheck();
    private long accepted;
    private int choice;
    private double replayed; // weighted rewards of accepted events
    private double replayedWeight;
    private double term; // of the last event: doubly robust
    private double replayTerm; // of the last event: weight and reward if it was accepted, else 0
    private double replayMass;
    private double sequential; // weighted doubly robust terms of all events
    private double sequentialWeight;

    /**
     * Creates a replay of a bandit that has learnt nothing.
     *
     * @param c the propensity that nearly all events reach
     */
    LogReplay(SelfTuningBandit bandit, double c) {
        this(List.of(bandit), c);
    }

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
        SelfTuningBandit bandit = bandits.get(1 - EventDraws.half(index));
        for (int i = EventDraws.copies(index, event.weight()); i > 0; i--) {
            bandit.learn(bandit.observe(arms, event.chosen()), event.reward());
        }
    }

    /** Plays an event whose propensity is known. */
    void observe(long index, LoggedEvent event, double propensity, ActionSet arms, CrossFit prediction) {
        SelfTuningBandit bandit = bandits.get(bandits.size() == 1 ? 0 : EventDraws.half(index));
        random.reset(SEED ^ bandit.seed(), index);
        boolean drawn = random.nextDouble() * propensity < c;
        Optional<Pull> kept = bandit.decideIf(arms, pull -> {
            choice = pull.arm();
            return drawn && pull.arm() == event.chosen();
        });
        Estimator.Event seen =
                Estimator.Event.ofChoice(choice, prediction.bounded(), event.chosen(), propensity, event.reward());
        term = Estimator.DOUBLY_ROBUST.term().applyAsDouble(seen);
        sequential += event.weight() * term;
        sequentialWeight += event.weight();
        weights.add(event.weight(), seen.ratio(), event.reward());
        replayMass = kept.isPresent() ? Math.max(1, c / propensity) : 0;
        replayTerm = replayMass * event.reward();
        if (kept.isPresent()) {
            replayed += event.weight() * replayTerm;
            replayedWeight += event.weight() * replayMass;
            accepted++;
            bandit.reward(kept.get(), event.reward());
        }
    }

    /** Returns the number of events that were accepted, by all bandits together. */
    long accepted() {
        return accepted;
    }

    /** Returns the arm that the bandit chose in the last event. */
    int choice() {
        return choice;
    }

    /** Returns the doubly robust term of the last event. */
    double term() {
        return term;
    }

    /** Returns what the last event adds to the numerator of the replay. */
    double replayTerm() {
        return replayTerm;
    }

    /** Returns what the last event adds to the denominator of the replay. */
    double replayMass() {
        return replayMass;
    }

    double replay() {
        return replayed / replayedWeight;
    }

    double sequential() {
        return sequential / sequentialWeight;
    }

    /** Returns the weights of the events whose logged arm was chosen, accepted or not. */
    WeightCheck weights() {
        return weights;
    }
}
