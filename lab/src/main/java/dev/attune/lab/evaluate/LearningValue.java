package dev.attune.lab.evaluate;

import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Values one learning policy by the mean over several seeds. The terms of an event are averaged over the seeds, so that the standard error is that due to the events; the error
 * due to the seed is added from the spread between seeds.
 */
final class LearningValue {
    private final LearningPolicy policy;
    private final FeatureEncoder encoder;
    private final List<LogReplay> runs = new ArrayList<>();
    private final WeightedMean replay = new WeightedMean();
    private final WeightedMean sequential = new WeightedMean();
    private final WeightedMean gain = new WeightedMean();

    /**
     * Creates the bandits.
     *
     * @param encoder of arms in the form that the policy takes
     * @throws IllegalArgumentException if the encoder rejected events, policy and tuner do not fit, or the policy cannot learn such rewards
     */
    LearningValue(LearningPolicy policy, FeatureEncoder encoder, int seeds, double c, long events, Interval rewards) {
        encoder.requireAllEvents();
        this.policy = policy;
        this.encoder = encoder;
        long horizon = Math.max(1, Math.round(c * events));
        for (int seed = 1; seed <= seeds; seed++) {
            List<SelfTuningBandit> bandits = new ArrayList<>();
            for (int half = 0; half < halves(); half++) {
                SelfTuningBandit bandit = policy.make(encoder.dimension(), horizon / halves(), seed);
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

    /** Returns the encoder whose arms the bandits take. */
    FeatureEncoder encoder() {
        return encoder;
    }

    /** Teaches a logged reward to the bandits that play the other half of the log, if they are to be taught. */
    void teach(long index, LoggedEvent event) {
        if (policy.taught()) {
            runs.forEach(run -> run.teach(index, event, encoder.arms()));
        }
    }

    /** Adds an event, which has been encoded and whose propensity is known. */
    void observe(long index, LoggedEvent event, double propensity, CrossFit prediction, Evaluation.Choices choices) {
        double term = 0;
        double replayTerm = 0;
        double replayMass = 0;
        for (LogReplay run : runs) {
            LogReplay.Step step = run.observe(index, event, propensity, encoder.arms(), prediction.bounded());
            term += step.term() / runs.size();
            replayTerm += step.replayMass() * event.reward() / runs.size();
            replayMass += step.replayMass() / runs.size();
            choices.chosen(policy.label(), event, step.choice());
        }
        sequential.add(event.weight(), term, 1);
        gain.add(event.weight(), term - event.reward(), 1);
        if (replayMass > 0) {
            replay.add(event.weight(), replayTerm, replayMass);
        }
    }

    PolicyValue value() {
        List<WeightCheck> weights = runs.stream().map(LogReplay::weights).toList();
        double events = gain.error();
        double seeds = errorBetweenSeeds();
        return new PolicyValue(
                policy.label(),
                policy.taught() ? Kind.TAUGHT : Kind.LEARNING,
                List.of(
                        replay.estimate("replay", Interval.NONE),
                        sequential.estimate(Estimator.DOUBLY_ROBUST.label(), Interval.NONE)),
                weights.stream().mapToDouble(WeightCheck::effectiveSize).min().orElse(0),
                weights.stream().mapToDouble(WeightCheck::largestShare).max().orElse(1),
                runs.stream().mapToLong(LogReplay::accepted).average().orElse(0) / halves(),
                gain.value(),
                Math.sqrt(events * events + seeds * seeds),
                weights.stream()
                        .filter(WeightCheck::unbalanced)
                        .map(WeightCheck::imbalance)
                        .limit(1)
                        .toList());
    }

    private double errorBetweenSeeds() {
        double[] values = runs.stream()
                .mapToDouble(LogReplay::sequential)
                .filter(Double::isFinite)
                .toArray();
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
