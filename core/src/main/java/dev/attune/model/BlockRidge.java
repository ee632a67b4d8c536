package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.Forgetting;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.TunablePrior;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A ridge regression for each block of arms: the same as {@link RidgeModel} on the features of an arm at the place of
 * its block in a vector of zeros, without that vector.
 *
 * <pre>
 *   x = (a, f), a the number of the block ;  V_a = lambda I + sum f f'     b_a = sum f y     theta_a = V_a^-1 b_a
 *   noise and evidence from sums over blocks: yy, b_a' theta_a, ln|V_a|
 *   of a population:  theta_a ~ N(m0, s^2 / lambda I), so that a block that was never rewarded has theta_a = m0
 * </pre>
 *
 * <p>The mean m0 of a population is estimated by expectation maximisation from n = 40 and 8 rewarded blocks on, whenever n has grown by a fifth: the mean of theta_a over all blocks
 * that were rewarded, and, in all but the constant, of one more block with zero. The constant is the first feature.
 *
 * <p>Wide blocks, of more than {@value #NARROW} coefficients, are scored by sums of rows in place of dot products, and an arm that is
 * alone in its block is drawn as sqrt(f' V_a^-1 f) z, z ~ N(0, 1), which has the distribution of f' u, u ~ N(0, V_a^-1).
 *
 * <p>A block takes memory from its first reward on. O(p^2) for each arm that is scored and for each reward; for a
 * reward also one addition per block.
 */
public final class BlockRidge implements GrowingModel, Challenged<BlockRidge> {
    private static final int NARROW = 64;

    private static final int FIRST_POPULATION =
            40; // from fewer rewards the mean of the arms is that of the one played most
    private static final int LEAST_POPULATION = 8; // blocks: the mean of a few says little of another
    private static final double POPULATION_GROWTH = 1.2;
    private static final int POPULATION_STEPS = 3;

    private int p;
    private final boolean tunable;
    private final boolean ofPopulation;
    private final Challenger<BlockRidge> challenger;
    private final Fading fading;
    private final RidgeModel prior; // stands for every block that was never rewarded
    private long nextPopulation = FIRST_POPULATION; // n at which m0 is estimated again
    private double[] population = {}; // m0; empty until it is estimated
    private RidgeModel[] models = {};
    private double[] squares = {}; // of each block, and the part of them that it explains
    private double[] explained = {};
    private double yy;
    private double allExplained;
    private long n;
    private double weight; // n, each reward as much as it counts after fading

    /** Makes the prior of blocks of this many coefficients: lambda = 1, until {@link #prior} changes it. Nothing is forgotten. */
    public BlockRidge(int blockDimension) {
        this(blockDimension, Forgetting.NONE);
    }

    /** Makes the prior of blocks of this many coefficients with a lambda that is kept. Nothing is forgotten. */
    public BlockRidge(int blockDimension, double lambda) {
        this(blockDimension, lambda, Forgetting.NONE);
    }

    /** Makes the prior of blocks of this many coefficients: lambda = 1, until {@link #prior} changes it. */
    public BlockRidge(int blockDimension, Forgetting forgetting) {
        this(blockDimension, 1, true, false, forgetting);
    }

    /** Makes the prior of blocks of this many coefficients with a lambda that is kept. */
    public BlockRidge(int blockDimension, double lambda, Forgetting forgetting) {
        this(blockDimension, lambda, false, false, forgetting);
    }

    /** Returns the prior of blocks that are of a population, whose first feature is constant. */
    static BlockRidge ofPopulation(int blockDimension, Forgetting forgetting) {
        return new BlockRidge(blockDimension, 1, true, true, forgetting);
    }

    private BlockRidge(
            int blockDimension, double lambda, boolean tunable, boolean ofPopulation, Forgetting forgetting) {
        this.p = Require.positive("the number of features without the block", blockDimension);
        this.tunable = tunable;
        this.ofPopulation = ofPopulation;
        this.prior = new RidgeModel(p, lambda);
        this.challenger = new Challenger<>(forgetting);
        this.fading = new Fading(forgetting, p);
    }

    /** Learns one reward; the caller has checked x and y, except for the number of the block. */
    @Override
    public void add(double[] x, double y) {
        Blocks.require(x);
        challenger.teach(this, x, y);
    }

    @Override
    public void absorb(double[] x, double y) {
        double factor = fading.next();
        if (factor < 1) {
            fade(factor);
        }
        int a = Blocks.require(x);
        if (a >= models.length) {
            grow(a + 1);
        }
        if (models[a] == prior) {
            models[a] = prior.young();
            if (population.length > 0) {
                models[a].origin(population);
            }
        }
        models[a].absorb(features(x), y);
        n++;
        weight++;
        changed(a);
        if (ofPopulation && n >= nextPopulation) {
            nextPopulation = (long) (POPULATION_GROWTH * n) + 1;
            for (int i = 0; i < POPULATION_STEPS; i++) {
                estimatePopulation();
            }
        }
    }

    /** Moves m0 to the mean of all theta_a, a step of expectation maximisation; in all but the constant as if one more block had zero. */
    private void estimatePopulation() {
        double[] m0 = new double[p];
        int blocks = 0;
        for (RidgeModel model : models) {
            if (model != prior) {
                blocks++;
                for (int i = 0; i < p; i++) {
                    m0[i] += model.mean()[i];
                }
            }
        }
        if (blocks < LEAST_POPULATION) {
            return;
        }
        for (int i = 0; i < p; i++) {
            m0[i] /= i == 0 ? blocks : blocks + 1;
        }
        population = m0;
        prior.origin(m0);
        for (int a = 0; a < models.length; a++) {
            if (models[a] != prior) {
                models[a].origin(m0);
                squares[a] = models[a].squares();
                explained[a] = models[a].explained();
            }
        }
        sum();
    }

    @Override
    public void resize(int blockDimension) {
        for (RidgeModel model : models) {
            if (model != prior) {
                model.resize(blockDimension);
            }
        }
        prior.resize(blockDimension);
        challenger.restart();
        population = Arrays.copyOf(population, population.length == 0 ? 0 : blockDimension);
        p = blockDimension;
        for (int a = 0; a < models.length; a++) {
            squares[a] = models[a].squares();
            explained[a] = models[a].explained();
        }
        sum();
    }

    private void fade(double factor) {
        weight = 0;
        for (int a = 0; a < models.length; a++) {
            if (models[a] != prior) {
                models[a].fade(factor);
                squares[a] = models[a].squares();
                explained[a] = models[a].explained();
                weight += models[a].weight();
            }
        }
    }

    private double[] features(double[] x) {
        return Arrays.copyOfRange(x, 1, 1 + p);
    }

    @Override
    public BlockRidge young() {
        BlockRidge model = new BlockRidge(p, lambda(), false, ofPopulation, Forgetting.NONE);
        model.prior.prior(lambda(), prior.first());
        return model;
    }

    @Override
    public void become(BlockRidge young) {
        prior.prior(young.lambda(), young.prior.first());
        models = new RidgeModel[0];
        squares = new double[0];
        explained = new double[0];
        grow(young.models.length);
        for (int a = 0; a < young.models.length; a++) {
            models[a] = young.models[a] == young.prior ? prior : young.models[a];
            squares[a] = young.squares[a];
            explained[a] = young.explained[a];
        }
        n = young.n;
        nextPopulation = young.nextPopulation;
        population = young.population;
        prior.origin(population.length == 0 ? new double[p] : population);
        weight = n;
        sum();
    }

    /** As {@link RidgeModel#logLikelihood}, by the block of x. */
    @Override
    public double logLikelihood(double[] x, double y, double noise) {
        return model(Blocks.require(x)).logLikelihood(features(x), y, noise);
    }

    @Override
    public int width() {
        return p;
    }

    /** Returns the number of rewards of the block of x. */
    @Override
    public long known(double[] x) {
        return model(Blocks.require(x)).count();
    }

    @Override
    public long changes() {
        return challenger.changes();
    }

    @Override
    public long lastChange() {
        return challenger.lastChange();
    }

    private void grow(int least) {
        int from = models.length;
        int length = Math.min(Blocks.MOST, Math.max(least, 2 * from));
        models = Arrays.copyOf(models, length);
        Arrays.fill(models, from, length, prior);
        squares = Arrays.copyOf(squares, length);
        explained = Arrays.copyOf(explained, length);
    }

    private void changed(int a) {
        squares[a] = models[a].squares();
        explained[a] = models[a].explained();
        sum();
    }

    /** Recomputes the sums instead of taking differences, so that nothing drifts. */
    private void sum() {
        yy = 0;
        allExplained = 0;
        for (int a = 0; a < models.length; a++) {
            yy += squares[a];
            allExplained += explained[a];
        }
    }

    @Override
    public void clear(int block) {
        int a = Blocks.require(block);
        if (a < models.length) {
            n -= models[a].count();
            weight -= models[a].weight();
            models[a] = prior;
            changed(a);
        }
        challenger.young().forEach(young -> young.clear(block));
    }

    private RidgeModel model(int a) {
        return a < models.length ? models[a] : prior;
    }

    private RidgeModel model(ActionSet arms, int k) {
        return model((int) arms.byFeature()[0][k]);
    }

    private static void gather(ActionSet arms, int k, double[] into) {
        double[][] x = arms.byFeature();
        for (int i = 0; i < into.length; i++) {
            into[i] = x[i + 1][k];
        }
    }

    @Override
    public int features() {
        return 1 + p;
    }

    @Override
    public void check(ActionSet arms) {
        Blocks.require(Require.dimension(arms, features()));
    }

    @Override
    public double score(double[] x) {
        double[] theta = model(Blocks.require(x)).mean();
        double sum = 0;
        for (int i = 0; i < p; i++) {
            sum = Math.fma(theta[i], x[i + 1], sum);
        }
        return sum;
    }

    @Override
    public double variance(double[] x) {
        return model(Blocks.require(x)).variance(Arrays.copyOfRange(x, 1, 1 + p));
    }

    @Override
    public void meansAndWidths(ActionSet arms, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), p);
        double[] f = out.draw();
        for (int k = 0; k < arms.arms(); k++) {
            RidgeModel model = model(arms, k);
            gather(arms, k, f);
            out.mean()[k] = Symmetric.dot(f, model.mean(), p);
            out.bonus()[k] = width(model, f, out);
        }
    }

    private double width(RidgeModel model, double[] f, ScoredRound scratch) {
        double variance = p > NARROW
                ? Symmetric.quadratic(model.covariance(), f, scratch.work(0, p))
                : Symmetric.quadratic(model.covariance(), f);
        return Math.sqrt(Math.max(0, variance));
    }

    @Override
    public void meansAndDraw(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        if (p > NARROW && Blocks.distinct(arms)) {
            meansAndWidths(arms, out);
            out.bonusesAreDrawn();
            Blocks.draws(arms, out.bonus(), rng, out.bonus());
            return;
        }
        out.resize(arms.arms(), p);
        out.bonusesAreDrawn();
        double[] f = out.draw();
        for (int k = 0; k < arms.arms(); k++) {
            gather(arms, k, f);
            out.mean()[k] = Symmetric.dot(f, model(arms, k).mean(), p);
        }
        draws(arms, rng, out.draw(), out.bonus());
    }

    /**
     * Each block has a generator of its own, keyed by its number: arms may come in any order, and others come and go.
     */
    @Override
    public void draws(ActionSet arms, RandomGenerator rng, double[] u, double[] out) {
        double[][] x = arms.byFeature();
        long key = rng.nextLong();
        RoundRandom ofBlock = new RoundRandom(key, 0);
        double drawn = -1; // the block that u is of
        for (int k = 0; k < arms.arms(); k++) {
            if (x[0][k] != drawn) {
                drawn = x[0][k];
                ofBlock.reset(key, (long) drawn);
                RoundRandom.gaussians(ofBlock, u);
                model(arms, k).shape(u);
            }
            double share = 0;
            for (int i = 0; i < u.length; i++) {
                share = Math.fma(u[i], x[i + 1][k], share);
            }
            out[k] = share;
        }
    }

    @Override
    public boolean perArm() {
        return true;
    }

    @Override
    public int blockDimension() {
        return p;
    }

    @Override
    public Posterior block(int number) {
        return model(number);
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

    /** Returns the number of rewards learnt; with a fixed memory, as many as it holds. Those of a block are all that it has learnt. */
    @Override
    public long count() {
        return fading.fades() ? Math.round(weight) : n;
    }

    /** As {@link RidgeModel#noise}, from all blocks. */
    @Override
    public double noise() {
        return n == 0 ? 0 : RidgeModel.noise(yy, allExplained, weight);
    }

    @Override
    public Optional<TunablePrior> prior() {
        return tunable ? Optional.of(this) : Optional.empty();
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
        sum();
    }

    @Override
    public boolean weighsConstant() {
        return ofPopulation && p > 1;
    }

    @Override
    public double constantWeight() {
        return prior.first();
    }

    @Override
    public void prior(double lambda, double constantWeight) {
        for (int a = 0; a < models.length; a++) {
            if (models[a] != prior) {
                models[a].prior(lambda, constantWeight);
                explained[a] = models[a].explained();
            }
        }
        prior.prior(lambda, constantWeight);
        sum();
    }

    /** As {@link RidgeModel#logEvidence}; a block without rewards adds nothing, whatever the prior. */
    @Override
    public double logEvidence(double l) {
        return logEvidence(l, model -> model.evidenceParts(l));
    }

    @Override
    public double logEvidence(double l, double constantWeight) {
        return logEvidence(l, model -> model.evidenceParts(l, constantWeight));
    }

    private double logEvidence(double l, Function<RidgeModel, double[]> ofBlock) {
        if (!(yy > 0)) {
            throw new IllegalStateException("the evidence needs at least one reward that is not zero");
        }
        double coefficients = 0;
        double logDeterminant = 0;
        double explainedThen = 0;
        for (RidgeModel model : models) {
            if (model != prior) {
                double[] parts = ofBlock.apply(model);
                coefficients += p;
                logDeterminant += parts[0];
                explainedThen += parts[1];
            }
        }
        return Double.isNaN(logDeterminant)
                ? Double.NEGATIVE_INFINITY
                : RidgeModel.logEvidence(coefficients, l, logDeterminant, explainedThen, yy, weight);
    }

    /** As {@link Precision#leastKnown}, each arm by its own block. */
    @Override
    public double leastKnown(ActionSet arms) {
        double lambda = prior.lambda();
        double least = Double.POSITIVE_INFINITY;
        double[] f = new double[p];
        for (int k = 0; k < arms.arms(); k++) {
            gather(arms, k, f);
            double square = Symmetric.dot(f, f, p) + f[0] * f[0] * (1 / prior.first() - 1);
            if (square > 0) {
                double variance = Symmetric.quadratic(model(arms, k).covariance(), f);
                double left = lambda * Math.max(0, variance) / square;
                least = Math.min(least, Math.max(0, lambda * (1 / left - 1)));
            }
        }
        return least;
    }

    @Override
    public int firstFeature() {
        return 1;
    }

    @Override
    public void writeState(StateWriter out) {
        write(out, true);
    }

    /** Leaves out the challengers. */
    @Override
    public void writePublished(StateWriter out) {
        write(out, false);
    }

    private void write(StateWriter out, boolean withYoung) {
        out.writeInt(p);
        out.writeDouble(lambda());
        out.writeInt(models.length);
        for (RidgeModel model : models) {
            out.writeInt(model == prior ? 0 : 1);
            if (model != prior) {
                model.writeState(out);
                if (fading.fades()) {
                    out.writeDouble(model.weight());
                }
            }
        }
        if (ofPopulation) {
            out.writeDouble(prior.first());
            out.writeInt(population.length);
            out.writeDoubles(population);
            out.writeLong(nextPopulation);
        }
        if (fading.fades()) {
            fading.writeState(out);
        }
        if (challenger.detects()) {
            challenger.writeState(out, withYoung);
        }
    }

    @Override
    public void readState(StateReader in) {
        int saved = in.readInt();
        if (saved != p) {
            throw new StateFormatException("the saved blocks have " + saved + " coefficients, those here " + p);
        }
        prior.lambda(in.readPositive());
        int length = in.readCount(Blocks.MOST);
        models = new RidgeModel[0];
        squares = new double[0];
        explained = new double[0];
        grow(length);
        n = 0;
        weight = 0;
        for (int a = 0; a < length; a++) {
            if (in.readCount(1) == 1) {
                if (in.remainingDoubles() < 3L * p * p) { // a file that is too short must not make us allocate
                    throw new StateFormatException("the saved state ends within a block");
                }
                models[a] = prior.young();
                models[a].readState(in);
                if (fading.fades()) {
                    models[a].weight(in.readDouble());
                }
                weight += models[a].weight();
                n += models[a].count();
            }
        }
        if (ofPopulation) {
            double constantWeight = in.readPositive();
            prior.prior(prior.lambda(), constantWeight);
            for (RidgeModel model : models) {
                if (model != prior) {
                    model.precision().restoreFirst(constantWeight);
                }
            }
            population = new double[in.readCount(p)];
            in.readDoubles(population);
            nextPopulation = in.readTally();
            if (population.length > 0) {
                requirePopulation();
                restorePopulation();
            }
        }
        for (int a = 0; a < length; a++) {
            squares[a] = models[a].squares();
            explained[a] = models[a].explained();
        }
        sum();
        if (fading.fades()) {
            fading.readState(in);
        }
        if (challenger.detects()) {
            challenger.readState(this, in);
        }
    }

    private void requirePopulation() {
        if (population.length != p) {
            throw new StateFormatException("the saved population has " + population.length + " coefficients, not " + p);
        }
    }

    private void restorePopulation() {
        prior.restoreOrigin(population);
        for (RidgeModel model : models) {
            if (model != prior) {
                model.restoreOrigin(population);
            }
        }
    }
}
