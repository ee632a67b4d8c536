package dev.attune.lab.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.NoiseScale;
import java.util.random.RandomGenerator;

/**
 * UCB1 on a grid of at least 30 points of the search box, with the running standard deviation of the rewards as the scale of
 * noise: what a tuner that zooms must be better than.
 *
 * <pre>
 *   n_i, f_i  number and mean of the rewards of point i      sigma  as the estimated scale of Zooming
 *   suggest argmax f_i + sqrt(2 sigma^2 ln t / n_i), points without a reward first
 * </pre>
 *
 * <p>Each of the p axes has ceil(30^(1/p)) points, in the middles of as many parts. Ties go to the first point.
 *
 * <p>Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47, 2002.
 */
final class GridUcb1 implements Tuner {
    private static final int POINTS = 30;

    private final Candidates grid;
    private final NoiseScale noise = NoiseScale.estimated();
    private final long[] n;
    private final double[] f;
    private long rewards;
    private double mean; // of all rewards
    private double squares; // of their deviations from it

    GridUcb1(SettingSpace space) {
        this.grid = gridOf(space);
        this.n = new long[grid.size()];
        this.f = new double[grid.size()];
    }

    private static Candidates gridOf(SettingSpace space) {
        if (space.size() == 0) {
            throw new IllegalArgumentException("there is nothing to tune: the space has no hyperparameters");
        }
        int side = (int) Math.ceil(StrictMath.pow(POINTS, 1.0 / space.size()));
        double[][] axes = new double[space.size()][side];
        for (int l = 0; l < axes.length; l++) {
            for (int i = 0; i < side; i++) {
                axes[l][i] = space.parameters().get(l).fromUnit((i + 0.5) / side);
            }
        }
        return Candidates.product(space, axes);
    }

    @Override
    public SettingSpace space() {
        return grid.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        double sigma = noise.tau0(rewards, squares);
        double width = Math.sqrt(2 * sigma * sigma * StrictMath.log(Math.max(2, t)));
        int choice = -1;
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n.length; i++) {
            double index = n[i] == 0 ? Double.MAX_VALUE : f[i] + width / Math.sqrt(n[i]);
            if (index > largest) {
                choice = i;
                largest = index;
            }
        }
        return new Suggestion(grid.get(choice), new double[] {choice});
    }

    @Override
    public void observe(Suggestion past, double reward) {
        int i = grid.credited(past, past.credit(space(), 1, reward).index("point", n.length));
        n[i]++;
        f[i] += (reward - f[i]) / n[i];
        rewards++;
        double gap = reward - mean;
        mean += gap / rewards;
        squares += gap * (reward - mean);
    }

    @Override
    public String stateName() {
        return "UCB1 on a grid/1";
    }

    @Override
    public void writeState(StateWriter out) {
        grid.writeState(out);
        out.writeLong(rewards);
        out.writeDouble(mean);
        out.writeDouble(squares);
        for (int i = 0; i < n.length; i++) {
            out.writeLong(n[i]);
            out.writeDouble(f[i]);
        }
    }

    @Override
    public void readState(StateReader in) {
        grid.requireState(in);
        rewards = in.readLong();
        mean = in.readDouble();
        squares = in.readDouble();
        for (int i = 0; i < n.length; i++) {
            n[i] = in.readLong();
            f[i] = in.readDouble();
        }
    }
}
