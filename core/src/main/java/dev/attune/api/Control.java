package dev.attune.api;

/**
 * Against what a bandit is judged: what its decisions would have earned otherwise.
 *
 * <pre>
 *   K arms, p probability of the chosen arm a, u uniform share of the round;  drawn: whether the share drew the arm, which has probability u
 *
 *   control              g, p known           g, p unknown             bound of |g|
 *   a random arm         1 - 1/(K p)          1 - [drawn] / u          max(1, 1/u - 1)
 *   the arm c            1 - [a = c] / p      1 - [drawn, a = c] K/u   max(1, K/u - 1)
 *   an old system that keeps the share s of the traffic
 *                        1/(1 - s) of a decision of the bandit,
 *                        -1/s of one of the old system                 max(1/s, 1/(1 - s))
 * </pre>
 *
 * <p>The mean of g times the reward, over all that could have been chosen, is what the bandit earns more than the control; the mean of g is 0. Both are
 * what {@link ConfidenceSequence} needs. The bounds hold because the uniform share gives each arm a probability of at
 * least u / K; without
 * a share there is none, and nothing can be said against a random or a named arm. The old system must get a part of the traffic that is drawn at
 * random with probability s; its decisions are those that the bandit observes without making them.
 */
public sealed interface Control {
    /** Returns the control that most bandits are judged by: a uniformly random one of the arms that are offered. */
    static Control random() {
        return new RandomArm();
    }

    /** A uniformly random one of the arms that are offered. */
    record RandomArm() implements Control {
        @Override
        public Term term(Choice choice) {
            if (!choice.own() || !(choice.share() > 0)) {
                return Term.NONE;
            }
            double part = choice.known()
                    ? 1 / (choice.arms() * choice.probability())
                    : choice.drawn() ? 1 / choice.share() : 0;
            return new Term(1 - part, Math.max(1, 1 / choice.share() - 1));
        }

        @Override
        public String toString() {
            return "a random arm";
        }
    }

    /**
     * One arm, always. A round in which it is not offered cannot be compared, and is left out.
     *
     * @param arm its id
     */
    record NamedArm(String arm) implements Control {
        /** Rejects an empty id. */
        public NamedArm {
            if (arm.isEmpty()) {
                throw new IllegalArgumentException("the arm to compare with has an empty id");
            }
        }

        @Override
        public Term term(Choice choice) {
            if (!choice.own() || !(choice.share() > 0) || choice.named() < 0) {
                return Term.NONE;
            }
            double most = choice.arms() / choice.share();
            boolean same = choice.arm() == choice.named();
            double part = choice.known() ? same ? 1 / choice.probability() : 0 : same && choice.drawn() ? most : 0;
            return new Term(1 - part, Math.max(1, most - 1));
        }

        @Override
        public String toString() {
            return "the arm " + arm;
        }
    }

    /**
     * A system that keeps a share of the traffic, drawn at random, and whose decisions are observed.
     *
     * @param share of the traffic, between 0 and 1
     */
    record OldSystem(double share) implements Control {
        /** Rejects a share that leaves nothing to one of the two. */
        public OldSystem {
            if (!(share > 0 && share < 1)) {
                throw new IllegalArgumentException(
                        "the share of the old system = " + share + " must be above 0 and below 1");
            }
        }

        @Override
        public Term term(Choice choice) {
            return new Term(choice.own() ? 1 / (1 - share) : -1 / share, Math.max(1 / share, 1 / (1 - share)));
        }

        @Override
        public String toString() {
            return "the old system";
        }
    }

    /**
     * A decision, as far as a comparison needs it.
     *
     * @param own whether the bandit chose the arm; false for one that it only observed
     * @param arms number of arms that were offered
     * @param arm position of the chosen arm
     * @param named position of the arm that the control names; -1 if it was not offered or none is named
     * @param probability exact probability with which the bandit chose the arm; NaN if unknown
     * @param share uniform share of the round
     * @param drawn whether the uniform share drew the arm
     */
    record Choice(boolean own, int arms, int arm, int named, double probability, double share, boolean drawn) {
        /** Returns a decision that the bandit observed without making it. */
        public static Choice observed(int arms, int arm) {
            return new Choice(false, arms, arm, -1, Double.NaN, 0, false);
        }

        private boolean known() {
            return probability > 0;
        }
    }

    /**
     * What a decision adds to the comparison.
     *
     * @param g how much more likely the bandit was to choose the arm than the control, in units of the former; NaN if they cannot be compared
     * @param bound of the absolute value of g, known before the choice
     */
    record Term(double g, double bound) {
        /** Of a decision that cannot be compared. */
        public static final Term NONE = new Term(Double.NaN, 1);

        /** Returns whether the decision can be compared. */
        public boolean exists() {
            return !Double.isNaN(g);
        }
    }

    /** Returns what a decision adds to the comparison. */
    Term term(Choice choice);

    /** Returns whether a bandit without a uniform share cannot be compared with it. */
    default boolean needsShare() {
        return !(this instanceof OldSystem);
    }
}
