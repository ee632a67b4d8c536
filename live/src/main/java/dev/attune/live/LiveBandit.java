package dev.attune.live;

import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.PreparedRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SettledRounds;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.state.StateFormatException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A bandit as the service and the stream job run it: decisions with numbers, rewards that are joined to them within a window, and all
 * of it told to a log.
 *
 * <pre>
 *   command   checks, changes the state, tells the event
 *   apply     the event of a log changes the state in the same way; a decision is made again and must come out the same
 * </pre>
 *
 * <p>So the state is a fold over the events, and a replay gives the same bits. A command that is refused has changed nothing. Whatever else
 * a command or a log throws, the bandit must then be dropped and made again from its events. For one thread at a time. Time is an argument,
 * in milliseconds since 1970; if it goes back, the bandit takes it to stand still.
 */
public final class LiveBandit {
    private final BanditState state;
    private final Admission admission;
    private final RewardJoiner joiner;
    private final Replay replay;

    private LiveBandit(BanditState state) {
        this.state = state;
        this.admission = new Admission(state);
        this.joiner = new RewardJoiner(state);
        this.replay = new Replay(state);
    }

    /**
     * A bandit that has learnt nothing.
     *
     * @param number what the journal calls it
     */
    public static LiveBandit create(int number, LiveDefinition definition) {
        DefinedBandit model = new DefinedBandit(definition.bandit());
        return new LiveBandit(new BanditState(number, definition.rules(), model));
    }

    /**
     * A bandit that goes on bit for bit as the one that was written.
     *
     * @param number what the journal calls it
     * @throws StateFormatException if the bytes are damaged, foreign, or of a bandit with another number; whoever made them, nothing else
     *     is thrown
     */
    public static LiveBandit read(int number, byte[] bytes) {
        return new LiveBandit(SavedBandit.read(number, bytes));
    }

    /**
     * A bandit that decides by the model that another one published, with random numbers of its own.
     *
     * @param bytes what {@link #writeShared} gave
     * @param round number of rounds that it has drawn with this seed
     * @throws StateFormatException as {@link #read} does
     */
    public static LiveBandit follow(byte[] bytes, long seed, long round) {
        return new LiveBandit(SavedBandit.follow(bytes, seed, round));
    }

    /** All of its state, sealed: {@link #read} goes on bit for bit. */
    public byte[] write() {
        return SavedBandit.write(state, true);
    }

    /** What others need to decide as it does, sealed as by {@link #write}: all of its state but what callers have under way. */
    public byte[] writeShared() {
        return SavedBandit.write(state, false);
    }

    /**
     * Chooses an arm.
     *
     * @throws RefusedException if the request cannot be met; nothing has changed
     */
    public Answer decide(DecisionRequest request, long now, EventLog log) {
        Optional<Answer> earlier = admission.earlier(request.clientId(), false);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Admission.Round round = admission.admit(request, 1);
        Pull made = round.refusing(() -> state.model.decide(request.context(), round.arms()));
        return state.decide(request, round, made, now, log);
    }

    /** The answer to an earlier request or observation of this name, as long as it is remembered. */
    public Optional<Answer> answered(String clientId) {
        return state.remembered.get(clientId);
    }

    /** Returns how many multiplications the scoring of a request takes, roughly; {@link PreparedRound#cost} knows better. */
    public long cost(DecisionRequest request) {
        return admission.cost(request);
    }

    /** Begins decisions that can be scored by several threads and come out as if made one after the other. */
    public DecisionBatch batch() {
        return new DecisionBatch(state, admission);
    }

    /**
     * Takes note of a choice that the caller made; the model learns it as it learns the reward of a decision. Also of a paused bandit.
     *
     * @throws RefusedException if it makes no sense; nothing has changed
     */
    public Answer observe(Observation observation, long now, EventLog log) {
        Optional<Answer> earlier = admission.earlier(observation.clientId(), true);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Admission.Round round = admission.admit(observation, 1);
        int arm = round.place(observation.arm());
        Pull made = round.refusing(() -> state.model.observe(observation.context(), round.arms(), arm));
        Answer answer = state.observe(observation, round, made, now, log);
        if (observation.reward().isPresent()) {
            joiner.reward(answer.decision(), "", observation.reward().getAsDouble(), now, log);
        }
        return answer;
    }

    /**
     * Takes a reward.
     *
     * @param rewardId what the caller calls the reward, so that it counts once; empty if it has no name
     * @throws RefusedException if it can be no reward of this bandit; nothing has changed
     */
    public RewardOutcome reward(long decision, String rewardId, double value, long now, EventLog log) {
        admission.checkReward(rewardId, value);
        return joiner.reward(decision, rewardId, value, now, log);
    }

    /** Learns, or gives up, what has waited long enough, in the order of the decisions; how many that were. */
    public int closeDue(long now, EventLog log) {
        return closeDue(now, Integer.MAX_VALUE, log);
    }

