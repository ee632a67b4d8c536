package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.ContextTuner;
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
 * Rounds for a tuner with rewards that come late, shuffled, twice or never: a function of the round alone, so that two
 * tuners can be led through the same story.
 */
final class Stories {
    private static final long SEED = 20240615;
    private static final int LATEST = 150;

    private final Tuner tuner;
    private final Map<Integer, List<Suggestion>> due; // rewards on their way, by round of arrival
    private ToDoubleFunction<Suggestion> mean = Stories::hill;

    Stories(Tuner tuner) {
        this(tuner, new HashMap<>());
    }

    private Stories(Tuner tuner, Map<Integer, List<Suggestion>> due) {
        this.tuner = tuner;
        this.due = due;
    }

    /** The same story from here on, with the same rewards on their way, for another tuner. */
    Stories copyFor(Tuner other) {
        Map<Integer, List<Suggestion>> copy = new HashMap<>();
        due.forEach((round, suggestions) -> copy.put(round, new ArrayList<>(suggestions)));
        return new Stories(other, copy).paying(mean);
    }

    /** With other expected rewards. */
    Stories paying(ToDoubleFunction<Suggestion> expected) {
        mean = expected;
        return this;
    }

    /** Rounds {@code from} to {@code to - 1}; what was suggested in them. */
    List<Suggestion> play(int from, int to) {
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
                    // Noise that keeps 0 and 1 as they are.
                    tuner.observe(past, Math.min(1, Math.max(0, y + y * (1 - y) * noise.nextGaussian())));
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
            int delay = fate.nextDouble() < 0.5 ? 0 : fate.nextInt(LATEST);
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

    /** A suggestion for round t, by a generator keyed by the round; for a context tuner also with the round's arms. */
    static Suggestion suggest(Tuner tuner, int t) {
        RoundRandom rng = new RoundRandom(SEED, t);
        return tuner instanceof ContextTuner context ? context.suggest(t, arms(t), rng) : tuner.suggest(t, rng);
    }

    /** Arms for round t: three features, one to five arms. */
    static ActionSet arms(int t) {
        RoundRandom rng = new RoundRandom(SEED + 3, t);
        double[][] rows = new double[1 + t % 5][3];
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = rng.nextDouble() - 0.5;
            }
        }
        return ActionSet.ofRows(rows);
    }

    /** A space of p hyperparameters: linear and log scales, boxes inside what is accepted. */
    static SettingSpace space(int p) {
        return space("h", p);
    }

    /** The same with other names. */
    static SettingSpace otherSpace(int p) {
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

    static byte[] state(Tuner tuner) {
        return Checkpoint.write(tuner);
    }

    static void restore(byte[] state, Tuner tuner) {
        Checkpoint.read(state, tuner);
    }
}
