package dev.attune.bench.sparse;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.lab.env.WordWorld.Visit;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** A learner that plays the visits of one repetition. It gets them beforehand, so that it can prepare its input before the clock starts. */
interface Player extends AutoCloseable {
    /** Keeps the draws of a bandit apart from those of its world, which are keyed by seed and round as well. */
    long OTHER_KEY = 0x41545455;

    /**
     * Plays one round: chooses an arm, learns its reward.
     *
     * @param visit number of the visit, from 0
     * @param reward the reward of an arm, by its position among the arms of the visit
     * @return the reward
     */
    double play(int visit, IntToDoubleFunction reward);

    @Override
    default void close() {}

    /** Returns the default bandit; no option but the seed. */
    static Player attune(List<Visit> visits, long seed) {
        Bandit bandit = Attune.bandit().seed(seed ^ OTHER_KEY).build();
        String[][] arms = visits.stream()
                .map(visit -> visit.arms().toArray(String[]::new))
                .toArray(String[][]::new);
        return (visit, reward) -> {
            Decision decision = bandit.decide(visits.get(visit).context(), arms[visit]);
            double y = reward.applyAsDouble(decision.index());
            bandit.reward(decision, y);
            return y;
        };
    }
}
