package dev.attune.live;

import dev.attune.api.Control;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.PreparedRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.engine.SettledRounds;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.live.Admission.Round;
import dev.attune.live.statistics.Attribution;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A bandit as the service and the stream job run it: numbered decisions, rewards that are joined to them within a window, and an event for
 * every change.
 *
 * <pre>
 *   command   checks, changes the state, appends the event
 *   apply     replays a logged event; a decision is made again and must be the same
 * </pre>
 *
 * <p>The state is a fold over the events, so a replay gives the same bits. It is divided among parts that own it:
 *
 * <pre>
 *   model       what is learnt                    Admission           catalogue and pause; checks requests
 *   DecisionLedger   open decisions, counters     StatisticsRecorder  statistics, without effect on decisions
 * </pre>
 *
 * <p>A command that throws {@link RefusedException} has changed nothing. After any other exception of a command or a replay the bandit must
 * be discarded and rebuilt from its events. Not thread-safe. Time is an argument, in milliseconds since 1970; if it goes back, the last
 * time is used.
 */
public final class LiveBandit {
    private static final String STATE_NAME = "live bandit/6";
    private static final String STORED_STATE = "live bandit with store/5"; // decisions are elsewhere

    private final int number;
    private final RewardRules rules;
    private final DefinedBandit model;
    private final DecisionLedger ledger;
    private final Admission admission;
    private final StatisticsRecorder recorder;
    private LiveDefinition definition;
    private long time;

    private LiveBandit(int number, RewardRules rules, Control control, DefinedBandit model) {
        this.number = number;
        this.rules = rules;
        this.model = model;
        this.ledger = new DecisionLedger(rules, model);
        this.admission = new Admission(rules, model, ledger);
        this.recorder = new StatisticsRecorder(model, control);
        this.definition = new LiveDefinition(model.definition(), rules, control);
    }

    /**
     * Creates a bandit that has learnt nothing.
     *
     * @param number of the bandit in the journal
     */
    public static LiveBandit create(int number, LiveDefinition definition) {
        return new LiveBandit(number, definition.rules(), definition.control(), new DefinedBandit(definition.bandit()));
    }

    // --- saved state, see docs/format/live.md

    /**
     * Reads a bandit, which continues bit for bit as the one that was written.
     *
     * @param number of the bandit in the journal
     * @throws StateFormatException if the bytes are damaged, invalid, or of a bandit with another number
     */
    public static LiveBandit read(int number, byte[] bytes) {
        return open(bytes, (in, name) -> {
            int saved = in.readInt();
            if (saved != number) {
                throw new StateFormatException("the saved state is of bandit " + saved + ", not of " + number);
            }
            return read(number, name, in);
        });
    }

    /**
     * Reads a published model into a bandit that decides by it, with random numbers of its own.
     *
     * @param bytes from {@link #writeShared}
     * @param round number of rounds already drawn with this seed
     * @throws StateFormatException as {@link #read}
     */
    public static LiveBandit follow(byte[] bytes, long seed, long round) {
        LiveBandit bandit = open(bytes, (in, name) -> read(in.readInt(), name, in));
        bandit.model.reseed(seed, round);
        bandit.redefined();
        return bandit;
    }

    private static LiveBandit open(byte[] bytes, BiFunction<StateReader, String, LiveBandit> reader) {
        try {
            String name = Checkpoint.name(bytes).equals(STORED_STATE) ? STORED_STATE : STATE_NAME;
            return Checkpoint.open(bytes, name, in -> reader.apply(in, name));
        } catch (StateFormatException e) {
            throw e;
        } catch (RuntimeException e) { // the checksum can be forged, so any constructor below may find invalid values
            throw new StateFormatException("the saved bandit is invalid: " + e.getMessage());
        }
    }

    private static LiveBandit read(int number, String name, StateReader in) {
        LiveBandit bandit =
                new LiveBandit(number, RewardRules.read(in), SavedValues.readControl(in), DefinedBandit.read(in));
        bandit.time = in.readTally();
        bandit.ledger.readCounters(in);
        bandit.admission.read(in);
        bandit.ledger.readDecisions(name.equals(STORED_STATE), in);
        bandit.recorder.statistics().readState(in);
        return bandit;
    }

    /** Returns the whole state, sealed, for {@link #read}; without the decisions that are in a store. */
    public byte[] write() {
        return Checkpoint.seal(ledger.stored() ? STORED_STATE : STATE_NAME, out -> write(true, out));
    }

