package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Forgetting;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.model.Model;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * A policy over a {@link Model} that owns link, posterior, state and dimension. The policy itself only states how
 * it scores arms, how it learns, and which setting the publication prescribes.
 *
 * @param <M> the model
 */
public abstract class ModelPolicy<M extends Model> implements ExplorationPath {
    private final M model;
    private final SettingSpace space;
    private final String stateName;

    /** Makes a policy over a model, with its hyperparameters and the name of its state. */
    protected ModelPolicy(M model, SettingSpace space, String stateName) {
        this.model = model;
        this.space = space;
        this.stateName = stateName;
    }

    /** Returns the name of the state of a policy whose model forgets: models that forget in another way have another state. */
    protected static String stateName(String name, Forgetting forgetting) {
        return name + (forgetting.equals(Forgetting.NONE) ? "" : " forgetting " + forgetting) + "/1";
    }

    /** Learns from one reward; features, reward and setting are valid. */
    protected abstract void learn(double[] x, double y, Setting setting);

    @Override
    public final void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        learn(x, y, setting);
    }

    /** Returns the model. */
    public final M model() {
        return model;
    }

    @Override
    public final int dimension() {
        return model.features();
    }

    @Override
    public final SettingSpace space() {
        return space;
    }

    @Override
    public final RewardRange rewards() {
        return model.link().rewards();
    }

    @Override
    public final void check(ActionSet arms) {
        model.check(arms);
    }

    @Override
    public Posterior posterior() {
        return model;
    }

    @Override
    public double reward(double mean) {
        return model.link().mean(mean);
    }

    @Override
    public final double predict(double[] x) {
        return model.link().mean(model.score(x));
    }

    @Override
    public final boolean perArm() {
        return model.perArm();
    }

    @Override
    public final void clear(int block) {
        model.clear(block);
    }

    @Override
    public final String stateName() {
        return stateName;
    }

    @Override
    public final void writeState(StateWriter out) {
        model.writeState(out);
    }

    @Override
    public final void readState(StateReader in) {
        model.readState(in);
    }

    @Override
    public final void writePublished(StateWriter out) {
        model.writePublished(out);
    }
}
