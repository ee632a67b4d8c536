package dev.attune.tuner;

import dev.attune.api.Hyperparameter;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import java.util.random.RandomGenerator;

/** Small candidate sets, and a world in which one candidate is clearly best. */
public final class Few {
    private Few() {}

    /** Three values of every hyperparameter, in every combination. */
    public static Candidates of(SettingSpace space) {
        return Candidates.product(space, values(space));
    }

    /** The ends and the middle of every search box. */
    public static double[][] values(SettingSpace space) {
        double[][] values = new double[space.size()][];
        for (int l = 0; l < values.length; l++) {
            Hyperparameter parameter = space.parameters().get(l);
            values[l] = new double[] {parameter.low(), parameter.fromUnit(0.5), parameter.high()};
        }
        return values;
    }

    /** The paper's six values of one hyperparameter. */
    public static Candidates six() {
        return Candidates.ofPaper(Stories.space(1));
    }

    /**
     * Bernoulli rewards, 0.8 for the setting 3 and 0.3 for all others.
     *
     * @return the share of 3 in the last quarter of the rounds
     */
    public static double shareOfBest(Tuner tuner, int rounds) {
        int best = 0;
        for (int t = 1; t <= rounds; t++) {
            RoundRandom rng = new RoundRandom(11, t);
            Suggestion suggestion = tuner.suggest(t, rng);
            boolean three = suggestion.setting().get(0) == 3;
            if (t > 3 * rounds / 4 && three) {
                best++;
            }
            tuner.observe(suggestion, rng.nextDouble() < (three ? 0.8 : 0.3) ? 1 : 0);
        }
        return 4.0 * best / rounds;
    }

    /** A generator that repeats these numbers as its uniforms, and zero as its Gaussians. */
    public static RandomGenerator uniforms(double... numbers) {
        return new RandomGenerator() {
            private int at;

            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("only uniforms are scripted");
            }

            @Override
            public double nextDouble() {
                return numbers[at++ % numbers.length];
            }

            @Override
            public double nextGaussian() {
                return 0;
            }
        };
    }
}
