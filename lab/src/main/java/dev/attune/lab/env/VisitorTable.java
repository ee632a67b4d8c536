package dev.attune.lab.env;

import dev.attune.encode.Features;
import dev.attune.lab.env.ContextWorld.Context;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;

/**
 * A row of a made-up table: a country, a device and a referrer, an age, a number of visits, and whether the visitor is subscribed. The i-th value of a
 * column of words, counted from 1, has a probability proportional to 1/i. Ages are normal with mean 40 and deviation 12; visits are geometric with mean 5.
 *
 * <p>As numbers: a 1 for the value of each column of words and 0 for its other values, then age and visits less their mean and divided by their
 * deviation, then 1 for a subscriber.
 */
final class VisitorTable implements Context {
    private static final List<Words> WORDS =
            List.of(new Words("country", 6, 0.8), new Words("device", 3, 0.4), new Words("referrer", 8, 0));
    private static final int AGE = WORDS.stream().mapToInt(Words::values).sum();
    private static final int VISITS = AGE + 1;
    private static final int SUBSCRIBED = AGE + 2;
    private static final double MEAN_AGE = 40;
    private static final double DEVIATION_OF_AGE = 12;
    private static final double MEAN_VISITS = 5;
    private static final double DEVIATION_OF_VISITS = Math.sqrt(MEAN_VISITS * (MEAN_VISITS + 1));
    private static final double LOG_OF_RETURN = StrictMath.log(MEAN_VISITS / (MEAN_VISITS + 1));

    /**
     * A column of words.
     *
     * @param values number of different words
     * @param deviation standard deviation of the coefficient that an arm has for a word
     */
    private record Words(String name, int values, double deviation) {
        int draw(RoundRandom rng) {
            double total = 0;
            for (int i = 1; i <= values; i++) {
                total += 1.0 / i;
            }
            double left = total * rng.nextDouble();
            int drawn = 0;
            while (drawn < values - 1 && left >= 1.0 / (drawn + 1)) {
                left -= 1.0 / (drawn + 1);
                drawn++;
            }
            return drawn;
        }
    }

    @Override
    public int size() {
        return SUBSCRIBED + 1;
    }

    @Override
    public void draw(RoundRandom rng, double[] z) {
        int start = 0;
        for (Words column : WORDS) {
            int drawn = column.draw(rng);
            for (int i = 0; i < column.values; i++) {
                z[start + i] = i == drawn ? 1 : 0;
            }
            start += column.values;
        }
        z[AGE] = rng.nextGaussian();
        double visits = Math.floor(StrictMath.log(1 - rng.nextDouble()) / LOG_OF_RETURN);
        z[VISITS] = (visits - MEAN_VISITS) / DEVIATION_OF_VISITS;
        z[SUBSCRIBED] = rng.nextInt(2);
    }

    @Override
    public Features named(double[] z) {
        Features.Builder row = Features.builder();
        int start = 0;
        for (Words column : WORDS) {
            for (int i = 0; i < column.values; i++) {
                if (z[start + i] == 1) {
                    row.category(column.name, column.name + (i + 1));
                }
            }
            start += column.values;
        }
        return row.number("age", MEAN_AGE + DEVIATION_OF_AGE * z[AGE])
                .number("visits", Math.rint(MEAN_VISITS + DEVIATION_OF_VISITS * z[VISITS]))
                .flag("subscribed", z[SUBSCRIBED] == 1)
                .build();
    }

    /** Returns the standard deviations of the coefficients that an arm has for the numbers of a row. */
    static double[] deviations() {
        double[] deviations = new double[SUBSCRIBED + 1];
        int start = 0;
        for (Words column : WORDS) {
            Arrays.fill(deviations, start, start + column.values, column.deviation);
            start += column.values;
        }
        deviations[AGE] = 0.6;
        deviations[VISITS] = 0.3;
        deviations[SUBSCRIBED] = 0.6;
        return deviations;
    }
}