    /**
     * Keeps decisions in a store from now on, each until a time after its window, so that only they need to be saved again, and not all of the others.
     * Moves those that the bandit has. To be called with the same store after {@link #read}, before any command.
     *
     * @param remember for how long after its window the answer of a decision is repeated and its reward ids are recognised
     */
    public void keepIn(DecisionStore store, Duration remember) {
        ledger.keepIn(store, remember, time);
    }

    /** Returns the state without open decisions and remembered answers, sealed, for {@link #follow}. */
    public byte[] writeShared() {
        return Checkpoint.seal(STATE_NAME, out -> write(false, out));
    }

    private void write(boolean whole, StateWriter out) {
        out.writeInt(number);
        rules.write(out);
        out.writeString(ControlText.of(definition.control()));
        if (whole) {
            model.write(out);
        } else {
            model.writePublished(out);
        }
        out.writeLong(time);
        ledger.writeCounters(out);
        admission.write(out);
        (whole ? ledger : new DecisionLedger(rules, model)).kept().write(out);
        recorder.statistics().writeState(out);
    }

    /** Returns the model as a file that {@link dev.attune.Bandit#load} reads. */
    public byte[] model() {
        return model.save(new SettledRounds(0));
    }

    // --- commands

    /**
     * Chooses an arm.
     *
     * @throws RefusedException if the request is rejected; nothing has changed
     */
    public Answer decide(DecisionRequest request, long now, EventAppender log) {
        return ledger.answered(request).orElseGet(() -> {
            Round round = admission.admit(request, 1);
            return record(round, round.refusing(model::decide), now, log);
        });
    }

    /** Appends and remembers a decision that has just been made. */
    Answer record(Round round, Pull made, long now, EventAppender log) {
        Decided event = event(round, made);
        return open(event, made, round.arms(), append(event, now, log));
    }

    /** Returns the answer to an earlier request or observation with this client id, as long as it is remembered. */
    public Optional<Answer> answered(String clientId) {
        return ledger.answered(clientId);
    }

    /** Returns roughly how many multiplications the scoring of a request takes; {@link PreparedRound#cost} is more exact. */
    public long cost(DecisionRequest request) {
        return admission.cost(request);
    }

    /** Starts a batch of decisions that several threads can score, with the results of one after the other. */
    public DecisionBatch batch() {
        return new DecisionBatch(this, model, admission, ledger);
    }

    /**
     * Records a choice of the caller, from which the model learns as from a decision. Also accepted by a paused bandit.
     *
     * @throws RefusedException if the observation is invalid; nothing has changed
     */
    public Answer observe(Observation observation, long now, EventAppender log) {
        Optional<Answer> earlier = ledger.answered(observation);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Round round = admission.admit(observation, 1);
        int arm = round.place(observation.arm());
        Pull made = round.refusing((context, arms) -> model.observe(context, arms, arm));
        Answer answer = record(round, made, now, log);
        if (observation.reward().isPresent()) {
            accept(answer.decision(), "", observation.reward().getAsDouble(), now, log);
        }
        return answer;
    }

    /**
     * Accepts a reward.
     *
     * @param rewardId the caller's id of the reward, so that it counts once; empty for none
     * @throws RefusedException if it cannot be a reward of this bandit; nothing has changed
     */
    public RewardOutcome reward(long decision, String rewardId, double value, long now, EventAppender log) {
        admission.checkReward(rewardId, value);
        return accept(decision, rewardId, value, now, log);
    }

    private RewardOutcome accept(long decision, String rewardId, double value, long now, EventAppender log) {
        WaitingDecision waits = ledger.kept().find(decision);
        RewardOutcome outcome = ledger.outcome(decision, waits, rewardId, at(now));
        if (waits != null && outcome == RewardOutcome.COUNTED) {
            ledger.gather(waits, rewardId, value);
            append(new JournalEvent.Rewarded(number, decision, rewardId, value), now, log);
            if (rules.atOnce()) {
                close(waits, now, log);
            }
        }
        return outcome;
    }

    /**
     * Closes all decisions whose windows are over, in their order, by learning their rewards or expiring them; returns their number. Removes decisions
     * from the store that are no longer remembered.
     */
    public int closeDue(long now, EventAppender log) {
        return closeDue(now, Integer.MAX_VALUE, log);
    }

    /** Closes at most so many decisions whose windows are over. A reward of one that remains is late nevertheless. */
    public int closeDue(long now, int most, EventAppender log) {
        int closed = 0;
        KeptDecisions kept = ledger.kept();
        for (WaitingDecision due = kept.due(at(now)); due != null && closed < most; due = kept.due(at(now))) {
            close(due, now, log);
            closed++;
        }
        kept.forget(at(now));
        return closed;
    }

