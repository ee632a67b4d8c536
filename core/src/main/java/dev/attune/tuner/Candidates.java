package dev.attune.tuner;

import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The settings among which a tuner chooses: at least one, all of one space, no two equal. Immutable. */
public final class Candidates {
    /** The largest number of candidates; for more, a tuner of a continuous box is faster. */
    public static final int MOST = 10_000;

    private static final double[] C1 = {0.1, 1, 2, 3, 4, 5};
    private static final double[] C2 = {0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5};

    private final SettingSpace space;
    private final List<Setting> settings;

    /** Returns the values of the paper's set C1. */
    public static double[] c1() {
        return C1.clone();
    }

    /** Returns the values of the paper's finer set C2. */
    public static double[] c2() {
        return C2.clone();
    }

    private Candidates(SettingSpace space, List<Setting> settings) {
        this.space = space;
        this.settings = List.copyOf(settings);
        requireCount(settings.size());
        Set<Setting> seen = new HashSet<>();
        for (int i = 0; i < settings.size(); i++) {
            space.require(settings.get(i));
            if (!seen.add(settings.get(i))) {
                throw new IllegalArgumentException("candidate " + i + " = " + settings.get(i) + " is there twice");
            }
        }
    }

    /** Returns these settings, in this order. */
    public static Candidates of(SettingSpace space, List<Setting> settings) {
        return new Candidates(space, settings);
    }

    /**
     * Returns values of the first hyperparameter, the exploration rate, with the others at their presets.
     *
     * @throws IllegalArgumentException if the space has no hyperparameter
     */
    public static Candidates exploring(SettingSpace space, double... values) {
        if (space.size() == 0) {
            throw new IllegalArgumentException("there is nothing to tune: the space has no hyperparameters");
        }
        List<Setting> settings = new ArrayList<>();
        for (double explore : values) {
            settings.add(space.with(space.preset(), 0, explore));
        }
        return new Candidates(space, settings);
    }

    /** Returns every combination of these values, one array per hyperparameter; the last one changes fastest. */
    public static Candidates product(SettingSpace space, double[]... values) {
        if (values.length != space.size()) {
            throw new IllegalArgumentException(
                    "candidate values are given for " + values.length + " hyperparameters, not for " + space.size());
        }
        long count = 1;
        for (double[] axis : values) {
            count *= axis.length;
            requireCount(count);
        }
        List<Setting> settings = new ArrayList<>();
        double[] point = new double[values.length];
        for (int k = 0; k < count; k++) {
            int rest = k;
            for (int l = values.length - 1; l >= 0; l--) {
                point[l] = values[l][rest % values[l].length];
                rest /= values[l].length;
            }
            settings.add(space.setting(point));
        }
        return new Candidates(space, settings);
    }

    /** Returns the paper's set C1 = {0.1, 1, 2, 3, 4, 5} for every hyperparameter, in every combination. */
    public static Candidates ofPaper(SettingSpace space) {
        return product(space, forAll(space, C1));
    }

    /**
     * Returns the paper's finer set C2 = {0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5} for every hyperparameter, in
     * every combination.
     */
    public static Candidates ofPaperFine(SettingSpace space) {
        return product(space, forAll(space, C2));
    }

    private static double[][] forAll(SettingSpace space, double[] values) {
        double[][] all = new double[space.size()][];
        for (int l = 0; l < all.length; l++) {
            all[l] = values.clone();
        }
        return all;
    }

    private static void requireCount(long count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(
                    "the number of candidates = " + count + " must be between 1 and " + MOST);
        }
    }

    /** Returns the space of all of them. */
    public SettingSpace space() {
        return space;
    }

    /** Returns the number of candidates. */
    public int size() {
        return settings.size();
    }

    /** Returns a candidate; they are numbered from 0. */
    public Setting get(int i) {
        return settings.get(i);
    }

    /**
     * Checks that a suggestion has the setting of the candidate that its memo names.
     *
     * @return the number of the candidate
     * @throws IllegalArgumentException if the setting is another
     */
    public int credited(Suggestion past, int i) {
        for (int l = 0; l < space.size(); l++) {
            if (past.setting().get(l) != get(i).get(l)) {
                throw new IllegalArgumentException("the memo of the suggestion names candidate " + i + " = " + get(i)
                        + ", but its setting is " + past.setting());
            }
        }
        return i;
    }

    /** Writes the candidates, so that a saved state can be checked to belong to them. */
    public void writeState(StateWriter out) {
        out.writeInt(size());
        for (Setting setting : settings) {
            out.writeDoubles(setting.toArray());
        }
    }

    /** Rejects a state that was saved for other candidates. */
    public void requireState(StateReader in) {
        int count = in.readCount(MOST);
        if (count != size()) {
            throw new StateFormatException("the saved state has " + count + " candidates, this object " + size());
        }
        double[] values = new double[space.size()];
        for (int i = 0; i < count; i++) {
            in.readDoubles(values);
            for (int l = 0; l < values.length; l++) {
                if (values[l] != get(i).get(l)) {
                    throw new StateFormatException(
                            "the saved state has " + values[l] + " in candidate " + i + ", this object " + get(i));
                }
            }
        }
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
