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
    final ControlComparison comparison;
    private final FallDetector falls = new FallDetector();
    final List<Alarm> alarms = new ArrayList<>(); // oldest first
    private long raised; // alarms ever
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
     * @param value the reward that is learnt; NaN if the decision expired
     * @param withdrawn whether it expired before the end of its window, as when its arm is retired
     */
    public record Ending(
            long decision, long time, String arm, Attribution attribution, double value, boolean withdrawn) {
        /** Creates an end by a reward, or at the end of the window. */
        public Ending(long decision, long time, String arm, Attribution attribution, double value) {
            this(decision, time, arm, attribution, value, false);
        }

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
        this.comparison = new ControlComparison(range, control);
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
        FallDetector.End end = !ending.expired()
                ? FallDetector.End.REWARDED
                : ending.withdrawn() ? FallDetector.End.WITHDRAWN : FallDetector.End.EXPIRED;
        falls.ended(ending.decision(), ending.time(), end, ending.value())
                .ifPresent(fall -> keep(Alarm.fell(++raised, ending.time(), fall)));
        if (ending.expired()) {
            return;
        }
        lastReward = ending.time();
        comparison.ended(ending);
        arms.reward(ending, shift);
        segments.ended(ending, shift);
    }

    /**
     * Adds that the model was replaced by a younger one, which had predicted better.
     *
     * @param rewards number of rewards learnt by then
     */
    public void replaced(long time, long rewards) {
        Alarm last = Alarm.replaced(++raised, time, rewards);
        keep(last);
        List<Alarm> burst = new ArrayList<>();
        for (Alarm alarm : alarms) {
            if (alarm.kind() == Alarm.Kind.MODEL_REPLACED_OFTEN) {
                if (alarm.needsAttention()) {
                    return; // one is enough
                }
                burst.clear(); // those before were reported
            } else if (alarm.kind() == Alarm.Kind.MODEL_REPLACED && rewards - alarm.count() <= Alarm.BURST_REWARDS) {
                burst.add(alarm);
            }
        }
        if (burst.size() >= Alarm.BURST) {
            keep(Alarm.replacedOften(++raised, burst.get(0), last));
        }
    }

    /** Returns whether there is an alarm with this number. */
    public boolean hasAlarm(long id) {
        return alarms.stream().anyMatch(alarm -> alarm.id() == id);
    }

    /** Returns whether an alarm is acknowledged. */
    public boolean acknowledged(long id) {
        return alarms.stream().anyMatch(alarm -> alarm.id() == id && alarm.acknowledged() != null);
    }

    /** Adds that an operator has seen an alarm; without effect if it was acknowledged before. */
    public void acknowledge(long id, String by, long time) {
        alarms.replaceAll(
                alarm -> alarm.id() == id && alarm.acknowledged() == null ? alarm.acknowledged(by, time) : alarm);
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

    /** Keeps an alarm; beyond the most, the oldest that needs no attention is forgotten, or the oldest. */
    private void keep(Alarm alarm) {
        alarms.add(alarm);
        if (alarms.size() > MOST_ALARMS) {
            int oldest = 0;
            while (oldest < alarms.size() && alarms.get(oldest).needsAttention()) {
                oldest++;
            }
            alarms.remove(oldest < alarms.size() ? oldest : 0);
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
        falls.transfer(saved);
        saved.list(alarms, MOST_ALARMS, () -> Alarm.BLANK, alarm -> alarm.transfer(saved));
        raised = saved.count(raised);
        shift = saved.number(shift);
        firstDecision = saved.any(firstDecision);
        lastDecision = saved.any(lastDecision);
        lastReward = saved.any(lastReward);
        segments.transfer(saved);
        comparison.transfer(saved);
    }
}
