package dev.attune.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The hyperparameters of a policy, in order: the box in which tuners search and the gate through which every value
 * comes. Tuners see the unit cube, policies see natural units; this class maps between them.
 *
 * <p>Immutable.
 */
public final class SettingSpace {
    /** The space of a policy without hyperparameters. */
    public static final SettingSpace EMPTY = new SettingSpace(List.of());

    private final List<Hyperparameter> parameters;
    private final Setting preset;

    private SettingSpace(List<Hyperparameter> parameters) {
        this.parameters = List.copyOf(parameters);
        if (parameters.stream().map(Hyperparameter::name).distinct().count() != parameters.size()) {
            throw new IllegalArgumentException("hyperparameter names must differ: " + names());
        }
        this.preset = Setting.checked(
                this, parameters.stream().mapToDouble(Hyperparameter::preset).toArray());
    }

    /** A space of the given hyperparameters, in this order. */
    public static SettingSpace of(Hyperparameter... parameters) {
        return new SettingSpace(List.of(parameters));
    }

    /** The hyperparameters, in order. */
    public List<Hyperparameter> parameters() {
        return parameters;
    }

    /** How many hyperparameters there are: the paper's p. */
    public int size() {
        return parameters.size();
    }

    /** The setting in force unless one is chosen. */
    public Setting preset() {
        return preset;
    }

    /**
     * A setting with these values, in the order of {@link #parameters()}.
     *
     * @throws IllegalArgumentException naming the hyperparameter if a value is not accepted
     */
    public Setting setting(double... values) {
        if (values.length != parameters.size()) {
            throw new IllegalArgumentException(
                    "a setting of " + names() + " needs " + parameters.size() + " values, not " + values.length);
        }
        for (int i = 0; i < values.length; i++) {
            parameters.get(i).require(values[i]);
        }
        return Setting.checked(this, values.clone());
    }

    /** A setting of this space with one value changed. */
    public Setting with(Setting setting, int position, double value) {
        require(setting);
        double[] values = setting.toArray();
        values[position] = parameters.get(position).require(value);
        return Setting.checked(this, values);
    }

    /** The setting at a point of the unit cube. */
    public Setting fromUnit(double... u) {
        if (u.length != parameters.size()) {
            throw new IllegalArgumentException(
                    "a point for " + names() + " needs " + parameters.size() + " coordinates, not " + u.length);
        }
        double[] values = new double[u.length];
        for (int i = 0; i < u.length; i++) {
            values[i] = parameters.get(i).fromUnit(u[i]);
        }
        return Setting.checked(this, values);
    }

    /** The point of the unit cube nearest to a setting. */
    public double[] toUnit(Setting setting) {
        require(setting);
        double[] u = new double[parameters.size()];
        for (int i = 0; i < u.length; i++) {
            u[i] = parameters.get(i).toUnit(setting.get(i));
        }
        return u;
    }

    /** The same space with another search box for one hyperparameter. */
    public SettingSpace searching(String name, double low, double high, Scale scale) {
        int changed = indexOf(name);
        return new SettingSpace(parameters.stream()
                .map(p -> parameters.indexOf(p) == changed ? p.searching(low, high, scale) : p)
                .toList());
    }

    /** The position of a hyperparameter. */
    public int indexOf(String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no hyperparameter " + name + " in " + names());
    }

    /**
     * Refuses a setting that was made for other hyperparameters. A setting of this space was checked when it was made,
     * so the usual case costs one comparison.
     */
    @SuppressWarnings("ReferenceEquality") // the short cut; accepts() compares the values
    public Setting require(Setting setting) {
        if (setting.space() != this && !accepts(setting.space())) {
            throw new IllegalArgumentException(
                    "the setting " + setting + " does not fit the hyperparameters " + names());
        }
        return setting;
    }

    private boolean accepts(SettingSpace other) {
        if (other.size() != size()) {
            return false;
        }
        for (int i = 0; i < parameters.size(); i++) {
            if (!parameters.get(i).accepts(other.parameters.get(i))) {
                return false;
            }
        }
        return true;
    }

    private String names() {
        return parameters.stream().map(Hyperparameter::name).collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SettingSpace space && space.parameters.equals(parameters);
    }

    @Override
    public int hashCode() {
        return parameters.hashCode();
    }

    @Override
    public String toString() {
        return "SettingSpace" + parameters;
    }
}
