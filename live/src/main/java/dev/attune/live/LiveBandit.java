package dev.attune.live;

import dev.attune.EncodedBandit;
import dev.attune.api.Decision;
import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A bandit as the service and the stream job run it: decisions with numbers, rewards that are joined to them within a window, and all
 * of it told to a log.
 *
 * <pre>
 *   command   checks, changes the state, tells the event
 *   apply     the event of a log changes the state in the same way; a decision is made again and must come out the same
 * </pre>
 *
 * <p>So the state is a fold over the events, and a replay gives the same bits. A command that is refused has changed nothing. For one
 * thread at a time; time is an argument and never goes back.
 */
public final class LiveBandit {
    private final int number;
    private final LiveDefinition definition;
    private final EncodedBandit model;
    private final Map<Long, WaitingDecision> waiting = new LinkedHashMap<>(); // by number, the oldest first
    private List<Arm> catalogue = List.of();
    private int catalogueVersion;
    private boolean paused;
    private long decisions;
    private long learnt;
    private long time;

    private LiveBandit(int number, LiveDefinition definition) {
        this.number = number;
        this.definition = definition;
        this.model = definition.bandit().build();
    }

    /**
     * A bandit that has learnt nothing.
     *
     * @param number what the journal calls it
     */
    public static LiveBandit create(int number, LiveDefinition definition) {
        return new LiveBandit(number, definition);
    }

    /**
     * Chooses an arm.
     *
     * @param now in milliseconds since 1970
     * @throws RefusedException if the request cannot be met; nothing has changed
     */
    public Answer decide(DecisionRequest request, long now, EventLog log) {
        requireRunning();
        Offer offer = pinned(request.offer());
        List<Arm> arms = arms(offer);
        Decision made = decide(request, arms);
        Decided event = Decided.of(number, decisions + 1, learnt, request.clientId(), request.context(), offer, made);
        long at = clock(now);
        long position = log.append(event, at);
        wait(event, position, at, List.of());
        return new Answer(
                event.decision(),
                position,
                event.round(),
                arms.get(made.arm()).id(),
                made.propensity(),
                made.suggestion().setting(),
                List.of(),
                false);
    }