    private void close(WaitingDecision waits, long now, EventAppender log) {
        time = at(now); // for the statistics
        OptionalDouble earned = ledger.earned(waits);
        OptionalLong change = earned.isPresent() ? join(waits, earned.getAsDouble()) : OptionalLong.empty();
        if (change.isPresent()) {
            append(new JournalEvent.Joined(number, waits.number, earned.getAsDouble(), change.getAsLong()), now, log);
        } else {
            expire(waits, now, log); // also if the model rejects the reward: one decision must not block all later ones
        }
    }

    private void expire(WaitingDecision waits, long now, EventAppender log) {
        time = at(now);
        expire(waits);
        append(new JournalEvent.Expired(number, waits.number), now, log);
    }

    /**
     * Registers the arms that later requests refer to, in place of the previous ones.
     *
     * @return the version of the catalogue
     * @throws RefusedException if there is no arm, or one twice; nothing has changed
     */
    public int catalogue(List<Arm> arms, long now, EventAppender log) {
        int version = admission.register(arms);
        append(new JournalEvent.Catalogued(number, version, arms), now, log);
        return version;
    }

    /**
     * Applies a change of an operator. An arm is retired from the catalogue, which gets another version; if it has a model of its own, the
     * model forgets it, and its waiting decisions expire, so that their rewards cannot go to a new arm. An alarm that
     * is acknowledged stays as it is.
     *
     * @throws RefusedException if there is no such arm or alarm; nothing has changed
     */
    public void change(Change change, long now, EventAppender log) {
        admission.check(change);
        if (change.what() == Change.What.ACKNOWLEDGE) {
            if (!recorder.statistics().hasAlarm(change.alarm())) {
                throw new RefusedException(
                        RefusedException.Reason.UNKNOWN, "alarm", "there is no alarm " + change.to());
            }
            if (recorder.statistics().acknowledged(change.alarm())) {
                return;
            }
        }
        time = at(now); // for the statistics
        if (change.what() == Change.What.RETIRE && model.hasModelOf(change.to())) {
            ledger.kept().waiting().stream()
                    .filter(waits -> waits.arm.equals(change.to()))
                    .forEach(waits -> expire(waits, now, log));
        }
        apply(change);
        append(change.toEvent(number), now, log);
    }

    /**
     * Rejects what {@link #decide} or {@link #observe} would reject if the requests came one after the other, without any effect, so that a batch is
     * all or nothing. Not needed for a single request.
     *
     * @throws RefusedException as these methods, with the index of the request
     */
    public void check(List<? extends LiveRequest> requests) {
        admission.check(requests, Set.of(), 0);
    }

    /** Expires all waiting decisions without an event: for a bandit that only decides by the model of another. */
    public void release() {
        ledger.kept().waiting().forEach(this::expire);
    }

    private long at(long now) {
        return Math.max(time, now);
    }

    /** Appends an event whose effect has been applied; returns its position. */
    private long append(JournalEvent event, long now, EventAppender log) {
        time = at(now);
        return log.append(event, time);
    }

    // --- replay

