package dev.attune.tuner;

import dev.attune.api.Posterior;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The covariance that the posterior will have once all decisions under way are rewarded:
 *
 * <pre>
 *   Bp = (B^-1 + G)^-1     G = sum over pending decisions of weight x x'
 * </pre>
 *
 * <p>It does not depend on the rewards to come. Without it, a bandit whose rewards come late would try the same unknown
 * arm again and again. With nothing pending it is B itself.
 */
final class Pending {
    private final int d;
    private final double[][] G;
    private final double[][] Bp;
    private final double[][] work;
    private final double[] product;
    private final Cholesky factor;
    private final double[] lone; // the only pending decision, as long as nobody has asked for Bp
    private double loneWeight;
    private boolean loneWaits;
    private long count;

    Pending(int dimension) {
        this.d = dimension;
        this.G = Symmetric.scaledIdentity(d, 0);
        this.Bp = Symmetric.scaledIdentity(d, 1);
        this.work = new double[d][d];
        this.product = new double[d];
        this.lone = new double[d];
        this.factor = new Cholesky(d);
    }

    /** Number of decisions under way. */
    long count() {
        return count;
    }

    /** Bp, to be read only and until the next call. */
    double[][] covariance(Posterior posterior) {
        if (count == 0) {
            return posterior.covariance();
        }
        takeInLone(posterior);
        return Bp;
    }

    /** A decision is made. */
    void add(double[] x, double weight, Posterior posterior) {
        if (count == 0) {
            // Its reward may come before the next decision: then G and Bp are never needed.
            System.arraycopy(x, 0, lone, 0, d);
            loneWeight = weight;
            loneWaits = true;
        } else {
            takeInLone(posterior);
            include(x, weight, posterior);
        }
        count++;
    }

    private void takeInLone(Posterior posterior) {
        if (loneWaits) {
            loneWaits = false;
            copy(posterior.covariance(), Bp);
            include(lone, loneWeight, posterior);
        }
    }

    private void include(double[] x, double weight, Posterior posterior) {
        Symmetric.rankOne(G, weight, x);
        if (!rankOne(weight, x)) {
            rebuild(posterior);
        }
    }

    /** A decision was rewarded: its information has moved from G to B. */
    void rewarded(double[] x, double weight) {
        leave(x, weight);
    }

    /** A decision will never be rewarded. */
    void expired(double[] x, double weight, Posterior posterior) {
        leave(x, weight);
        if (count > 0 && !rankOne(-weight, x)) {
            rebuild(posterior);
        }
    }

    private void leave(double[] x, double weight) {
        count = Math.max(0, count - 1);
        if (count > 0) {
            Symmetric.rankOne(G, -weight, x);
        } else if (loneWaits) {
            loneWaits = false;
        } else {
            for (double[] row : G) {
                Arrays.fill(row, 0);
            }
        }
    }

    /** Bp = (Bp^-1 + w x x')^-1 by Sherman-Morrison; false, with Bp unchanged, where that would lose its digits. */
    private boolean rankOne(double w, double[] x) {
        Symmetric.multiply(Bp, x, product);
        double change = w * Symmetric.dot(x, product, d);
        if (!(change > -0.9 && change < 1e6)) {
            return false;
        }
        Symmetric.rankOne(Bp, -w / (1 + change), product);
        return true;
    }

    /** Computes Bp anew from B and G, which also takes in what the model has changed meanwhile: O(d^3). */
    void rebuild(Posterior posterior) {
        if (count == 0) {
            return;
        }
        takeInLone(posterior);
        if (!factor.factor(posterior.covariance())) {
            return;
        }
        factor.inverse(work);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                work[i][j] += G[i][j];
            }
        }
        if (factor.factor(work)) {
            factor.inverse(Bp);
        }
    }

    private void copy(double[][] from, double[][] to) {
        for (int i = 0; i < d; i++) {
            System.arraycopy(from[i], 0, to[i], 0, d);
        }
    }

    void writeState(StateWriter out) {
        out.writeLong(count);
        out.writeInt(loneWaits ? 1 : 0);
        out.writeDouble(loneWeight);
        out.writeDoubles(lone);
        out.writeMatrix(G);
        out.writeMatrix(Bp);
    }

    void readState(StateReader in) {
        count = in.readTally();
        loneWaits = in.readCount(1) == 1;
        loneWeight = in.readDouble();
        in.readDoubles(lone);
        in.readMatrix(G);
        in.readMatrix(Bp);
    }
}
