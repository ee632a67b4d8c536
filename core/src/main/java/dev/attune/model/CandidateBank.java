package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.SparsePosterior;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Linear models from simple to rich that all learn every reward; the one that has predicted the rewards best scores the arms.
 *
 * <pre>
 *   mean of each arm            {@link SparseGaussian}, its first candidate
 *   diagonal, five priors       {@link SparseGaussian}
 *   full covariance, 3 priors   {@link ArmRidge}, while arms have a single own term and the context few terms
 *   leader = argmax of L_c, the discounted log-likelihood of each reward before it was learnt ;  of equals, the simpler
 * </pre>
 *
 * <p>Every candidate predicts every reward, so prediction chooses among them without exploring. No candidate shares effects of the context between
 * arms: playing one arm would let such a model absorb that arm's coefficients, and the data it makes would look right.
 */
public final class CandidateBank implements Model, SparsePosterior {
    private final SparseGaussian diagonal;
    private final ArmRidge full = new ArmRidge();
    private int fullLeader = -1; // candidate of the full model that leads; -1 if the diagonal model leads

    /**
     * Creates candidates that have learnt nothing.
     *
     * @param budget number of coefficients that the diagonal model keeps
     */
    public CandidateBank(int budget) {
        this.diagonal = new SparseGaussian(Link.IDENTITY, budget);
    }

    /** Does what {@link SparseGaussian#meansAndOptimism} does, by the leader. */
    public void meansAndOptimism(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        if (fullLeader < 0 || !full.fits(arms)) {
            diagonal.meansAndOptimism(arms, rng, out);
            return;
        }
        out.resize(arms.arms(), 0);
        out.bonusesAreDrawnForEachArm();
        full.meansAndWidths(arms, fullLeader, out);
        for (int arm = 0; arm < arms.arms(); arm++) {
            out.bonus()[arm] = out.width()[arm] * Math.max(0, rng.nextGaussian());
        }
    }

    @Override
    public double score(double[] x) {
        return fullLeader < 0 || !ArmRidge.fits(x) ? diagonal.score(x) : full.score(x, fullLeader);
    }

    /** Learns one reward. */
    public void add(double[] x, double y) {
        diagonal.add(x, y);
        full.add(x, y);
        lead();
    }

    private void lead() {
        fullLeader = -1;
        double most = diagonal.evidence(diagonal.leader());
        for (int c = 0; full.usable() && c < full.candidates(); c++) {
            if (full.evidence(c) > most) {
                most = full.evidence(c);
                fullLeader = c;
            }
        }
    }

    @Override
    public Optional<SparsePosterior> sparse() {
        return Optional.of(this);
    }

    /** Returns the number of coefficients of the diagonal model. */
    @Override
    public int size() {
        return diagonal.size();
    }

    @Override
    public int budget() {
        return diagonal.budget();
    }

    @Override
    public long evicted() {
        return diagonal.evicted();
    }

    /** Returns the number of candidates, those of the full model only while it is in use. */
    @Override
    public int candidates() {
        return diagonal.candidates() + (full.usable() ? full.candidates() : 0);
    }

    @Override
    public String candidateName(int candidate) {
        return candidate < diagonal.candidates()
                ? diagonal.candidateName(candidate)
                : full.candidateName(candidate - diagonal.candidates());
    }

    @Override
    public double evidence(int candidate) {
        return candidate < diagonal.candidates()
                ? diagonal.evidence(candidate)
                : full.evidence(candidate - diagonal.candidates());
    }

    @Override
    public int leader() {
        return fullLeader < 0 ? diagonal.leader() : diagonal.candidates() + fullLeader;
    }

    @Override
    public void coefficients(Visitor visitor) {
        if (fullLeader < 0) {
            diagonal.coefficients(visitor);
        } else {
            full.coefficients(fullLeader, visitor);
        }
    }

    /** Returns 0: the number of coefficients is not fixed. */
    @Override
    public int dimension() {
        return 0;
    }

    @Override
    public long count() {
        return diagonal.count();
    }

    @Override
    public double noise() {
        return fullLeader < 0 ? diagonal.noise() : full.noise(fullLeader);
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public double[] mean() {
        return diagonal.mean();
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public double[][] covariance() {
        return diagonal.covariance();
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public void shape(double[] z) {
        diagonal.shape(z);
    }

    @Override
    public void writeState(StateWriter out) {
        diagonal.writeState(out);
        full.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        diagonal.readState(in);
        full.readState(in);
        lead();
    }
}
