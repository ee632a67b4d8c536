package dev.attune.lab.tuner;

import dev.attune.Options;
import dev.attune.api.RewardRange;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.function.ObjDoubleConsumer;
import java.util.random.RandomGenerator;

/**
 * A tuner that learns from rewards as they are. A bandit maps rewards to [0, 1] before its tuner sees them; the paper does
 * not, and a zooming algorithm takes the scale of rewards for that of its box. So the bandit is told a range that is wide
 * beyond all rewards of the lab, and the mapping is undone here, up to 1e-9.
 */
final class Unscaled implements Tuner {
    /** Wide beyond all rewards of the paper's problems; a power of two, so that little is lost by rounding. */
    static final RewardRange RANGE = new RewardRange(-0x1p20, 0x1p20);

    private final Tuner tuner;
    private final ObjDoubleConsumer<Suggestion> learn;

    /**
     * A tuner on rewards as they are.
     *
     * @param learn pays the tuner any finite reward
     */
    Unscaled(Tuner tuner, ObjDoubleConsumer<Suggestion> learn) {
        this.tuner = tuner;
        this.learn = learn;
    }

    /** A tuner of rewards in [0, 1] on rewards as they are, those outside cut off. */
    static Unscaled cut(Tuner tuner) {
        return new Unscaled(tuner, (past, y) -> tuner.observe(past, Math.min(1, Math.max(0, y))));
    }

    /** The options of a bandit with such a tuner. */
    static Options options(Options options) {
        return options.rewards(RANGE);
    }

    @Override
    public SettingSpace space() {
        return tuner.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        return tuner.suggest(t, rng);
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        if (!(reward >= 0 && reward <= 1)) {
            throw new IllegalArgumentException("reward = " + reward + " must be in [0, 1]");
        }
        learn.accept(suggestion, RANGE.low() + (RANGE.high() - RANGE.low()) * reward);
    }

    @Override
    public String stateName() {
        return "unscaled " + tuner.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        tuner.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        tuner.readState(in);
    }
}
