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
 * a gap. For a world that does not change; the baseline of {@link ZoomingTs}.
 *
 * <pre>
 *   n(v) rewards of point v, f(v) their mean, r(v) = sqrt(13 tau0^2 ln T / (2 n))
 *   activation:  a point of [0,1]^p outside all balls becomes active and is pulled
 *   selection:   argmax over active points of f(v) + 2 r(v)
 * </pre>
 *
 * <p>Cost per round: O(|J|); the covering oracle O(|J|) in most rounds. No allocation but for a new point. It draws no
 * random numbers.
 *
 * <p>Where the publication is silent: as {@link ZoomingTs}. A pulled point whose reward has not come yet keeps its
 * index, so late rewards make it pull the same point until one comes.
 *
 * <p>Departures: the radius is that of Kang, Hsieh and Lee, with their constant and a scale of noise, so that the two
 * algorithms differ in what they do and not in a constant; tau0 = sqrt(4/13) gives the usual sqrt(2 ln T / n). The
 * publication's phases of doubling length are the doubling of an unknown {@link Horizon}; with a known one there is a
 * single phase. Any finite reward is accepted: mapping rewards to [0, 1] changes their Lipschitz constant.
 *
 * <p>Kleinberg, Slivkins, Upfal, "Bandits and experts in metric spaces", Journal of the ACM 66(4), 2019: the
 * zooming algorithm.
 */
public final class Zooming implements Tuner {
    private final Horizon horizon;
    private final ActivePoints J;
    private long total; // T, the horizon in force; 0 before the first round

    /** Creates a tuner with the scale of noise that is safe for rewards in [0, 1]. */
    public Zooming(SettingSpace space, Horizon horizon) {
        this(space, horizon, NoiseScale.SAFE);
    }

    /** Creates a tuner with all parameters explicit. */
    public Zooming(SettingSpace space, Horizon horizon, NoiseScale noise) {
        this.horizon = horizon;
        this.J = new ActivePoints(space, noise);
    }

    @Override
    public SettingSpace space() {
        return J.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        if (horizon.at(t) > total) { // a phase begins
            total = horizon.at(t);
            J.restart(total);
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
        return "Zooming/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(total);
        J.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        total = in.readLong();
        J.readState(in);
    }
}
