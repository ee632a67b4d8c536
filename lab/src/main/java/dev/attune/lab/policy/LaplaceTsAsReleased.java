package dev.attune.lab.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.Schedule;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.policy.LaplaceTs;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Laplace-TS as in the experiments of Kang, Hsieh and Lee (2024): its one hyperparameter is the step of a gradient descent, and
 * it explores at the rate 1, which is not tuned. For the reproduction only.
 *
 * <p>Departure from the published code: the descent begins at the last mode, and not at a random point around it.
 */
public final class LaplaceTsAsReleased implements Policy {
    /** One hyperparameter, {@code step}, searched in the paper's box [0.1, 5]. */
    public static final SettingSpace SPACE =
            SettingSpace.of(new Hyperparameter("step", "eta", 1e-6, 1e6, 0.1, 5, Scale.LINEAR, 1));

    private static final double EXPLORE = 1;

    private final LaplaceTs policy;

    /** Creates a policy for a number of features. */
    public LaplaceTsAsReleased(int dimension) {
        this.policy = LaplaceTs.byDescent(dimension);
    }

    @Override
    public int dimension() {
        return policy.dimension();
    }

    @Override
    public SettingSpace space() {
        return SPACE;
    }

    @Override
    public RewardRange rewards() {
        return policy.rewards();
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        return policy.select(arms, exploring(setting), rng);
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        policy.update(x, y, exploring(setting));
    }

    private static Setting exploring(Setting setting) {
        return LaplaceTs.DESCENT_SPACE.setting(EXPLORE, SPACE.require(setting).get(0));
    }

    /** Returns step = 1, as the paper says. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        Setting one = SPACE.setting(1);
        return Optional.of(t -> one);
    }

    @Override
    public String stateName() {
        return "Laplace-TS as released/1";
    }

    @Override
    public void writeState(StateWriter out) {
        policy.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        policy.readState(in);
    }
}
