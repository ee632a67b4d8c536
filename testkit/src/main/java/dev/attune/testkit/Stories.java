package dev.attune.testkit;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Rounds for a tuner with rewards that come up to 150 rounds late, hence shuffled; a tenth never comes, a tenth comes twice. Delays and noise
 * depend on the round alone, so that two tuners can be led through the same story.
 */
public final class Stories {
    private static final long SEED = 20240615;
    private static final int LATEST = 150;

    private final Tuner tuner;
    private final Map<Integer, List<Suggestion>> due; // rewards on their way, by round of arrival
    private ToDoubleFunction<Suggestion> mean = Stories::hill;
    private boolean noisy = true;
    private int leastDelay;

    /** Creates a story whose rewards are highest near a point off the centre of the search box. */
    public Stories(Tuner tuner) {
        this(tuner, new HashMap<>());
    }

    private Stories(Tuner tuner, Map<Integer, List<Suggestion>> due) {
        this.tuner = tuner;
        this.due = due;
    }

    /** Returns the same story from here on, with the same rewards on their way, for another tuner. */
    public Stories copyFor(Tuner other) {
        Map<Integer, List<Suggestion>> copy = new HashMap<>();
        due.forEach((round, suggestions) -> copy.put(round, new ArrayList<>(suggestions)));
        Stories story = new Stories(other, copy);
        story.mean = mean;
        story.noisy = noisy;
        story.leastDelay = leastDelay;
        return story;
    }

    /** Sets the expected rewards, in [0, 1]; noise keeps 0 and 1 as they are. */
    public Stories paying(ToDoubleFunction<Suggestion> expected) {
        mean = expected;
        return this;
    }

    /** Sets the rewards, without noise. */
    public Stories payingExactly(ToDoubleFunction<Suggestion> earned) {
        mean = earned;
        noisy = false;
        return this;
    }

    /** Delivers no reward before the next suggestion; otherwise half of them. */
    public Stories neverAtOnce() {
        leastDelay = 1;
        return this;
    }

    /** Plays the rounds {@code from} to {@code to - 1}, and returns what was suggested in them. */
    public List<Suggestion> play(int from, int to) {
        List<Suggestion> suggestions = new ArrayList<>();
        for (int t = from; t < to; t++) {
            Suggestion suggestion = suggest(tuner, t);
            suggestions.add(suggestion);
            schedule(suggestion, t);
            List<Suggestion> arrived = due.remove(t);
            if (arrived != null) {
                RoundRandom noise = new RoundRandom(SEED + 1, t);
                for (Suggestion past : arrived) {
                    double y = mean.applyAsDouble(past);
                    double spread = noisy ? y * (1 - y) : 0;
                    tuner.observe(past, Math.min(1, Math.max(0, y + spread * noise.nextGaussian())));
                }
            }
        }
        return suggestions;
    }

    private void schedule(Suggestion suggestion, int t) {
        RoundRandom fate = new RoundRandom(SEED + 2, t);
        double u = fate.nextDouble();
        if (u < 0.1) {
            return; // never
        }
        int times = u < 0.2 ? 2 : 1;
        for (int k = 0; k < times; k++) {
            int delay = leastDelay + (fate.nextDouble() < 0.5 ? 0 : fate.nextInt(LATEST));
            due.computeIfAbsent(t + delay, round -> new ArrayList<>()).add(suggestion);
        }
    }

    /** Highest near a point off the centre. */
    private static double hill(Suggestion suggestion) {
        double[] u = suggestion.setting().space().toUnit(suggestion.setting());
        double distance = 0;
        for (double x : u) {
            distance += Math.abs(x - 0.3) / u.length;
        }
        return 0.9 - distance;
    }

    /** Returns the suggestion for round t, with the arms of the round and a generator keyed by the round. */
    public static Suggestion suggest(Tuner tuner, int t) {
        return tuner.suggest(t, arms(t), new RoundRandom(SEED, t));
    }

    /** Returns the arms of round t: three features, one to five arms. */
    public static ActionSet arms(int t) {
        RoundRandom rng = new RoundRandom(SEED + 3, t);
        double[][] rows = new double[1 + t % 5][3];
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = rng.nextDouble() - 0.5;
            }
        }
        return ActionSet.ofRows(rows);
    }

    /** Returns a space of p hyperparameters: linear and log scales, boxes inside what is accepted. */
    public static SettingSpace space(int p) {
        return space("h", p);
    }

    /** Returns a space of p hyperparameters with other names. */
    public static SettingSpace otherSpace(int p) {
        return space("other", p);
    }

    private static SettingSpace space(String name, int p) {
        Hyperparameter[] parameters = new Hyperparameter[p];
        for (int i = 0; i < p; i++) {
            parameters[i] = i % 2 == 0
                    ? new Hyperparameter(name + i, "h", 0, 100, 0.1, 5, Scale.LINEAR, 1)
                    : new Hyperparameter(name + i, "h", 0, 100, 0.01, 10, Scale.LOG, 1);
        }
        return SettingSpace.of(parameters);
    }

    /** Returns the saved state of a tuner. */
    public static byte[] state(Tuner tuner) {
        return Checkpoint.write(tuner);
    }

    /** Restores a saved state. */
    public static void restore(byte[] state, Tuner tuner) {
        Checkpoint.read(state, tuner);
    }
}
