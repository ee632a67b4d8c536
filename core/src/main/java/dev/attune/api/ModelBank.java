package dev.attune.api;

import java.util.Optional;

/**
 * A model that consists of several candidates, which all learn every reward. The candidate that predicts best, the leader, scores the arms. Candidates
 * have a vector of coefficients with covariances, or one coefficient for each pair of a context's term and an arm's. A live view, read only.
 */
public interface ModelBank {
    /** Receives coefficients. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Receives one coefficient.
         *
         * @param contextKey key of the context's term; {@link ActionSet#CONSTANT} if the term of the arm stands alone
         * @param ownKey key of the arm's term
         * @param mean estimate, in units of the score for a feature of encoded value 1
         * @param deviation standard deviation of the estimate
         */
        void visit(long contextKey, long ownKey, double mean, double deviation);
    }

    /** Returns the number of candidates. */
    int candidates();

    /** Returns the name of a candidate. */
    String candidateName(int candidate);

    /** Returns the discounted log-likelihood of all rewards by a candidate. */
    double evidence(int candidate);

    /** Returns the number of the candidate that predicts. */
    int leader();

    /** Returns the number of rewards learnt when the present leader took the lead; 0 if it has led from the start. */
    default long leadingSince() {
        return 0;
    }

    /** Returns why a candidate can no longer lead; empty if it can. */
    default String rejected(int candidate) {
        return "";
    }

    /** Returns whether some candidates have a matrix of covariances as long as they can lead. */
    default boolean withCovariances() {
        return false;
    }

    /** Returns what a candidate with a matrix of covariances believes, as a live view; empty if it has none or can no longer lead. */
    default Optional<Posterior> posterior(int candidate) {
        return Optional.empty();
    }

    /**
     * Returns arms as a candidate with a {@link #posterior} sees them: with the number of a block first if it has blocks.
     *
     * @param scratch what the result may be kept in until its next use
     */
    default ActionSet design(int candidate, ActionSet arms, ScoredRound scratch) {
        return arms;
    }

    /** Returns an arm that was pulled as a candidate with a {@link #posterior} sees it; not safe under threads. */
    default double[] design(int candidate, double[] x) {
        return x;
    }

    /** Returns the number of arms that candidates with a model for each arm have numbered, from 1 in the order of their first rewards. */
    default int arms() {
        return 0;
    }

    /** Returns the key of the arm with a number. */
    default long armKey(int number) {
        throw new UnsupportedOperationException("arms have no numbers");
    }

    /** Returns the key of an arm of a round; arms with the same key share a model. */
    default long armKey(ActionSet arms, int k) {
        throw new UnsupportedOperationException("arms have no keys");
    }

    /** Returns the key of an arm that was pulled; not safe under threads. */
    default long armKey(double[] x) {
        throw new UnsupportedOperationException("arms have no keys");
    }

    /** Returns the number of the arm with a key; 0 if it was never rewarded, or gave its number to another. */
    default int armNumber(long key) {
        return 0;
    }

    /** Returns the number of coefficients. */
    int size();

    /** Returns the most coefficients that are kept. */
    int budget();

    /** Returns how many coefficients gave their place to another. */
    long evicted();

    /** Visits all coefficients of the leader. */
    void coefficients(Visitor visitor);
}
