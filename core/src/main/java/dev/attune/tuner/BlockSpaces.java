package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.Blocks;
import dev.attune.math.Symmetric;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Directions in a space of p coefficients for each block. A difference of two arms lies in two blocks, or in one. Of its
 * square D D' only the parts on the diagonal are kept: an arm's value x' Q x looks at its own block, and B has nothing
 * outside. So this is what {@link OneSpace} would compute on all blocks together, with p x p matrices only.
 *
 * <p>A block exists from the first round on in which one of its arms is on offer.
 */
final class BlockSpaces implements Directions {
    private final int p;
    private final Space none; // stands for every block that was never on offer
    private Space[] spaces = {};
    private int seen;
    private long pending;
    private double ofAll; // of the last valuation: what a block is worth before its first
    private final double[][] product;
    private final double[] f;
    private final double[] g;
    private final double[] times;

    /** One block. */
    private static final class Space {
        final Pending pending;
        final double[][] M;
        final double[][] Q;
        long rewards; // of the block at its last valuation

        Space(int p) {
            pending = new Pending(p);
            M = new double[p][p];
            Q = new double[p][p];
        }
    }

    BlockSpaces(int blockDimension) {
        this.p = blockDimension;
        this.none = new Space(p);
        this.product = new double[p][p];
        this.f = new double[p];
        this.g = new double[p];
        this.times = new double[p];
    }

    private static Posterior blocks(Posterior posterior) {
        if (posterior instanceof Posterior blocks) {
            return blocks;
        }
        throw new IllegalArgumentException(
                "this VOI was made for a model per block, not for one model: make it with ValueOfInformation.of(posterior)");
    }

    @Override
    public void offered(ActionSet arms, Posterior posterior) {
        Posterior blocks = blocks(posterior);
        double[] numbers = arms.byFeature()[0];
        for (int k = 0; k < arms.arms(); k++) {
            int a = (int) numbers[k];
            if (a >= spaces.length || spaces[a] == none) {
                value(create(a), 0, blocks.block(a));
            }
        }
    }

    private Space create(int a) {
        if (a >= spaces.length) {
            int from = spaces.length;
            spaces = Arrays.copyOf(spaces, Math.min(Blocks.MOST, Math.max(a + 1, 2 * from)));
            Arrays.fill(spaces, from, spaces.length, none);
        }
        spaces[a] = new Space(p);
        seen++;
        return spaces[a];
    }

    private void value(Space space, double ofLosses, Posterior block) {
        OneSpace.valueDirections(space.pending.covariance(block), space.M, ofLosses, ofAll, product, space.Q);
        space.rewards = block.count();
    }

    private Space space(double[] x) {
        int a = (int) x[0];
        return a < spaces.length && spaces[a] != none ? spaces[a] : create(a);
    }

    @Override
    public int coefficients() {
        return Math.max(1, seen * p);
    }

    @Override
    public long pending() {
        return pending;
    }

    @Override
    public void decided(double[] x, double weight, Posterior posterior) {
        features(x);
        space(x).pending.add(f, weight, block(x, posterior));
        pending++;
    }

    private void features(double[] x) {
        System.arraycopy(x, 1, f, 0, p);
    }

    private static Posterior block(double[] x, Posterior posterior) {
        return blocks(posterior).block((int) x[0]);
    }

    @Override
    public void rewarded(double[] x, double weight) {
        Pending of = space(x).pending;
        long before = of.count();
        features(x);
        of.rewarded(f, weight);
        pending += of.count() - before;
    }

    @Override
    public void expired(double[] x, double weight, Posterior posterior) {
        Pending of = space(x).pending;
        long before = of.count();
        features(x);
        of.expired(f, weight, block(x, posterior));
        pending += of.count() - before;
    }

    @Override
    public void widths(ActionSet arms, Posterior posterior, double[] out) {
        Posterior blocks = blocks(posterior);
        for (int k = 0; k < arms.arms(); k++) {
            int a = (int) arms.byFeature()[0][k];
            gather(arms, k, f);
            out[k] = Math.sqrt(Math.max(0, quadratic(spaces[a].pending.covariance(blocks.block(a)), f)));
        }
    }

