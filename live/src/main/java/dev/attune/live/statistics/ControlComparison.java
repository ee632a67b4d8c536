package dev.attune.live.statistics;

import dev.attune.api.ConfidenceSequence;
import dev.attune.api.Control;
import dev.attune.api.RewardRange;
import dev.attune.live.statistics.BanditStatistics.Ending;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the difference between a bandit and its control, from all rewarded decisions since a fixed start: the first decision, a change of the
 * control, or a moment that an operator chose. Decisions that were made before the start do not count, as whoever chose it may have seen them.
 */
final class ControlComparison {
    private static final double UNLIKELY =
            4; // standard deviations by which the traffic of an old system may differ from its share

    private final RewardRange range;
    private Control control;
    private @Nullable ConfidenceSequence bounds; // null if rewards have no limits
    private long observed; // decisions among those that count that the bandit did not make
    private long after; // number of the last decision that does not count
    private boolean restarted;
    private long since; // time of the last restart

    ControlComparison(RewardRange range, Control control) {
        this.range = range;
        this.control = control;
        this.bounds = unknown();
    }

    private @Nullable ConfidenceSequence unknown() {
        return range.low() > RewardRange.REALS.low() && range.high() < RewardRange.REALS.high()
                ? new ConfidenceSequence(range.low(), range.high())
                : null;
    }

    Control control() {
        return control;
    }

    /** Forgets everything. Decisions up to the given number do not count. */
    void restart(Control against, long time, long decisions) {
        control = against;
        bounds = unknown();
        observed = 0;
        after = decisions;
        restarted = true;
        since = time;
    }

    /** Leaves out decisions up to the given number that still wait: some of them end because of their arm. */
    void leaveOut(long decisions) {
        after = decisions;
    }

    void ended(Ending ending) {
        Control.Term term = ending.attribution().term();
        if (bounds != null && !ending.expired() && ending.decision() > after && term.exists()) {
            bounds.add(term.g(), term.bound(), ending.value());
            observed += term.g() < 0 && !control.needsShare() ? 1 : 0;
        }
    }

    ControlComparison copy() {
        ControlComparison copy = new ControlComparison(range, control);
        copy.bounds = bounds == null ? null : bounds.copy();
        copy.observed = observed;
        copy.after = after;
        copy.restarted = restarted;
        copy.since = since;
        return copy;
    }

    /** Returns the number of rewards that count; 0 if none can. */
    long count() {
        return bounds == null ? 0 : bounds.count();
    }

    /** Returns what is known of the difference; null if rewards have no limits. */
    @Nullable
    ConfidenceSequence bounds() {
        return bounds;
    }

    /** Returns the time of the start. */
    long since(long firstDecision) {
        return restarted ? since : firstDecision;
    }

    /** Returns the share of the decisions that count that the bandit did not make, if it is not the one that the control states; otherwise NaN. */
    double wrongShare() {
        if (!(control instanceof Control.OldSystem old) || count() == 0) {
            return Double.NaN;
        }
        double expected = old.share() * count();
        boolean wrong = Math.abs(observed - expected) > UNLIKELY * Math.sqrt(expected * (1 - old.share()));
        return wrong ? (double) observed / count() : Double.NaN;
    }

    void transfer(SavedFields saved) {
        observed = saved.count(observed);
        after = saved.count(after);
        restarted = saved.whole(restarted ? 1 : 0, 1) == 1;
        since = saved.any(since);
        ConfidenceSequence known = bounds;
        if (known != null) {
            saved.part(known::writeState, known::readState);
        }
        saved.require(observed <= count(), "more observed decisions than decisions");
    }
}