    /**
     * Replays a logged event.
     *
     * @throws ReplayMismatchException if the result differs from the log; the bandit must be discarded
     */
    public void apply(JournalRecord record) {
        try {
            replay(record);
        } catch (IllegalArgumentException | RefusedException e) {
            throw mismatch(record, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Replays a logged decision as {@link #apply} does, and returns why it was made. The bandit must be in the state just before the
     * decision.
     *
     * @throws IllegalArgumentException if the event is no {@link Decided}
     * @throws ReplayMismatchException if the decision differs from the log
     */
    public Explanation explain(JournalRecord record) {
        if (!(record.event() instanceof Decided logged)) {
            throw new IllegalArgumentException("position " + record.position() + " is not a decision");
        }
        apply(record);
        return Explanation.of(model, logged, admission.arms(logged.offer()));
    }

    private void replay(JournalRecord record) {
        JournalEvent event = record.event();
        if (event.bandit() != number) {
            throw mismatch(record, "an event of bandit " + event.bandit() + " is none of bandit " + number);
        }
        time = at(record.time());
        if (event instanceof Decided logged) {
            replay(logged, record);
        } else if (event instanceof JournalEvent.Rewarded logged) {
            ledger.gather(waiting(logged.decision(), record), logged.rewardId(), logged.value());
        } else if (event instanceof JournalEvent.Joined logged) {
            replay(logged, record);
        } else if (event instanceof JournalEvent.Expired logged) {
            expire(waiting(logged.decision(), record));
        } else if (event instanceof JournalEvent.Catalogued logged) {
            int version = admission.register(logged.arms());
            if (version != logged.version()) {
                throw mismatch(record, "catalogue " + logged.version() + " comes in place of " + version);
            }
        } else if (event instanceof JournalEvent.Changed logged) {
            apply(Change.of(logged));
        }
    }

    private void replay(Decided logged, JournalRecord record) {
        LiveRequest request = logged.byCaller()
                ? new Observation(
                        logged.clientId(),
                        logged.context(),
                        logged.offer(),
                        "",
                        logged.propensity(),
                        OptionalDouble.empty())
                : new DecisionRequest(logged.clientId(), logged.context(), logged.offer(), logged.ranking().length + 1);
        List<Arm> arms = admission.arms(logged.offer());
        Pull made = logged.byCaller()
                ? model.observe(logged.context(), arms, logged.arm())
                : model.decide(logged.context(), arms);
        Decided again = event(new Round(request, logged.offer(), arms), made);
        if (!again.equals(logged)) {
            throw mismatch(
                    record,
                    "the journal has " + summary(logged) + "; replaying gives " + summary(again)
                            + (Arrays.equals(logged.x(), again.x()) ? "" : ", and other features of that arm"));
        }
        open(logged, made, arms, record.position());
    }

    private static String summary(Decided decided) {
        return "decision " + decided.decision() + " of round " + decided.round() + ": arm " + decided.arm()
                + " with setting " + Arrays.toString(decided.setting());
    }

    private void replay(JournalEvent.Joined logged, JournalRecord record) {
        WaitingDecision waits = waiting(logged.decision(), record);
        OptionalDouble earned = ledger.earned(waits);
        if (earned.isEmpty() || Double.compare(earned.getAsDouble(), logged.value()) != 0) {
            throw mismatch(
                    record,
                    "the journal has reward " + logged.value() + " of decision " + logged.decision()
                            + ", its rewards give " + (earned.isEmpty() ? "none" : earned.getAsDouble()));
        }
        long change = join(waits, logged.value())
                .orElseThrow(() -> mismatch(
                        record, "the model rejects reward " + logged.value() + " of decision " + logged.decision()));
        if (logged.change() != change) {
            throw mismatch(
                    record,
                    "the journal has change " + logged.change() + " of the world at the reward of decision "
                            + logged.decision() + "; replaying gives " + (change == 0 ? "none" : "change " + change));
        }
    }

    private WaitingDecision waiting(long decision, JournalRecord record) {
        WaitingDecision waits = ledger.kept().find(decision);
        if (waits == null) {
            throw mismatch(record, "decision " + decision + " does not wait for a reward");
        }
        return waits;
    }

    private static ReplayMismatchException mismatch(JournalRecord record, String message) {
        return new ReplayMismatchException(record.position(), message);
    }

    // --- effects, the same for commands and replay

    private Decided event(Round round, Pull made) {
        LiveRequest request = round.request();
        int[] ranking = request instanceof DecisionRequest asked
                ? ranking(made, round.arms().size(), asked.top())
                : new int[0];
        return new Decided(
                number,
                ledger.decisions() + 1,
                made.t(),
                ledger.learnt(),
                request.clientId(),
                request.context(),
                round.offer(),
                made.arm(),
                ranking,
                made.x(),
                made.suggestion().setting().toArray(),
                made.suggestion().memo(),
                request instanceof Observation observed ? observed.propensity() : made.propensity(),
                made.tuned(),
                request.byCaller());
    }

    /**
     * Returns the arms to show after the chosen one: by their index under the setting in force, the first of equals first; in the order
     * given where they were not scored.
     *
     * @param arms number of arms on offer
     * @param top number of arms to show, the chosen one included
     */
    private int[] ranking(Pull made, int arms, int top) {
        if (top == 1) {
            return new int[0];
        }
        IntStream others = IntStream.range(0, arms).filter(k -> k != made.arm());
        LastRound round = model.bandit().lastRound();
        if (round.scored()) {
            double explore = made.suggestion().setting().get(0);
            double[] means = round.means();
            double[] bonuses = round.bonuses();
            others = others.boxed()
                    .sorted(Comparator.comparingDouble(k -> -Math.fma(explore, bonuses[k], means[k])))
                    .mapToInt(Integer::intValue);
        }
        return others.limit(top - 1L).toArray();
    }

    /** Adds a decision that was made and logged. */
    private Answer open(Decided event, Pull made, List<Arm> arms, long position) {
        LastRound round = model.bandit().lastRound();
        if (!event.byCaller() && round.scored()) {
            int greedy = round.greedy();
            ledger.explored(greedy != made.arm(), round.means()[greedy] - round.means()[made.arm()]);
        }
        Attribution attribution = recorder.decided(event, made, arms, position, time);
        return ledger.open(event, made, arms, position, time, attribution);
    }

    /**
     * Learns the reward of a decision.
     *
     * @return the number of the change of the world that this reward made the model detect, 0 for none; empty, with nothing changed, if the
     *     model rejects the reward
     */
    private OptionalLong join(WaitingDecision waits, double value) {
        long before = model.changes();
        try {
            if (waits.byCaller()) {
                model.learn(waits.pull, value);
            } else {
                model.reward(waits.pull, value);
            }
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
        recorder.ended(waits, value, time);
        ledger.close(waits, true);
        long after = model.changes();
        if (after <= before) {
            return OptionalLong.of(0);
        }
        recorder.statistics().replaced(time, ledger.learnt());
        return OptionalLong.of(after);
    }

    private void expire(WaitingDecision waits) {
        if (!waits.byCaller()) {
            model.expire(waits.pull);
        }
        recorder.ended(waits, Double.NaN, time);
        ledger.close(waits, false);
    }

    private void apply(Change change) {
        switch (change.what()) {
            case PAUSE -> admission.pause(true);
            case RESUME -> admission.pause(false);
            case FLOOR -> {
                model.uniformShare(change.floor());
                redefined();
            }
            case CONTROL -> {
                recorder.statistics().compare(change.control(), time, ledger.decisions());
                redefined();
            }
            case ACKNOWLEDGE -> recorder.statistics().acknowledge(change.alarm(), change.by(), time);
            case COUNT -> recorder.statistics().compare(definition.control(), time, ledger.decisions());
            case RETIRE -> {
                recorder.statistics().leaveOut(ledger.decisions()); // those that wait for the arm expire
                admission.retire(change.to());
                if (model.hasModelOf(change.to())) {
                    model.retire(change.to());
                }
            }
            case CREATE, CATALOGUE, DELETE -> {} // for the audit log; the effect is another event's, or the owner's
        }
    }

    private void redefined() {
        definition = new LiveDefinition(
                model.definition(), rules, recorder.statistics().control());
    }

    // --- reading

    /** Returns all that can be shown of it, for any thread. */
    public Published publish() {
        return new Published(
                definition.bandit().policy(),
                definition.bandit().tuner(),
                recorder.statistics().snapshot(),
                recorder.tunerView(),
                model.encoder().collisions(),
                admission.paused(),
                ledger.waitingCount(),
                rules.defaultReward().isPresent(),
                definition.bandit().options().uniformShare().at(model.bandit().rounds() + 1));
    }

    /**
     * Returns the coefficients of its model, for any thread. Takes time in proportion to their number.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients, of which the most prominent are returned
     */
    public ModelView modelView(String search, int most) {
        return recorder.statistics().modelView(model, search, most);
    }

    /** Returns its counters. */
    public BanditCounters counters() {
        return ledger.counters(model);
    }

    /** Returns when the window of the oldest waiting decision ends; {@link Long#MAX_VALUE} if none waits. */
    public long nextDeadline() {
        return ledger.kept().nextDeadline();
    }

    /** Returns when all decisions in its store can be removed; {@link Long#MAX_VALUE} if there are none. */
    public long nextForget() {
        return ledger.kept().nextForget();
    }

    /** Returns how many entries of decisions it keeps. */
    public long kept() {
        return ledger.kept().count();
    }

    /** Returns what it was made from, with the uniform share and the control in force. */
    public LiveDefinition definition() {
        return definition;
    }

    /** Returns whether it rejects requests for decisions. */
    public boolean paused() {
        return admission.paused();
    }

    /** Returns the version of the catalogue in force; 0 if none was registered. */
    public int catalogueVersion() {
        return admission.catalogue().version();
    }

    /** Returns the arms of the catalogue in force. */
    public List<Arm> catalogueArms() {
        return admission.catalogue().arms();
    }

    /** Returns the time of the last event, in milliseconds since 1970. */
    public long time() {
        return time;
    }
}
