package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.Blocks;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.TunablePrior;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A ridge regression for each block of arms: the same as {@link RidgeModel} on the features of an arm at the place of its
 * block in a vector of zeros, without that vector.
 *
 * <pre>
 *   x = (a, f), a the number of the block ;  V_a = lambda I + sum f f'     b_a = sum f y     theta_a = V_a^-1 b_a
 *   noise and evidence from sums over blocks: yy, b_a' theta_a, ln|V_a|
 * </pre>
 *
 * <p>A block takes room from its first reward on. O(p^2) for each arm that is scored and for each reward; for a reward also
 * one addition per block.
 */
public final class BlockRidge implements Posterior, TunablePrior {
    private final int p;
    private final RidgeModel prior; // stands for every block that was never rewarded
    private RidgeModel[] models = {};
    private RidgeModel[] copies = {}; // for frozen scorers; the prior where there is none yet
    private BlockScores scores;
    private double[] squares = {}; // of each block, and what it explains of them
    private double[] explained = {};
    private double yy;
    private double allExplained;
    private long n;

    /** The prior alone, for blocks of this many coefficients. */
    public BlockRidge(int blockDimension, double lambda) {
        this.p = Require.positive("the number of features without the block", blockDimension);
        this.prior = new RidgeModel(p, lambda);
        this.scores = new BlockScores(models, prior);
    }

    /** Learns one reward; x and y were checked by the caller. */
    public void add(double[] x, double y) {
        int a = Blocks.require(x);
        if (a >= models.length) {
            grow(a + 1);
        }
        if (models[a] == prior) {
            models[a] = new RidgeModel(p, lambda());
        }
        models[a].absorb(Arrays.copyOfRange(x, 1, 1 + p), y);
        n++;
        changed(a);
    }

    private void grow(int least) {
        int from = models.length;
        int length = Math.min(Blocks.MOST, Math.max(least, 2 * from));
        models = Arrays.copyOf(models, length);
        copies = Arrays.copyOf(copies, length);
        Arrays.fill(models, from, length, prior);
        Arrays.fill(copies, from, length, prior);
        squares = Arrays.copyOf(squares, length);
        explained = Arrays.copyOf(explained, length);
        scores = new BlockScores(models, prior);
    }

    private void changed(int a) {
        copies[a] = prior;
        squares[a] = models[a].squares();
        explained[a] = models[a].explained();
        sum();
    }

    /** Adds up anew instead of taking differences, so that nothing drifts. */
    private void sum() {
        yy = 0;
        allExplained = 0;
        for (int a = 0; a < models.length; a++) {
            yy += squares[a];
            allExplained += explained[a];
        }
    }

    /** Forgets all about a block, so that another arm can have its number. */
    public void clear(int block) {
        int a = Blocks.require(block);
        if (a < models.length) {
            n -= models[a].count();
            models[a] = prior;
            changed(a);
        }
    }

    /** Means f' theta_a and widths sqrt(f' V_a^-1 f) of all arms. */
    public void meansAndWidths(ActionSet arms, ScoredRound round) {
        scores.meansAndWidths(arms, round);
    }

    /** Means f' theta_a, and f' u_a for one draw u_a from N(0, V_a^-1) for each block. */
    public void meansAndDraws(ActionSet arms, RandomGenerator rng, ScoredRound round) {
        scores.meansAndDraws(arms, rng, round);
    }

    @Override
    public void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out) {
        scores.draws(arms, rng, scratch, out);
    }

    private static RidgeModel copy(RidgeModel model) {
        RidgeModel copy = new RidgeModel(model.dimension(), model.lambda());
        copy.copyFrom(model);
        return copy;
    }

    @Override
    public int blockDimension() {
        return p;
    }

    @Override
    public Posterior block(int number) {
        return scores.model(number);
    }

    @Override
    public int dimension() {
        return p * models.length;
    }

    @Override
    public double[] mean() {
        double[] all = new double[dimension()];
        for (int a = 0; a < models.length; a++) {
            System.arraycopy(models[a].mean(), 0, all, a * p, p);
        }
        return all;
    }

    @Override
    public double[][] covariance() {
        double[][] all = new double[dimension()][dimension()];
        for (int i = 0; i < all.length; i++) {
            System.arraycopy(models[i / p].covariance()[i % p], 0, all[i], i / p * p, p);
        }
        return all;
    }

    @Override
    public void shape(double[] z) {
        for (int a = 0; a < models.length; a++) {
            double[] part = Arrays.copyOfRange(z, a * p, (a + 1) * p);
            models[a].shape(part);
            System.arraycopy(part, 0, z, a * p, p);
        }
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    @Override
    public long count() {
        return n;
    }

    /** As {@link RidgeModel#noise}, from all blocks. */
    @Override
    public double noise() {
        return n == 0 ? 0 : RidgeModel.noise(yy, allExplained, n);
    }

    @Override
    public boolean hasScale() {
        return yy > 0;
    }

    @Override
    public double lambda() {
        return prior.lambda();
    }

    @Override
    public void lambda(double lambda) {
        for (int a = 0; a < models.length; a++) {
            if (models[a] != prior) {
                models[a].lambda(lambda);
                explained[a] = models[a].explained();
            }
        }
        prior.lambda(lambda);
        Arrays.fill(copies, prior);
        sum();
    }

    /** As {@link RidgeModel#logEvidence}; a block without rewards adds nothing, whatever the prior. */
    @Override
    public double logEvidence(double l) {
        if (!(yy > 0)) {
            throw new IllegalStateException("the evidence needs at least one reward that is not zero");
        }
        double coefficients = 0;
        double logDeterminant = 0;
        double explainedThen = 0;
        for (RidgeModel model : models) {
            if (model != prior) {
                double[] parts = model.evidenceParts(l);
                coefficients += p;
                logDeterminant += parts[0];
                explainedThen += parts[1];
            }
        }
        return Double.isNaN(logDeterminant)
                ? Double.NEGATIVE_INFINITY
                : RidgeModel.logEvidence(coefficients, l, logDeterminant, explainedThen, yy, n);
    }

    @Override
    public double leastKnown(ActionSet arms) {
        return scores.leastKnown(arms);
    }

    @Override
    public int firstFeature() {
        return 1;
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeInt(p);
        out.writeDouble(lambda());
        out.writeInt(models.length);
        for (RidgeModel model : models) {
            out.writeInt(model == prior ? 0 : 1);
            if (model != prior) {
                model.writeState(out);
            }
        }
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        int saved = in.readInt();
        if (saved != p) {
            throw new StateFormatException("the saved blocks have " + saved + " coefficients, those here " + p);
        }
        prior.lambda(in.readPositive());
        int length = in.readCount(Blocks.MOST);
        models = new RidgeModel[0];
        copies = new RidgeModel[0];
        squares = new double[0];
        explained = new double[0];
        grow(length);
        n = 0;
        for (int a = 0; a < length; a++) {
            if (in.readCount(1) == 1) {
                if (in.remainingDoubles() < 3L * p * p) { // too short a file must not make us allocate
                    throw new StateFormatException("the saved state ends within a block");
                }
                models[a] = new RidgeModel(p, lambda());
                models[a].readState(in);
                n += models[a].count();
                squares[a] = models[a].squares();
                explained[a] = models[a].explained();
            }
        }
        sum();
    }
}
