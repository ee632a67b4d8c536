package dev.attune.lab.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a policy would have earned on a log, and how much of the log says so.
 *
 * @param label what the policy is called
 * @param kind what sort of policy it is
 * @param estimates what each estimator says
 * @param main the estimate that counts
 * @param effectiveSize number of equally weighted events that the estimate is worth
 * @param largestShare the largest part of the estimate that rests on one event
 * @param decisions length of the learning run, mean over seeds; for others the number of events
 * @param gain main estimate minus what the logging policy earned
 * @param gainError standard error of the gain
 */
public record PolicyValue(
        String label,
        Kind kind,
        List<Estimate> estimates,
        Estimate main,
        double effectiveSize,
        double largestShare,
        double decisions,
        double gain,
        double gainError) {
    /** Below it an estimate rests on too few events to act on. */
    public static final double LEAST_EFFECTIVE_SIZE = 100;

    /** Above it one event carries too much of an estimate to act on it. */
    public static final double MOST_SHARE = 0.1;

    /** What sort of policy it is. */
    public enum Kind {
        /** The policy that wrote the log. */
        LOGGING,
        /** One that does not learn while it is valued. */
        STATIONARY,
        /** A bandit that starts from nothing and learns from the log. */
        LEARNING,
        /** A bandit that one half of the log has taught before it plays the other, learning on. */
        TAUGHT
    }

    /** Keeps a copy. */
    public PolicyValue {
        estimates = List.copyOf(estimates);
    }

    /** Why the number is not to be acted on; empty if it may be. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (Double.isNaN(main.value())) {
            warnings.add("no propensities");
            return warnings;
        }
        if (effectiveSize < LEAST_EFFECTIVE_SIZE) {
            warnings.add(String.format(Locale.ROOT, "effective sample size %.0f < 100", effectiveSize));
        }
        if (largestShare >= 1) {
            warnings.add("one event or none has a reward");
        } else if (largestShare > MOST_SHARE) {
            warnings.add(String.format(Locale.ROOT, "one event carries %.0f %%", 100 * largestShare));
        }
        return warnings;
    }
}
