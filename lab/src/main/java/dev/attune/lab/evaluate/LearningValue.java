package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Values one learning policy by the mean over several seeds. The terms of an event are averaged over the seeds, so that the standard error is that due to the events; the error
 * due to the seed is added from the spread between seeds.
 */
final class LearningValue {
    private final LearningPolicy policy;
    private final int form;
    private final List<LogReplay> runs = new ArrayList<>();
    private final WeightedMean replay = new WeightedMean();
    private final WeightedMean sequential = new WeightedMean();
    private final WeightedMean gain = new WeightedMean();

    /**
     * Creates the bandits.
     *
     * @param form which form of an event's arms they take
     * @param dimension number of features of an arm in this form
     * @throws IllegalArgumentException if policy and tuner do not fit, or the policy cannot learn such rewards
     */
    LearningValue(LearningPolicy policy, int form, int dimension, int seeds, double c, long events, Interval rewards) {
        this.policy = policy;
        this.form = form;
        long horizon = Math.max(1, Math.round(c * events));
        for (int seed = 1; seed <= seeds; seed++) {
            List<SelfTuningBandit> bandits = new ArrayList<>();
            for (int half = 0; half < halves(); half++) {
                SelfTuningBandit bandit = policy.make(dimension, horizon / halves(), seed);
                bandit.policy().rewards().require(rewards.low());
                bandit.policy().rewards().require(rewards.high());
                bandits.add(bandit);
            }
            runs.add(new LogReplay(bandits, c));
        }
    }

    private int halves() {
        return policy.taught() ? 2 : 1;
    }

    /** Teaches a logged reward to the bandits that play the other half of the log, if they are to be taught. */
    void teach(long index, LoggedEvent event, ActionSet arms) {
        if (policy.taught()) {
            runs.forEach(run -> run.teach(index, event, arms));
        }
    }

    /** Returns which form of an event's arms the bandits take. */
    int form() {
        return form;
    }

    void observe(
            long index,
            LoggedEvent event,
            double propensity,
            ActionSet arms,
            CrossFit prediction,
            Evaluation.Choices choices) {
        double term = 0;
        double replayTerm = 0;
        double replayMass = 0;
        for (LogReplay run : runs) {
            run.observe(index, event, propensity, arms, prediction);
            term += run.term() / runs.size();
            replayTerm += run.replayTerm() / runs.size();
            replayMass += run.replayMass() / runs.size();
            if (choices != Evaluation.Choices.IGNORED) {
                double[] certain = new double[arms.arms()];
                certain[run.choice()] = 1;
                choices.chosen(policy.label(), event, certain);
            }
        }
        sequential.add(event.weight(), term, 1);
        gain.add(event.weight(), term - event.reward(), 1);
        if (replayMass > 0) {
            replay.add(event.weight(), replayTerm, replayMass);
        }
    }

    PolicyValue value() {
        ValueEstimate main = sequential.estimate(Estimator.DOUBLY_ROBUST.label(), Interval.NONE);
        double events = gain.error();
        double seeds = errorBetweenSeeds(LogReplay::sequential);
        return new PolicyValue(
                policy.label(),
                policy.taught() ? Kind.TAUGHT : Kind.LEARNING,
                List.of(replay.estimate("replay", Interval.NONE), main),
                main,
                runs.stream()
                        .mapToDouble(run -> run.weights().effectiveSize())
                        .min()
                        .orElse(0),
                runs.stream()
                        .mapToDouble(run -> run.weights().largestShare())
                        .max()
                        .orElse(1),
                runs.stream().mapToLong(LogReplay::accepted).average().orElse(0) / halves(),
                gain.value(),
                Math.sqrt(events * events + seeds * seeds),
                runs.stream()
                        .map(LogReplay::weights)
                        .filter(WeightCheck::unbalanced)
                        .map(WeightCheck::imbalance)
                        .limit(1)
                        .toList());
    }

    private double errorBetweenSeeds(ToDoubleFunction<LogReplay> value) {
        double[] values =
                runs.stream().mapToDouble(value).filter(Double::isFinite).toArray();
        if (values.length < 2) {
            return 0;
        }
        double mean = 0;
        for (double v : values) {
            mean += v / values.length;
        }
        double squares = 0;
        for (double v : values) {
            squares += (v - mean) * (v - mean);
        }
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }
}