    /** The same for no more than so many: others may want their turn. A reward for one that is left is late all the same. */
    public int closeDue(long now, int most, EventLog log) {
        return joiner.closeDue(now, most, log);
    }

    /**
     * Registers the arms that later requests refer to, in place of those before.
     *
     * @return the version of the catalogue
     * @throws RefusedException if there is no arm, or one twice; nothing has changed
     */
    public int catalogue(List<Arm> arms, long now, EventLog log) {
        state.catalogue = state.catalogue.next(arms);
        state.tell(new JournalEvent.Catalogued(state.number, state.catalogue.version(), arms), now, log);
        return state.catalogue.version();
    }

    /**
     * Changes something at an operator's wish. An arm is retired from the catalogue, which gets another version; if it has a model of its own,
     * that is forgotten, and decisions of it that still wait are given up, so that their rewards cannot go to a newcomer.
     *
     * @throws RefusedException if there is no such arm; nothing has changed
     */
    public void change(Change change, long now, EventLog log) {
        admission.check(change);
        if (change.what() == Change.What.RETIRE && state.model.hasModelOf(change.to())) {
            joiner.expireAll(change.to(), now, log);
        }
        state.change(change);
        state.tell(change.toEvent(state.number), now, log);
    }

    /**
     * Refuses what {@link #decide} would refuse if the requests came one after the other, without any effect: so a batch can be checked before
     * any of it is done. A request that comes alone need not be checked.
     *
     * @throws RefusedException as {@link #decide} would, with the place of the request
     */
    public void checkDecide(List<DecisionRequest> requests) {
        admission.checkDecide(requests, Set.of(), 0);
    }

    /** The same for {@link #observe}. */
    public void checkObserve(List<Observation> observations) {
        admission.checkObserve(observations);
    }

    /**
     * Repeats what a log tells.
     *
     * @throws ReplayMismatchException if it comes out otherwise; the bandit is then of no use any more
     */
    public void apply(JournalRecord record) {
        replay.apply(record);
    }

    /**
     * Repeats the decision that a log tells of, as {@link #apply} does, and says why it came out so. The bandit must be as it was just
     * before the decision.
     *
     * @throws IllegalArgumentException if the event is no {@link Decided}
     * @throws ReplayMismatchException if the decision comes out otherwise
     */
    public Explanation explain(JournalRecord record) {
        return replay.explain(record);
    }

    /** Returns its model as a file that {@link dev.attune.Bandit#load} reads. */
    public byte[] model() {
        return state.model.save(new SettledRounds(0));
    }

    /** Returns all that others may know of it, for any thread. */
    public Published publish() {
        return state.publish();
    }

    /**
     * Returns what its model believes, for any thread. Takes time in proportion to the number of coefficients.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients, of which those that stand out most are returned
     */
    public ModelView modelView(String search, int most) {
        return state.chronicle.model(search, most);
    }

    /** Gives up all decisions that wait for rewards, without an event: for a bandit that only decides by the model of another. */
    public void release() {
        state.waiting.all().forEach(state::expire);
    }

    /** When the oldest decision has waited long enough; {@link Long#MAX_VALUE} if none waits. */
    public long nextDeadline() {
        WaitingDecision oldest = state.waiting.oldest();
        return oldest == null ? Long.MAX_VALUE : oldest.deadline;
    }

    /** What it was made from, with the floor in force. */
    public LiveDefinition definition() {
        return state.definition;
    }

    /** Whether it refuses to decide. */
    public boolean paused() {
        return state.paused;
    }

    /** Version of the catalogue in force; 0 if none was registered. */
    public int catalogueVersion() {
        return state.catalogue.version();
    }

    /** The arms of the catalogue in force. */
    public List<Arm> catalogueArms() {
        return state.catalogue.arms();
    }

    /** Decisions so far, observations included. */
    public long decisions() {
        return state.decisions;
    }

    /** Rewards learnt so far. */
    public long learnt() {
        return state.learnt;
    }

    /** Decisions that were given up without a reward. */
    public long expired() {
        return state.expired;
    }

    /** Returns how often the model was replaced by a younger one because the world had changed. */
    public long changes() {
        return state.model.changes();
    }

    /** Returns the number of rewards learnt when the model was last replaced; 0 if that is not known or it never was. */
    public long lastChange() {
        return state.model.lastChange();
    }

    /** Decisions that wait for their rewards. */
    public int waiting() {
        return state.waiting.size();
    }

    /** Decisions whose arm was not the one with the largest estimate. */
    public long explored() {
        return state.explored;
    }

    /** What all decisions gave up by their own estimates: best mean minus chosen mean, on the scale of the policy's index, summed. */
    public double regretProxy() {
        return state.regretProxy;
    }

    /** Time of the last event, in milliseconds since 1970. */
    public long time() {
        return state.time;
    }
}
