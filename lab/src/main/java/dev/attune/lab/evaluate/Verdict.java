package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.report.Interval;
import dev.attune.lab.report.Numbers;
import dev.attune.math.Normal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a log establishes about policies, compared with the policy that wrote it.
 *
 * <p>The best of many candidates looks good by chance. So the intervals hold for all of them together: each one
 * has the level 1 - 0.05/m for m candidates (Bonferroni), and only a candidate whose whole interval is above zero is
 * recommended. One whose estimate rests on too few events, or has another warning, is never recommended, whatever it says. If the propensities of the
 * log contradict what was chosen, nothing is.
 *
 * @param finding the conclusion
 * @param chosen the candidate that is recommended, if one is
 * @param gains the candidates with their intervals, the largest lower end first and those with a warning last
 * @param sentence the verdict in words
 */
public record Verdict(Finding finding, Optional<PolicyValue> chosen, List<Gain> gains, String sentence) {
    private static final double ERROR = 0.05;

    /** The conclusion about all candidates. */
    public enum Finding {
        /** A candidate is better. */
        USE,
        /** All candidates are worse. */
        KEEP,
        /** Neither is established. */
        CANNOT_TELL
    }

    /**
     * How much more a candidate earns than the logging policy.
     *
     * @param policy the candidate
     * @param interval of the gain, 95 % for all candidates together
     */
    public record Gain(PolicyValue policy, Interval interval) {
        /** Returns whether it rests on enough events, and nothing else speaks against it. */
        public boolean trusted() {
            return policy.warnings().isEmpty();
        }
    }

    /** Keeps a copy. */
    public Verdict {
        gains = List.copyOf(gains);
    }

    /** Judges all policies except the first, which wrote the log. */
    public static Verdict of(Evaluation.Result result) {
        List<PolicyValue> candidates =
                result.values().subList(1, result.values().size());
        double z = Normal.quantile(1 - ERROR / (2 * Math.max(1, candidates.size())));
        Comparator<Gain> order = Comparator.<Gain, Boolean>comparing(gain -> !gain.trusted())
                .thenComparing(gain -> -gain.interval.low()); // NaN last
        List<Gain> gains = candidates.stream()
                .map(policy -> new Gain(
                        policy,
                        new Interval(policy.gain() - z * policy.gainError(), policy.gain() + z * policy.gainError())))
                .sorted(order)
                .toList();
        if (!result.doubts().isEmpty()) {
            return new Verdict(
                    Finding.CANNOT_TELL,
                    Optional.empty(),
                    gains,
                    "The log cannot tell. " + String.join(" ", result.doubts()) + " No estimate can be trusted.");
        }
        List<Gain> trusted = gains.stream().filter(Gain::trusted).toList();
        if (trusted.isEmpty()) {
            return new Verdict(Finding.CANNOT_TELL, Optional.empty(), gains, untrusted(gains));
        }
        Gain best = trusted.get(0);
        if (best.interval.low() > 0) {
            return new Verdict(
                    Finding.USE, Optional.of(best.policy), gains, use(best, result.logging(), candidates.size()));
        }
        Gain nearest = trusted.stream()
                .max(Comparator.comparingDouble(gain -> gain.interval.high()))
                .orElseThrow();
        if (nearest.interval.high() < 0 && trusted.size() == gains.size()) {
            return new Verdict(Finding.KEEP, Optional.empty(), gains, keep(nearest, result.logging()));
        }
        return new Verdict(
                Finding.CANNOT_TELL, Optional.empty(), gains, open(trusted, gains.size(), result.logging(), z));
    }

