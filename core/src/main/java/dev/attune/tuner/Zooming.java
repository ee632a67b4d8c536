package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Zooming: the largest upper confidence bound over points that are added where the confidence balls of the others leave
 * a gap. The tuner for hyperparameters that only rewards can judge, and the baseline of {@link ZoomingTs}. For a world
 * that does not change.
 *
 * <pre>
 *   n(v) rewards of point v, f(v) their mean, r(v) = sqrt(c tau0^2 ln T / n)
 *   activation:  a point of [0,1]^p outside all balls becomes active and is pulled
 *   selection:   argmax over active points of f(v) + 2 r(v)
 * </pre>
 *
 * <p>tau0 is the running standard deviation of the rewards and c = 1/2, so that 2 r(v) is the bound of UCB1 for noise of
 * deviation tau0, sqrt(2 tau0^2 ln T / n). No horizon is needed: if it is unknown, T doubles when it is reached, and the
 * balls grow with it.
 *
 * <p>Cost per round: O(|J|); the covering oracle O(|J|) in most rounds. No allocation but for a new point. It draws no
 * random numbers.
 *
 * <p>Where the publication is silent: as {@link ZoomingTs}. A pulled point whose reward has not come yet keeps its
 * index, so late rewards make it pull the same point until one comes.
 *
 * <p>Departures: the publication has r(v) = sqrt(8 ln T / (1 + n)) for rewards in [0, 1], and phases of doubling length
 * that begin with no point; here points are kept. Any finite reward is accepted: mapping rewards to [0, 1] changes their
 * Lipschitz constant. {@link #withPaperRadius} has the scale and the constant of Kang, Hsieh and Lee.
 *
 * <p>Kleinberg, Slivkins, Upfal, "Bandits and experts in metric spaces", Journal of the ACM 66(4), 2019: the
 * zooming algorithm.
 */
public final class Zooming implements Tuner {
    private static final double C = 0.5;

    private final Horizon horizon;
    private final double c;
    private final ActivePoints J;
    private long total; // T, the horizon in force; 0 before the first round

    /** Creates a tuner that estimates the scale of noise. */
    public Zooming(SettingSpace space, Horizon horizon) {
        this(space, horizon, NoiseScale.estimated(), C);
    }

    private Zooming(SettingSpace space, Horizon horizon, NoiseScale noise, double c) {
        this.horizon = horizon;
        this.c = c;
        this.J = new ActivePoints(space, noise, c);
    }

    /**
     * Returns a tuner with the radius of {@link ZoomingTs}, c = 13/2, so that the two algorithms differ in what they do and
     * not in a constant.
     */
    public static Zooming withPaperRadius(SettingSpace space, Horizon horizon, NoiseScale noise) {
        return new Zooming(space, horizon, noise, ActivePoints.C_OF_PAPER);
    }

    @Override
    public SettingSpace space() {
        return J.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        if (horizon.at(t) > total) {
            boolean first = total == 0;
            total = horizon.at(t);
            if (first) {
                J.restart(total);
            } else {
                J.extend(total);
            }
        }
        int v = J.activate(); // activation rule
        if (v < 0) {
            v = select(); // selection rule
        }
        return J.suggestion(v);
    }

    private int select() {
        int choice = -1;
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < J.size(); k++) {
            int v = J.at(k);
            double I = J.mean(v) + 2 * J.radius(v);
            if (I > largest) {
                choice = v;
                largest = I;
            }
        }
        return choice;
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        J.pay(suggestion, reward);
    }

    /** The active points. */
    ActivePoints points() {
        return J;
    }

    @Override
    public TunerMap map() {
        return J.map();
    }

    @Override
    public String stateName() {
        return "Zooming/2";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDouble(c);
        out.writeLong(total);
        J.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("c in the radius", c);
        total = in.readLong();
        J.readState(in);
    }
}