    private static void gather(ActionSet arms, int k, double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = arms.byFeature()[i + 1][k];
        }
    }

    private double quadratic(double[][] A, double[] v) {
        Symmetric.multiply(A, v, times);
        return Symmetric.dot(v, times, p);
    }

    @Override
    public double variance(double[] x, Posterior posterior) {
        features(x);
        return quadratic(space(x).pending.covariance(block(x, posterior)), f);
    }

    @Override
    public double value(double[] x, Posterior posterior) {
        Space space = space(x);
        Posterior block = block(x, posterior);
        if (block.count() < space.rewards) { // the block was cleared: what is there now is another arm
            for (double[] row : space.M) {
                Arrays.fill(row, 0);
            }
            value(space, 0, block);
        }
        features(x);
        return quadratic(space.Q, f);
    }

    @Override
    public void draw(ActionSet arms, Posterior posterior, RandomGenerator rng, double[] out) {
        blocks(posterior).draws(arms, rng, f, out);
    }

    @Override
    public boolean blame(ActionSet arms, int best, int greedy, double amount, double scale, Posterior posterior) {
        Posterior blocks = blocks(posterior);
        int a = (int) arms.byFeature()[0][best];
        int b = (int) arms.byFeature()[0][greedy];
        gather(arms, best, f);
        gather(arms, greedy, g);
        double spread;
        if (a == b) {
            for (int i = 0; i < p; i++) {
                f[i] -= g[i];
            }
            spread = quadratic(blocks.block(a).covariance(), f);
        } else {
            spread = quadratic(blocks.block(a).covariance(), f)
                    + quadratic(blocks.block(b).covariance(), g);
        }
        if (!(spread > 0)) {
            return false;
        }
        Symmetric.rankOne(spaces[a].M, amount / (spread * scale), f);
        if (a != b) {
            Symmetric.rankOne(spaces[b].M, amount / (spread * scale), g);
        }
        return true;
    }

    @Override
    public void rescale(double factor) {
        for (Space space : spaces) {
            for (double[] row : space.M) {
                for (int j = 0; j < p; j++) {
                    row[j] *= factor;
                }
            }
        }
    }

    @Override
    public void revalue(double ofLosses, double newOfAll, Posterior posterior) {
        Posterior blocks = blocks(posterior);
        ofAll = newOfAll;
        for (int a = 0; a < spaces.length; a++) {
            if (spaces[a] != none) {
                spaces[a].pending.rebuild(blocks.block(a));
                value(spaces[a], ofLosses, blocks.block(a));
            }
        }
    }

    @Override
    public void writeLosses(StateWriter out) {
        out.writeInt(p);
        out.writeDouble(ofAll);
        out.writeInt(spaces.length);
        for (Space space : spaces) {
            out.writeInt(space == none ? 0 : 1);
            if (space != none) {
                space.pending.writeState(out);
                out.writeMatrix(space.M);
            }
        }
    }

    @Override
    public void readLosses(StateReader in) {
        int saved = in.readInt();
        if (saved != p) {
            throw new StateFormatException("the saved blocks have " + saved + " coefficients, those here " + p);
        }
        ofAll = in.readDouble();
        spaces = new Space[in.readCount(Blocks.MOST)];
        Arrays.fill(spaces, none);
        seen = 0;
        pending = 0;
        for (int a = 0; a < spaces.length; a++) {
            if (in.readCount(1) == 1) {
                if (in.remainingDoubles() < 3L * p * p) { // too short a file must not make us allocate
                    throw new StateFormatException("the saved state ends within a block");
                }
                Space space = create(a);
                space.pending.readState(in);
                in.readMatrix(space.M);
                pending += space.pending.count();
            }
        }
    }

    @Override
    public void writeValues(StateWriter out) {
        for (Space space : spaces) {
            if (space != none) {
                out.writeLong(space.rewards);
                out.writeMatrix(space.Q);
            }
        }
    }

    @Override
    public void readValues(StateReader in) {
        for (Space space : spaces) {
            if (space != none) {
                space.rewards = in.readTally();
                in.readMatrix(space.Q);
            }
        }
    }
}
