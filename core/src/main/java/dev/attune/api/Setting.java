package dev.attune.api;

import java.util.Arrays;

/**
 * Values for the hyperparameters of a {@link SettingSpace}, in natural units. A setting that exists is valid: its space
 * has checked every value. Immutable.
 */
public final class Setting {
    private final SettingSpace space;
    private final double[] values;

    private Setting(SettingSpace space, double[] values) {
        this.space = space;
        this.values = values;
    }

    /** Takes ownership of values that the space has checked. */
    static Setting checked(SettingSpace space, double[] values) {
        return new Setting(space, values);
    }

    /** The space that checked these values. */
    public SettingSpace space() {
        return space;
    }

    /** The value of the hyperparameter at a position of the space. */
    public double get(int position) {
        return values[position];
    }

    /** The value of the hyperparameter with this name. */
    public double get(String name) {
        return values[space.indexOf(name)];
    }

    /** A copy of all values, in the order of the space. */
    public double[] toArray() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Setting setting && setting.space.equals(space) && Arrays.equals(setting.values, values);
    }

    @Override
    public int hashCode() {
        return 31 * space.hashCode() + Arrays.hashCode(values);
    }

    /** For people: {@code {explore=0.5, step=1.0}}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(space.parameters().get(i).name())
                    .append('=')
                    .append(values[i]);
        }
        return text.append('}').toString();
    }
}
