package dev.attune.lab.evaluate;

import dev.attune.lab.report.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The value of a policy on a log, and how much of the log supports it.
 *
 * @param label name of the policy
 * @param kind kind of the policy
 * @param estimates one for each estimator
 * @param effectiveSize number of equally weighted events that the estimate is worth
 * @param largestShare the largest part of the estimate that rests on one event
 * @param decisions length of the learning run, mean over seeds; for others the number of events
 * @param gain {@linkplain #main main estimate} minus the value of the logging policy
 * @param gainError standard error of the gain
 * @param doubts reasons not to trust the estimates, beside too few events
 */
public record PolicyValue(
        String label,
        Kind kind,
        List<ValueEstimate> estimates,
        double effectiveSize,
        double largestShare,
        double decisions,
        double gain,
        double gainError,
        List<String> doubts) {
    /** An estimate with a smaller effective size rests on too few events to act on. */
    public static final double LEAST_EFFECTIVE_SIZE = 100;

    /** An estimate of which one event carries a larger share is not to be acted on. */
    public static final double MOST_SHARE = 0.1;

    /** The kind of a policy. */
    public enum Kind {
        /** The policy that wrote the log. */
        LOGGING,
        /** A policy that does not learn while it is valued. */
        STATIONARY,
        /** A bandit that starts from nothing and learns from the log. */
        LEARNING,
        /** A bandit that has learnt one half of the log before it plays the other, and learns on. */
        TAUGHT
    }

    /**
     * The estimate of one estimator.
     *
     * @param estimator its name in tables
     * @param value mean reward of a decision; NaN if the log does not allow it
     * @param interval 95 % interval by the standard error, corrected for skewness
     * @param bernstein 95 % interval by the empirical Bernstein bound; NaN if no range is known
     */
    public record ValueEstimate(String estimator, double value, Interval interval, Interval bernstein) {}

    /** Keeps copies. */
    public PolicyValue {
        estimates = List.copyOf(estimates);
        doubts = List.copyOf(doubts);
    }

    /** Returns the estimate that verdicts use: doubly robust; for the logging policy, the only one. */
    public ValueEstimate main() {
        return estimates.stream()
                .filter(estimate -> estimate.estimator().equals(Estimator.DOUBLY_ROBUST.label()))
                .findFirst()
                .orElse(estimates.get(0));
    }

    /** Returns the reasons not to act on the value; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (Double.isNaN(main().value())) {
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
        warnings.addAll(doubts);
        return warnings;
    }

    /** Returns whether the estimate rests on enough events, whether or not there are other doubts. */
    boolean supported() {
        return effectiveSize >= LEAST_EFFECTIVE_SIZE && largestShare <= MOST_SHARE;
    }
}
