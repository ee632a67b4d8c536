package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.BlockPolicy;
import dev.attune.api.BlockPosterior;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Increment;
import dev.attune.api.Posterior;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmBlocks;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A self-tuning bandit for arms with named features: an {@link Encoder} in front of a {@link SelfTuningBandit}.
 *
 * <pre>{@code
 * EncodedBandit bandit = BanditDefinition.builder().build().build();
 * Decision d = bandit.decide(visitor, arms);
 * bandit.reward(d, 1.0);
 * }</pre>
 *
 * <p>The decision carries the vector of its arm as it was encoded then, so its reward may come whenever it likes. The number
 * in {@link Decision#arm()} is the place of the arm in the list that was given. Deterministic and with a single writer, like
 * both of its parts. {@link ModelFile} saves all of it, the definition included.
 */
public final class EncodedBandit implements Checkpointed {
    static final String STATE_NAME = "encoded bandit/1";

    private BanditDefinition definition;
    private final Encoder encoder;
    private final SelfTuningBandit bandit;
    private final Optional<ArmBlocks> blocks; // for a policy with a model for each arm
    private int prepared; // rounds that are not finished

    EncodedBandit(BanditDefinition definition, SelfTuningBandit bandit) {
        this.definition = definition;
        this.encoder = new Encoder(definition.encoder());
        this.bandit = bandit;
        this.blocks = bandit.policy() instanceof BlockPolicy
                ? Optional.of(new ArmBlocks(definition.mostBlocks()))
                : Optional.empty();
    }

    /**
     * Chooses an arm.
     *
     * @param context what all arms share; {@link Features#NONE} if there is nothing
     * @throws IllegalArgumentException if the arms or features are refused by {@link Encoder#encode}; nothing has changed then
     */
    public Decision decide(Features context, List<Arm> arms) {
        return bandit.decide(encode(context, arms));
    }

    /**
     * Begins a round that {@link #finish} ends. Several rounds can be begun in a row, scored by as many threads, and finished in the order
     * in which they were begun: the decisions are those of {@link #decide}, one after the other. Meanwhile nothing else may be done with
     * the bandit.
     *
     * @throws IllegalArgumentException as {@link #decide} does; nothing has changed then
     */
    public PreparedRound prepare(Features context, List<Arm> arms) {
        ActionSet encoded = encode(context, arms);
        return new PreparedRound(bandit, bandit.rounds() + ++prepared, encoded);
    }

    /**
     * Ends a round.
     *
     * @throws IllegalStateException if it is not its turn
     */
    public Decision finish(PreparedRound round) {
        prepared--;
        return round.finish();
    }

    /** Begins to look at rounds without playing them. Nothing else may be done with this bandit until it is closed. */
    public Rehearsal rehearse() {
        return new Rehearsal();
    }

    /** Rounds that are looked at one after the other; when it is closed, nothing has changed. */
    public final class Rehearsal implements AutoCloseable {
        private final Encoder.Rehearsal encoding = encoder.rehearse();
        private final Set<String> newcomers = new LinkedHashSet<>();

        private Rehearsal() {}

        /**
         * Looks at the next round.
         *
         * @throws IllegalArgumentException if {@link #decide} would refuse it after the rounds before
         */
        public void next(Features context, List<Arm> arms) {
            encoding.next(context, arms);
            if (blocks.isPresent()) {
                blocks.get().requireRoom(arms.stream().map(Arm::id).toList());
                arms.stream()
                        .map(Arm::id)
                        .filter(id -> !blocks.get().contains(id))
                        .forEach(newcomers::add);
                blocks.get().requireRoom(List.copyOf(newcomers));
            }
        }

        @Override
        public void close() {
            encoding.close();
        }
    }

    private ActionSet encode(Features context, List<Arm> arms) {
        if (blocks.isEmpty()) {
            return encoder.encode(context, arms);
        }
        List<String> ids = arms.stream().map(Arm::id).toList();
        blocks.get().requireRoom(ids);
        return blocks.get().encode(ids, encoder.encode(context, arms));
    }

    /**
     * Forgets an arm that will not be offered again, if the policy has a model for each arm; another can have its place. Let
     * decisions for it that are under way expire.
     *
     * @throws IllegalArgumentException if the policy has one model for all arms, or never saw this arm
     */
    public void retire(String id) {
        if (!(bandit.policy() instanceof BlockPolicy policy)) {
            throw new IllegalArgumentException(
                    definition.policy() + " has one model for all arms: there is nothing to forget of arm " + id);
        }
        policy.clear(blocks.orElseThrow().retire(id));
    }

    /**
     * Learns the reward of a decision.
     *
     * @throws IllegalArgumentException if the reward is not a number or outside the declared range, or the decision is of
     *     another bandit; nothing has changed then
     */
    public void reward(Decision decision, double y) {
        bandit.reward(decision, y);
    }

    /**
     * Takes note of a choice that somebody else made, as {@link SelfTuningBandit#observe} does: its reward may come later.
     *
     * @param arm place of the chosen arm in the list
     * @throws IllegalArgumentException if arms or place do not fit; nothing has changed then
     */
    public Decision observe(Features context, List<Arm> arms, int arm) {
        if (arm < 0 || arm >= arms.size()) {
            throw new IllegalArgumentException("arm " + arm + " is not one of the " + arms.size() + " on offer");
        }
        return bandit.observe(encode(context, arms), arm);
    }

    /**
     * Learns the reward of a choice that {@link #observe} took note of.
     *
     * @throws IllegalArgumentException if the reward does not fit; nothing has changed then
     */
    public void learn(Decision observed, double y) {
        bandit.learn(observed, y);
    }

    /**
     * Learns from a choice that somebody else made, as {@link SelfTuningBandit#learn} does.
     *
     * @param arm place of the chosen arm in the list
     * @throws IllegalArgumentException if the arms, the place or the reward do not fit; nothing has changed then
     */
    public void learn(Features context, List<Arm> arms, int arm, double y) {
        bandit.learner().requireReward(y); // before the encoder learns from the arms
        bandit.learn(observe(context, arms, arm), y);
    }

    /** Says that a decision will never be rewarded, so that nothing waits for it. */
    public void expire(Decision decision) {
        bandit.expire(decision);
    }

    /**
     * What the model believes about the coefficients of an arm's encoded features, as a live view: those of all arms, or of this
     * arm alone if the policy has a model for each; empty if it has no posterior, or never saw the arm.
     */
    public Optional<Posterior> beliefs(String arm) {
        if (!(bandit.policy() instanceof ExplorationPath path)) {
            return Optional.empty();
        }
        if (blocks.isEmpty()) {
            return Optional.of(path.posterior());
        }
        return blocks.filter(numbers -> numbers.contains(arm))
                .map(numbers -> ((BlockPosterior) path.posterior()).block(numbers.numberOf(arm)));
    }

    /** Whether the policy has a model for each arm and this arm has one. */
    public boolean hasModelOf(String id) {
        return blocks.isPresent() && blocks.get().contains(id);
    }

    /** Changes the share of rounds with a uniformly random arm, from the next round on; the definition says so too. */
    public void floor(double share) {
        definition = definition.withFloor(share);
        bandit.chooser().floor(share);
    }

    /** Goes on with other random numbers, as {@link SelfTuningBandit#reseed} does; the definition says so too. */
    public void reseed(long seed, long round) {
        bandit.reseed(seed, round);
        definition = definition.withSeed(seed);
    }

    /** What it was made with, but for the floor and the seed in force. */
    public BanditDefinition definition() {
        return definition;
    }

    /** The rewards that it can learn, as {@link BanditDefinition#learnableRewards} says. */
    public RewardRange rewards() {
        return definition.learnableRewards();
    }

    /** What turns features into vectors. */
    public Encoder encoder() {
        return encoder;
    }

    /** What chooses among vectors. */
    public SelfTuningBandit bandit() {
        return bandit;
    }

    @Override
    public String stateName() {
        return STATE_NAME;
    }

    /**
     * An increment of nothing, for replicas of this bandit; they gather and merge by {@link #bandit}.
     *
     * @throws IllegalArgumentException if it cannot have any because of policy, tuner or encoder
     */
    public Increment increment() {
        if (definition.encoder().standardise()) {
            throw new IllegalArgumentException(
                    "a bandit whose encoder standardises numbers cannot have replicas, as each would"
                            + " learn scales of its own; define it with standardise = false");
        }
        return bandit.increment();
    }

    @Override
    public void writeState(StateWriter out) {
        write(out, bandit::writeState);
    }

    /** Writes the same for those who choose by it: a model that keeps all rewards is written without them. */
    public void writeShared(StateWriter out) {
        write(out, bandit::writeShared);
    }

    private void write(StateWriter out, Consumer<StateWriter> learnt) {
        definition.write(out);
        encoder.writeState(out);
        blocks.ifPresent(numbers -> numbers.writeState(out));
        out.writeString(bandit.stateName());
        learnt.accept(out);
    }

    @Override
    public void readState(StateReader in) {
        BanditDefinition saved = BanditDefinition.read(in);
        if (!saved.equals(definition)) {
            throw new StateFormatException("the saved bandit is defined by " + saved + ", this one by " + definition);
        }
        readLearnt(in);
    }

    /** Reads what follows the definition. */
    void readLearnt(StateReader in) {
        encoder.readState(in);
        blocks.ifPresent(numbers -> numbers.readState(in));
        in.expect("state of", bandit.stateName());
        bandit.readState(in);
    }
}