    private Decision decide(DecisionRequest request, List<Arm> arms) {
        try {
            return model.decide(request.context(), arms);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RefusedException.Reason.INVALID, "", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Takes a reward.
     *
     * @param rewardId what the caller calls the reward, so that it counts once; empty if it has no name
     * @throws RefusedException if the value cannot be a reward; nothing has changed
     */
    public RewardOutcome reward(long decision, String rewardId, double value, long now, EventLog log) {
        requireReward(value);
        if (decision < 1 || decision > decisions) {
            return RewardOutcome.UNKNOWN;
        }
        WaitingDecision waits = waiting.get(decision);
        if (waits == null) {
            return RewardOutcome.LATE;
        }
        if (waits.rewardIds.contains(rewardId)) {
            return RewardOutcome.DUPLICATE;
        }
        RewardRules rules = definition.rules();
        if (rules.aggregation() == Aggregation.FIRST && waits.value().isPresent()) {
            return RewardOutcome.NOT_FIRST;
        }
        long at = clock(now);
        log.append(new JournalEvent.Rewarded(number, decision, rewardId, value), at);
        waits.gather(rules.aggregation(), rewardId, value);
        if (rules.learning() == Learning.AT_ONCE) {
            log.append(new JournalEvent.Joined(number, decision, value), at);
            learn(waits, value);
        }
        return RewardOutcome.COUNTED;
    }

    /**
     * Takes note of a choice that the caller made; the model learns it as it learns the reward of a decision. Paused or not.
     *
     * @throws RefusedException if it makes no sense; nothing has changed
     */
    public Answer observe(Observation observation, long now, EventLog log) {
        checkObserve(observation);
        throw new UnsupportedOperationException("observe");
    }

    /**
     * Registers the arms that later requests refer to, in place of those before.
     *
     * @return the version of the catalogue
     * @throws RefusedException if there is no arm, or one twice; nothing has changed
     */
    public int catalogue(List<Arm> arms, long now, EventLog log) {
        catalogue = List.copyOf(arms);
        catalogueVersion++;
        log.append(new JournalEvent.Catalogued(number, catalogueVersion, catalogue), clock(now));
        return catalogueVersion;
    }

    /**
     * Changes something at an operator's wish.
     *
     * @throws RefusedException if there is no such arm; nothing has changed
     */
    public void change(Change change, long now, EventLog log) {
        apply(change);
        log.append(change.toEvent(number), clock(now));
    }

    private void apply(Change change) {
        switch (change.what()) {
            case PAUSE -> paused = true;
            case RESUME -> paused = false;
            default -> {}
        }
    }

    /**
     * Refuses what {@link #decide} would refuse, without any effect: so a batch can be checked before any of it is done.
     *
     * @throws RefusedException as {@link #decide} would
     */
    public void checkDecide(DecisionRequest request) {
        requireRunning();
        arms(pinned(request.offer()));
    }

    /**
     * Refuses what {@link #observe} would refuse, without any effect.
     *
     * @throws RefusedException as {@link #observe} would
     */
    public void checkObserve(Observation observation) {
        arms(pinned(observation.offer()));
        observation.reward().ifPresent(this::checkReward);
    }

    /**
     * Refuses a value that can be no reward of this bandit, without any effect.
     *
     * @throws RefusedException as {@link #reward} would
     */
    public void checkReward(double value) {
        requireReward(value);
    }

    /**
     * Repeats the decision that a log tells of, as {@link #apply} does, and says why it came out so. The bandit must be as it was just
     * before the decision.
     *
     * @param record its event is a {@link Decided}
     * @throws ReplayMismatchException if the decision comes out otherwise
     */
    public Explanation explain(JournalRecord record) {
        apply(record);
        throw new UnsupportedOperationException("explain");
    }

    /** All of its state, sealed: {@link #read} goes on bit for bit. */
    @SuppressWarnings("DoNotCallSuggester")
    public byte[] write() {
        throw new UnsupportedOperationException("write");
    }

    /**
     * A bandit that goes on bit for bit as the one that was written.
     *
     * @param number what the journal calls it
     * @throws dev.attune.state.StateFormatException if the bytes are damaged, foreign, or of a bandit with another number
     */
    @SuppressWarnings("DoNotCallSuggester")
    public static LiveBandit read(int number, byte[] bytes) {
        throw new UnsupportedOperationException("read");
    }

    /** Learns, or gives up, what has waited long enough; how many decisions that were. */
    public int closeDue(long now, EventLog log) {
        long at = clock(now);
        int closed = 0;
        for (Iterator<WaitingDecision> oldest = waiting.values().iterator(); oldest.hasNext(); closed++) {
            WaitingDecision waits = oldest.next();
            if (waits.deadline > at) {
                break;
            }
            close(waits, at, log);
            oldest = waiting.values().iterator();
        }
        return closed;
    }

    private void close(WaitingDecision waits, long at, EventLog log) {
        OptionalDouble value =
                waits.value().isPresent() ? waits.value() : definition.rules().defaultReward();
        if (value.isPresent()) {
            double joined = held(value.getAsDouble());
            log.append(new JournalEvent.Joined(number, waits.event.decision(), joined), at);
            learn(waits, joined);
        } else {
            log.append(new JournalEvent.Expired(number, waits.event.decision()), at);
            expire(waits);
        }
    }

    /** When the oldest decision has waited long enough; {@link Long#MAX_VALUE} if none waits. */
    public long nextDeadline() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.values().iterator().next().deadline;
    }

    /**
     * Repeats what a log tells.
     *
     * @throws ReplayMismatchException if a decision comes out otherwise
     */
    public void apply(JournalRecord record) {
        time = Math.max(time, record.time());
        JournalEvent event = record.event();
        if (event instanceof Decided decided) {
            repeat(decided, record);
        } else if (event instanceof JournalEvent.Rewarded rewarded) {
            require(rewarded.decision(), record.position())
                    .gather(definition.rules().aggregation(), rewarded.rewardId(), rewarded.value());
        } else if (event instanceof JournalEvent.Joined joined) {
            learn(require(joined.decision(), record.position()), joined.value());
        } else if (event instanceof JournalEvent.Expired expired) {
            expire(require(expired.decision(), record.position()));
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            catalogue = catalogued.arms();
            catalogueVersion = catalogued.version();
        } else if (event instanceof JournalEvent.Changed changed) {
            apply(Change.of(changed));
        }
    }

    private void repeat(Decided told, JournalRecord record) {
        Decision made = model.decide(told.context(), arms(told.offer()));
        Decided again = Decided.of(number, decisions + 1, learnt, told.clientId(), told.context(), told.offer(), made)
                .withRanking(told.ranking());
        if (!again.equals(told)) {
            throw new ReplayMismatchException(
                    record.position(),
                    "the journal tells arm " + told.arm() + " with setting " + Arrays.toString(told.setting())
                            + ", replaying gives arm " + again.arm() + " with setting "
                            + Arrays.toString(again.setting()));
        }
        wait(told, record.position(), record.time(), List.of());
    }

    private WaitingDecision require(long decision, long position) {
        WaitingDecision waits = waiting.get(decision);
        if (waits == null) {
            throw new ReplayMismatchException(position, "decision " + decision + " does not wait for a reward");
        }
        return waits;
    }

    private void wait(Decided event, long position, long at, List<Arm> arms) {
        decisions = event.decision();
        long deadline = at + definition.rules().window().toMillis();
        waiting.put(event.decision(), new WaitingDecision(event, position, deadline, arms));
    }

    private void learn(WaitingDecision waits, double value) {
        model.reward(waits.event.toDecision(model.bandit().policy().space()), value);
        learnt++;
        waiting.remove(waits.event.decision());
    }

    private void expire(WaitingDecision waits) {
        model.expire(waits.event.toDecision(model.bandit().policy().space()));
        waiting.remove(waits.event.decision());
    }

    private long clock(long now) {
        time = Math.max(time, now);
        return time;
    }

    private void requireRunning() {
        if (paused) {
            throw new RefusedException(RefusedException.Reason.PAUSED, "", "the bandit is paused");
        }
    }

    private void requireReward(double value) {
        if (!(Math.abs(value) <= Double.MAX_VALUE)) {
            throw new RefusedException(RefusedException.Reason.INVALID, "value", "a reward must be a finite number");
        }
        if (definition.rules().aggregation() != Aggregation.SUM && value != held(value)) {
            throw new RefusedException(
                    RefusedException.Reason.INVALID,
                    "value",
                    "reward = " + value + " is outside the range of this bandit's rewards");
        }
    }

    private double held(double value) {
        var range = definition.bandit().rewards();
        return Math.min(Math.max(value, range.low()), range.high());
    }

    private Offer pinned(Offer offer) {
        if (offer instanceof Offer.FromCatalogue wanted) {
            if (catalogueVersion == 0 || (wanted.version() != 0 && wanted.version() != catalogueVersion)) {
                throw new RefusedException(
                        RefusedException.Reason.CATALOGUE,
                        "catalogue",
                        catalogueVersion == 0
                                ? "the bandit has no catalogue: send arms, or register one"
                                : "the catalogue in force is version " + catalogueVersion + ", not "
                                        + wanted.version());
            }
            return new Offer.FromCatalogue(catalogueVersion, wanted.ids());
        }
        return offer;
    }

    private List<Arm> arms(Offer offer) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms();
        }
        List<String> ids = ((Offer.FromCatalogue) offer).ids();
        if (ids.isEmpty()) {
            return catalogue;
        }
        List<Arm> chosen = new ArrayList<>();
        for (Arm arm : catalogue) {
            if (ids.contains(arm.id())) {
                chosen.add(arm);
            }
        }
        return chosen;
    }

    /** What the journal calls it. */
    public int number() {
        return number;
    }

    /** What it was made from. */
    public LiveDefinition definition() {
        return definition;
    }

    /** Decisions so far. */
    public long decisions() {
        return decisions;
    }

    /** Rewards learnt so far. */
    public long learnt() {
        return learnt;
    }

    /** Decisions that wait for their rewards. */
    public int waiting() {
        return waiting.size();
    }

    /** Whether it refuses to decide. */
    public boolean paused() {
        return paused;
    }

    /** Version of the catalogue in force; 0 if none was registered. */
    public int catalogueVersion() {
        return catalogueVersion;
    }

    /** The arms of the catalogue in force. */
    public List<Arm> catalogueArms() {
        return catalogue;
    }

    /** Decisions that were given up without a reward. */
    public long expired() {
        return 0;
    }

    /** Decisions whose arm was not the one with the largest estimate. */
    public long explored() {
        return 0;
    }

    /** What all decisions gave up by their own estimates: best mean minus chosen mean, on the scale of the policy's index, summed. */
    public double regretProxy() {
        return 0;
    }

    /** Events that it is the result of are told up to this time, in milliseconds since 1970. */
    public long time() {
        return time;
    }
}