    private static String use(Gain best, PolicyValue logging, int candidates) {
        PolicyValue policy = best.policy;
        String first = " over its first " + Numbers.fixed(policy.decisions(), 0) + " decisions, ";
        String when = switch (policy.kind()) {
            case LEARNING -> first + "starting from nothing,";
            case TAUGHT -> first + "taught by half of the log before,";
            case LOGGING, STATIONARY -> "";
        };
        return "Use " + name(policy) + ": on this log it would have earned "
                + Numbers.brief(policy.main().value()) + " a decision" + when + " where the logging policy earned "
                + Numbers.brief(logging.main().value()) + "; that is " + change(policy.gain(), logging) + ", between "
                + change(best.interval.low(), logging) + " and " + change(best.interval.high(), logging)
                + " (95 % sure, the best of " + candidates + " candidates being picked).";
    }

    private static String keep(Gain nearest, PolicyValue logging) {
        return "Keep the logging policy: every candidate would have earned less; the nearest is " + name(nearest.policy)
                + ", at " + change(nearest.policy.gain(), logging) + " (95 % sure for all candidates together).";
    }

    private static String open(List<Gain> trusted, int candidates, PolicyValue logging, double z) {
        Gain hopeful = trusted.stream()
                .max(Comparator.comparingDouble(gain -> gain.policy.gain()))
                .orElseThrow();
        if (hopeful.policy.gain() <= 0) {
            return "The log cannot tell: of " + candidates + " candidates, " + trusted.size()
                    + (trusted.size() == 1 ? " rests" : " rest")
                    + " on enough events, and none of these earns more than the"
                    + " logging policy.";
        }
        double ratio = z * hopeful.policy.gainError() / hopeful.policy.gain();
        return "The log cannot tell: no candidate that rests on enough events is surely better than the logging policy."
                + " The most hopeful is " + name(hopeful.policy) + ", between "
                + change(hopeful.interval.low(), logging)
                + " and " + change(hopeful.interval.high(), logging)
                + String.format(
                        Locale.ROOT,
                        "; if its %s is real, a log about %.1f times as long would show it.",
                        change(hopeful.policy.gain(), logging),
                        Math.max(1.1, ratio * ratio));
    }

    private static String untrusted(List<Gain> gains) {
        if (!gains.isEmpty()
                && gains.stream()
                        .allMatch(gain -> Double.isNaN(gain.policy.main().value()))) {
            return "The log cannot tell: it has no propensities. Without the probability of each choice, estimates rest on"
                    + " a model alone. Log the propensities; or, if every arm was equally likely, use --uniform.";
        }
        return gains.stream()
                .map(Gain::policy)
                .filter(PolicyValue::supported)
                .findFirst()
                .map(best -> "The log cannot tell: no estimate can be trusted. Of " + name(best) + ": "
                        + String.join("; ", best.warnings()) + ".")
                .orElseGet(() -> tooThin(gains));
    }

    private static String tooThin(List<Gain> gains) {
        String needs = "an effective sample size of 100, and no event that carries more than 10 %, are needed";
        return "The log cannot tell: "
                + gains.stream()
                        .map(Gain::policy)
                        .max(Comparator.comparingDouble(Verdict::support))
                        .map(best -> String.format(
                                Locale.ROOT,
                                "every estimate rests on too few events. The best founded, %s, has an effective sample size"
                                        + " of %,.0f and one event that carries %.0f %%; %s.",
                                name(best),
                                best.effectiveSize(),
                                100 * best.largestShare(),
                                needs))
                        .orElse("there is no candidate.");
    }

    /** Returns the support of an estimate; 1 is enough. */
    private static double support(PolicyValue policy) {
        return Math.min(
                policy.effectiveSize() / PolicyValue.LEAST_EFFECTIVE_SIZE,
                PolicyValue.MOST_SHARE / policy.largestShare());
    }

    /** Returns a gain as a percentage of the value of the logging policy, or as it is if that is not positive. */
    private static String change(double gain, PolicyValue logging) {
        double base = logging.main().value();
        return base > 0 ? Numbers.signed(100 * gain / base, 0) + " %" : Numbers.signed(gain, 4);
    }

    private static String name(PolicyValue policy) {
        return policy.kind() == Kind.LEARNING || policy.kind() == Kind.TAUGHT
                ? policy.label().replaceFirst(", ", " tuned by ")
                : "'" + policy.label() + "'";
    }
}
