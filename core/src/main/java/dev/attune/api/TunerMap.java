package dev.attune.api;

import java.util.List;

/** What a tuner has made of the hyperparameters so far, for people to look at. A copy that never changes. */
public sealed interface TunerMap {
    /**
     * Confidence balls over the search box, of a zooming tuner.
     *
     * @param epoch how often it has restarted
     * @param balls those of the active points, in the order of activation
     */
    record Zoomed(int epoch, List<Ball> balls) implements TunerMap {
        /** Copies the list. */
        public Zoomed {
            balls = List.copyOf(balls);
        }
    }

    /**
     * Finitely many settings to choose from.
     *
     * @param candidates all of them
     */
    record Weighed(List<Candidate> candidates) implements TunerMap {
        /** Copies the list. */
        public Weighed {
            candidates = List.copyOf(candidates);
        }
    }

    /** A tuner that chooses on the exploration path of each round; its map is the envelope of the round. */
    record OnPath() implements TunerMap {}

    /** Nothing to be seen, such as of a setting that never changes. */
    record Blank() implements TunerMap {}

    /**
     * An active point and what its ball covers of the search box, cut at its borders.
     *
     * @param center the point
     * @param low the smallest value of each hyperparameter in the ball
     * @param high the largest
     * @param pulls rewards it was paid in this epoch
     * @param mean of these rewards, from 0 to 1; 0 if there are none
     */
    record Ball(Setting center, Setting low, Setting high, long pulls, double mean) {}

    /**
     * One of finitely many settings.
     *
     * @param setting the hyperparameters
     * @param probability with which the last suggestion could have been this one; NaN where it is not known
     * @param mean what it is expected to earn, from 0 to 1; NaN where the tuner does not estimate it
     */
    record Candidate(Setting setting, double probability, double mean) {}
}
