package dev.attune.live.statistics;

import dev.attune.api.Control;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelExplanation;
import dev.attune.api.RewardRange;
import dev.attune.api.SettingSpace;
import dev.attune.api.TunablePrior;
import dev.attune.encode.Collisions;
import dev.attune.encode.Features;
import dev.attune.encode.NamedTerm;
import dev.attune.engine.DefinedBandit;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Statistics of a bandit: a fold over its decisions and their endings, in bounded memory.
 *
 * <pre>{@code
 * BanditStatistics statistics = new BanditStatistics(space, rewards, control);
 * statistics.decided(choice, regret, context);
 * statistics.ended(ending);
 * StatisticsSnapshot now = statistics.snapshot();   // for other threads
 * }</pre>
 *
 * <p>A decision counts at its own time, a reward when it is learnt. Not thread-safe; time must not go back.
 */
public final class BanditStatistics {
    private static final int NAMES_EVERY = 50;
    private static final int FIRST_NAMES = 100;
    private static final int MOST_ALARMS = 20;

    final SettingSpace space;
    final RewardRange range;
    final List<Timeline> timelines = new ArrayList<>();
    final Tally all;
    final FrequentArms arms = new FrequentArms();
    final PropensityHistogram propensities = new PropensityHistogram();
    final RecentDecisions recent = new RecentDecisions();
    private final FeatureNames names = new FeatureNames();
    final ContextSegments segments = new ContextSegments();
    final Comparison comparison;
    private final ChangeDetector detector = new ChangeDetector();
    final ArrayDeque<Alarm> alarms = new ArrayDeque<>(); // oldest first
    double shift; // the first reward, subtracted from rewards in sums of squares
    long firstDecision;
    long lastDecision;
    long lastReward;

    /**
     * The end of a decision.
     *
     * @param decision its number in the bandit
     * @param time of the ending, in milliseconds since 1970
     * @param arm id of the chosen arm
     * @param attribution from the time of the decision
     * @param predicted mean reward that the model expected just before it learnt this one; NaN if it has no estimate
     * @param value the reward that is learnt; NaN if the decision expired
     */
    public record Ending(
            long decision, long time, String arm, Attribution attribution, double predicted, double value) {
        /** Returns whether there was no reward. */
        public boolean expired() {
            return Double.isNaN(value);
        }
    }

    /**
     * Creates empty statistics.
     *
     * @param space the hyperparameters of the policy
     * @param range of the rewards
     * @param control that the bandit is compared with
     */
    public BanditStatistics(SettingSpace space, RewardRange range, Control control) {
        this.space = space;
        this.range = range;
        this.comparison = new Comparison(range, control);
        this.all = new Tally(space.size());
        for (Span span : Span.values()) {
            timelines.add(new Timeline(span, space.size()));
        }
    }

    /**
     * Adds a decision; returns the numbers of its segments, which its end needs again.
     *
     * @param regret largest estimated mean reward of the arms on offer, minus that of the chosen one; NaN if there is no estimate
     * @param context features of the request
     */
    public int[] decided(Choice choice, double regret, Features context) {
        if (all.decisions == 0) {
            firstDecision = choice.time();
        }
        lastDecision = choice.time();
        timelines.forEach(timeline -> timeline.at(choice.time(), arms).add(choice, regret));
        all.add(choice, regret);
        propensities.add(choice.propensity());
        recent.decided(choice);
        int place = placeOf(choice.arm());
        if (place >= 0) {
            arms.choose(place, choice.time());
        }
        timelines.forEach(timeline -> timeline.choose(place));
        return segments.decided(choice, context);
    }

    private int placeOf(String arm) {
        int known = arms.find(arm);
        if (known >= 0) {
            return known;
        }
        int place = arms.enter(arm);
        if (place >= 0) {
            timelines.forEach(timeline -> timeline.forget(place));
        }
        return place;
    }

