package dev.attune.lab.run;

import dev.attune.lab.run.Judgement.Judged;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.Until;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * How many repetitions each environment plays: as many as the plan has, or, if its spec says {@code until}, as many as it
 * takes until the standard errors of the ratios that matter are small enough. These are added in waves. How many a wave has
 * depends on the results of the waves before alone, so a run that was stopped and continued ends the same.
 *
 * <p>A ratio that matters is that of a tuner named by the spec, or of any contestant if it names none: over the fixed
 * settings of its own policy if there are some, else over those of all policies of the environment. An environment without
 * such a ratio plays the first wave.
 */
final class Waves {
    private static final double SPARE = 1.1; // an error estimated from few repetitions is often too small

    private final Plan plan;
    private final Map<EnvironmentChoice, Integer> repetitions = new LinkedHashMap<>();
    private final Map<EnvironmentChoice, Integer> before = new LinkedHashMap<>();
    private final Map<EnvironmentChoice, Double> errors = new LinkedHashMap<>();

    Waves(Plan plan) {
        this.plan = plan;
        Until until = plan.spec().until();
        for (EnvironmentChoice choice : plan.spec().environments()) {
            repetitions.put(choice, until == null ? most(choice) : Math.min(most(choice), until.least()));
        }
    }

    private int most(EnvironmentChoice choice) {
        return Math.min(plan.spec().repetitions(), choice.mostRepetitions());
    }

    /** Returns how often the combinations of an environment are played, as far as is decided. */
    int repetitions(EnvironmentChoice choice) {
        return repetitions.getOrDefault(choice, 0);
    }

    /** Returns whether a cell is played, as far as is decided. */
    boolean include(Cell cell) {
        return cell.repetition() <= repetitions(cell.combination().choice());
    }

    /**
     * Adds repetitions where the errors are too large.
     *
     * @param results of an environment, of all repetitions that are decided
     * @return how many environments go on
     */
    int grow(Function<EnvironmentChoice, List<CellResult>> results) {
        Until until = plan.spec().until();
        if (until == null) {
            return 0;
        }
        before.putAll(repetitions);
        int going = 0;
        for (EnvironmentChoice choice : plan.spec().environments()) {
            int now = repetitions(choice);
            int most = most(choice);
            Double known = errors.get(choice);
            if (known != null && (known <= until.error() || now == most)) {
                continue; // decided before
            }
            double error = error(Judgement.of(results.apply(choice)), until);
            errors.put(choice, error);
            if (error > until.error() && now < most) {
                repetitions.put(choice, Math.min(most, next(now, error / until.error())));
                going++;
            }
        }
        return going;
    }

    /** Removes the repetitions that were added last. */
    void takeBack() {
        repetitions.putAll(before);
    }

    /** Returns the next number of repetitions, even, between a fifth more and twice as many. */
    private static int next(int now, double timesTooLarge) {
        int needed = (int) Math.ceil(Math.min(2 * now, SPARE * now * timesTooLarge * timesTooLarge));
        int next = Math.max(needed, now + Math.max(2, now / 5));
        return next + next % 2;
    }

    /** Returns the largest error of the ratios that matter; zero if there are none. */
    private static double error(List<Judged> all, Until until) {
        return all.stream()
                .filter(judged -> judged.role() == Role.ASKED)
                .filter(judged -> (judged.mark() == Judgement.Mark.OWN) == judged.ownRates())
                .filter(judged -> until.of().isEmpty() || until.of().contains(judged.tuner()))
                .mapToDouble(judged -> judged.mean().standardError()
                        / Math.max(1, judged.mean().value()))
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(0);
    }

    /** Returns the environments whose errors are too large still, one line for each. */
    List<String> notes() {
        Until until = plan.spec().until();
        List<String> notes = new ArrayList<>();
        errors.forEach((choice, error) -> {
            if (until != null && error > until.error()) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s: the standard error of a ratio is %.3f, above %s",
                        choice.label(),
                        error,
                        until.error()));
            }
        });
        return notes;
    }
}
