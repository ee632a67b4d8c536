package dev.attune.engine;

import dev.attune.api.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One coefficient of a model.
 *
 * @param name such as {@code context.country=DE x id=tea}; {@code id=tea} for the arm alone; {@code x[3]} for vectors
 * @param mean estimate: what a feature of encoded value 1 adds to the score of the arm
 * @param deviation standard deviation of the estimate
 */
public record NamedCoefficient(String name, double mean, double deviation) {
    /**
     * Returns the coefficients of a linear model of vectors, by position; of a bank of candidates, those of the leader, whose constant comes first.
     * None if nothing was learnt, if arms have models of their own, or if the model has squares and pairs.
     *
     * @param dimension length of the vectors
     */
    static List<NamedCoefficient> ofVectors(Posterior posterior, int dimension) {
        Optional<Posterior> leader = posterior.bank().isEmpty()
                ? Optional.of(posterior)
                : posterior.bank().flatMap(bank -> bank.posterior(bank.leader()));
        if (leader.isEmpty() || leader.get().perArm() || leader.get().count() == 0) {
            return List.of();
        }
        Posterior model = leader.get();
        int constants = model.dimension() - dimension;
        if (constants < 0 || constants > 1) {
            return List.of();
        }
        double noise = model.noise();
        double[] mean = model.mean();
        List<NamedCoefficient> all = new ArrayList<>();
        for (int i = 0; i < mean.length; i++) {
            String name = i < constants ? "constant" : "x[" + (i - constants) + "]";
            all.add(new NamedCoefficient(name, mean[i], noise * Math.sqrt(Math.max(0, model.variance(i)))));
        }
        return all;
    }
}