    /** Adds the end of a decision. */
    public void ended(Ending ending) {
        if (!ending.expired() && all.rewards.n == 0) {
            shift = ending.value();
        }
        timelines.forEach(timeline -> timeline.at(ending.time(), arms).add(ending, shift));
        all.add(ending, shift);
        recent.ended(ending);
        if (ending.expired()) {
            return;
        }
        lastReward = ending.time();
        comparison.ended(ending);
        arms.reward(ending, shift);
        segments.ended(ending, shift);
        detector.add(ending.time(), ending.value() - ending.predicted()).ifPresent(this::keep);
    }

    /**
     * Adds that the model was replaced by a younger one because the world had changed.
     *
     * @param rewards number of rewards learnt by then
     */
    public void replaced(long time, long rewards) {
        keep(Alarm.replaced(time, rewards));
    }

    /** Returns what the bandit is compared with. */
    public Control control() {
        return comparison.control();
    }

    /**
     * Begins a new comparison, with decisions that are still to come.
     *
     * @param decisions number of decisions so far
     */
    public void compare(Control control, long time, long decisions) {
        comparison.restart(control, time, decisions);
    }

    /**
     * Leaves waiting decisions out of the comparison.
     *
     * @param decisions number of decisions so far
     */
    public void leaveOut(long decisions) {
        comparison.leaveOut(decisions);
    }

    private void keep(Alarm alarm) {
        alarms.addLast(alarm);
        if (alarms.size() > MOST_ALARMS) {
            alarms.removeFirst();
        }
    }

    /**
     * Returns whether the names of a decision's features are needed: of all at first, then of a sample.
     *
     * @param decision its number
     */
    public static boolean wantsNames(long decision) {
        return decision <= FIRST_NAMES || decision % NAMES_EVERY == 0;
    }

    /** Returns how many times names were needed up to this decision, so that arms can take turns. */
    public static long nameTurn(long decision) {
        return decision <= FIRST_NAMES ? decision : decision / NAMES_EVERY;
    }

    /**
     * Adds the names of the terms of an arm's vector.
     *
     * @param arm id of the arm if it has a model of its own, otherwise empty
     */
    public void named(String arm, List<NamedTerm> terms) {
        names.see(arm, terms);
    }

    /**
     * Returns the coefficients of a bandit's model, by the names that were added here or that the model keeps itself.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients
     */
    public ModelView modelView(DefinedBandit bandit, String search, int most) {
        ModelExplanation explanation = bandit.explain();
        if (bandit.encoder().isSparse()) {
            return new ModelView(
                    bandit.coefficients(search, most).stream()
                            .map(ModelView.Coefficient::of)
                            .toList(),
                    explanation.coefficients(),
                    bandit.encoder().features(),
                    Double.NaN,
                    Double.NaN,
                    explanation);
        }
        Collisions collisions = bandit.encoder().collisions();
        Optional<ExplorationPath> path = bandit.bandit().policy().path();
        return new ModelView(
                names.coefficients(bandit, search, most),
                path.isEmpty() ? 0 : bandit.encoder().dimension(),
                collisions.keys(),
                collisions.rate(),
                path.flatMap(scored -> scored.posterior().prior())
                        .map(TunablePrior::lambda)
                        .orElse(Double.NaN),
                explanation);
    }

    /** Returns an immutable copy for other threads. */
    public StatisticsSnapshot snapshot() {
        return new StatisticsSnapshot(this);
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        transfer(SavedFields.to(out));
    }

    /** Reads state into empty statistics. */
    public void readState(StateReader in) {
        transfer(SavedFields.from(in));
    }

    private void transfer(SavedFields saved) {
        int parameters = saved.whole(space.size());
        saved.require(
                parameters == space.size(),
                "been made of " + parameters + " hyperparameters, the bandit has " + space.size());
        all.transfer(saved);
        arms.transfer(saved);
        timelines.forEach(timeline -> timeline.transfer(saved, arms.size()));
        propensities.transfer(saved);
        recent.transfer(saved, space);
        names.transfer(saved);
        detector.transfer(saved);
        saved.list(alarms, MOST_ALARMS, () -> Alarm.replaced(0, 0), alarm -> alarm.transfer(saved));
        shift = saved.number(shift);
        firstDecision = saved.any(firstDecision);
        lastDecision = saved.any(lastDecision);
        lastReward = saved.any(lastReward);
        segments.transfer(saved);
        comparison.transfer(saved);
    }
}
