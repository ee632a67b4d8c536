package dev.attune.engine;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.Posterior;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmBlocks;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A bandit made from a {@link BanditDefinition}: an {@link Encoder}, if the definition is for named features, in front of a {@link
 * SelfTuningBandit}. It can be written and read without any other knowledge of how it was made.
 *
 * <p>A pull carries the vector of its arm as it was encoded then, so its reward may arrive at any time. Deterministic and with a single writer,
 * like both of its parts; {@link dev.attune.Bandit} is safe under threads.
 */
public final class DefinedBandit {
    private static final String FILE = "bandit/1";
    private static final String OLD_FILE = "encoded bandit/1";

    private BanditDefinition definition;
    private final Optional<Encoder> encoder;
    private final Optional<ArmBlocks> blocks; // for a policy with a model for each arm
    private final SelfTuningBandit bandit;

    /** Creates a bandit that has learnt nothing. */
    public DefinedBandit(BanditDefinition definition) {
        this.definition = definition;
        Policy policy = definition.createPolicy();
        this.bandit = SelfTuningBandit.of(policy, definition.tune(policy), definition.options());
        this.encoder = definition.encoder().map(of -> definition.sparse() ? Encoder.sparse(of) : new Encoder(of));
        this.blocks = policy.perArm() && encoder.isPresent()
                ? Optional.of(new ArmBlocks(definition.mostArms()))
                : Optional.empty();
    }

    /**
     * Chooses an arm.
     *
     * @param context what all arms share; {@link Features#NONE} if there is nothing
     * @throws IllegalArgumentException if the arms or features are rejected by {@link Encoder#encode}; nothing has changed then
     */
    public Pull decide(Features context, List<Arm> arms) {
        return bandit.decide(encodeForNow(context, arms));
    }

    /**
     * Starts a round whose arms may be scored by another thread, as {@link SelfTuningBandit#prepare} does.
     *
     * @throws IllegalArgumentException as {@link #decide} does; nothing has changed then
     */
    public PreparedRound prepare(Features context, List<Arm> arms) {
        return bandit.prepare(encode(context, arms));
    }

    /**
     * Returns the vectors of named arms, and learns the scales of their numbers.
     *
     * @throws IllegalArgumentException if they are rejected; nothing has changed then
     */
    public ActionSet encode(Features context, List<Arm> arms) {
        if (blocks.isEmpty()) {
            return encoder().encode(context, arms);
        }
        List<String> ids = arms.stream().map(Arm::id).toList();
        blocks.get().requireRoom(ids);
        return blocks.get().encode(ids, encoder().encode(context, arms));
    }

    /**
     * Does what {@link #encode} does, in arrays that the next such call may use again: for a caller that decides by the arms at once.
     *
     * @throws IllegalArgumentException if they are rejected; nothing has changed then
     */
    public ActionSet encodeForNow(Features context, List<Arm> arms) {
        return encoder().isSparse() ? encoder().encodeForNow(context, arms) : encode(context, arms);
    }

    /** Starts to check rounds without playing them. Nothing else may be done with this bandit until it is closed. */
    public Rehearsal rehearse() {
        return new Rehearsal();
    }

    /** Rounds that are checked one after the other; when it is closed, nothing has changed. */
    public final class Rehearsal implements AutoCloseable {
        private final Encoder.Rehearsal encoding = encoder().rehearse();
        private final Set<String> newcomers = new LinkedHashSet<>();

        private Rehearsal() {}

        /**
         * Checks the next round.
         *
         * @throws IllegalArgumentException if {@link #decide} would reject it after the rounds before
         */
        public void next(Features context, List<Arm> arms) {
            encoding.next(context, arms);
            if (blocks.isPresent()) {
                List<String> ids = arms.stream().map(Arm::id).toList();
                blocks.get().requireRoom(ids);
                ids.stream().filter(id -> !blocks.get().contains(id)).forEach(newcomers::add);
                blocks.get().requireRoom(List.copyOf(newcomers));
            }
        }

        @Override
        public void close() {
            encoding.close();
        }
    }

    /**
     * Forgets an arm that will not be offered again, if the policy has a model for each arm; another can have its place. Pulls of it that wait for
     * their rewards should be released first.
     *
     * @throws IllegalArgumentException if the policy has one model for all arms, or the arm was never offered
     */
    public void retire(String id) {
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException(definition.policy()
                    + (bandit.policy().perArm()
                            ? " on vectors knows arms by the numbers of their blocks, not by id: " + id
                            : " has one model for all arms: there is nothing to forget of arm " + id));
        }
        bandit.policy().clear(blocks.get().retire(id));
    }

    /**
     * Learns the reward of a pull.
     *
     * @throws IllegalArgumentException if the reward is not a number or outside the declared range, or the pull is of another bandit; nothing
     *     has changed then
     */
    public void reward(Pull pull, double y) {
        bandit.reward(pull, y);
    }

    /**
     * Notes a choice that the caller made, as {@link SelfTuningBandit#observe} does: its reward may arrive later.
     *
     * @param arm position of the chosen arm in the list
     * @throws IllegalArgumentException if arms or position do not fit; nothing has changed then
     */
    public Pull observe(Features context, List<Arm> arms, int arm) {
        if (arm < 0 || arm >= arms.size()) {
            throw new IllegalArgumentException("arm " + arm + " is not one of the " + arms.size() + " on offer");
        }
        return bandit.observe(encode(context, arms), arm);
    }

    /**
     * Learns the reward of a choice that {@link #observe} noted.
     *
     * @throws IllegalArgumentException if the reward does not fit; nothing has changed then
     */
    public void learn(Pull observed, double y) {
        bandit.learn(observed, y);
    }

    /**
     * Learns from a choice that the caller made: {@link #observe} and its reward at once.
     *
     * @throws IllegalArgumentException if the arms, the position or the reward do not fit; nothing has changed then
     */
    public void learn(Features context, List<Arm> arms, int arm, double y) {
        bandit.requireReward(y); // before the encoder learns from the arms
        bandit.learn(observe(context, arms, arm), y);
    }

    /** Releases a pull that will never be rewarded. */
    public void expire(Pull pull) {
        bandit.expire(pull);
    }

    /**
     * Returns what the model believes about the coefficients of an arm's encoded features, as a live view: those of all arms, or of this arm alone
     * if the policy has a model for each; empty if it has no posterior or a sparse one, or the arm was never offered.
     */
    public Optional<Posterior> beliefs(String arm) {
        if (bandit.policy().dimension() == 0) {
            return Optional.empty();
        }
        if (blocks.isEmpty()) {
            return posterior();
        }
        return posterior()
                .filter(all -> hasModelOf(arm))
                .map(all -> all.block(blocks.get().numberOf(arm)));
    }

    /** Returns which model decides, and why. Takes time in proportion to the size of the model. */
    public ModelExplanation explain() {
        return ModelExplanation.of(definition.policy(), bandit.policy());
    }

    /** Returns how often the model was replaced by a younger one because the world had changed. */
    public long changes() {
        return posterior().map(Posterior::changes).orElse(0L);
    }

    /** Returns the number of rewards learnt when the model was last replaced; 0 if that is not known or it never was. */
    public long lastChange() {
        return posterior().map(Posterior::lastChange).orElse(0L);
    }

    private Optional<Posterior> posterior() {
        return bandit.policy().path().map(ExplorationPath::posterior);
    }

    /**
     * Returns the coefficients that differ most from zero, in standard deviations. Those of a sparse policy have the names of their features, unless
     * these were not kept; those of a linear model of vectors are named by position, such as {@code x[3]}. None for hashed slots, a model for each
     * arm of vectors, and squares of vectors.
     *
     * @param search part of the name, ignoring case; empty for any
     * @param most number of coefficients
     */
    public List<NamedCoefficient> coefficients(String search, int most) {
        String wanted = search.toLowerCase(Locale.ROOT);
        if (encoder.isEmpty()) {
            return posterior().stream()
                    .flatMap(of -> NamedCoefficient.ofVectors(of, definition.dimension()).stream())
                    .filter(one -> one.name().toLowerCase(Locale.ROOT).contains(wanted))
                    .sorted(Comparator.comparingDouble(DefinedBandit::clarity).reversed())
                    .limit(most)
                    .toList();
        }
        PriorityQueue<NamedCoefficient> best = new PriorityQueue<>(Comparator.comparingDouble(DefinedBandit::clarity)
                .thenComparing(Comparator.comparing(NamedCoefficient::name).reversed()));
        posterior()
                .flatMap(Posterior::bank)
                .filter(of -> hasSparseEncoder())
                .ifPresent(of -> of.coefficients((contextKey, ownKey, mean, deviation) -> {
                    if (best.size() == most
                            && best.peek() != null
                            && Math.abs(mean) / deviation < clarity(best.peek())) {
                        return; // before its name is made
                    }
                    encoder()
                            .name(contextKey, ownKey)
                            .filter(name -> name.toLowerCase(Locale.ROOT).contains(wanted))
                            .ifPresent(name -> best.add(new NamedCoefficient(name, mean, deviation)));
                    if (best.size() > most) {
                        best.poll();
                    }
                }));
        List<NamedCoefficient> sorted = new ArrayList<>(best);
        sorted.sort(best.comparator().reversed());
        return List.copyOf(sorted);
    }

    private static double clarity(NamedCoefficient coefficient) {
        return coefficient.deviation() == 0 ? 0 : Math.abs(coefficient.mean()) / coefficient.deviation();
    }

    private boolean hasSparseEncoder() {
        return encoder.map(Encoder::isSparse).orElse(false);
    }

    /** Returns whether the policy has a model for each arm and this arm has one. */
    public boolean hasModelOf(String id) {
        return blocks.isPresent() && blocks.get().contains(id);
    }

    /** Changes the share of rounds with a uniformly random arm, from the next round on; the definition changes with it. */
    public void uniformShare(UniformShare share) {
        definition = definition.withOptions(definition.options().withUniformShare(share));
        bandit.uniformShare(share);
    }

    /** Continues with other random numbers, as {@link SelfTuningBandit#reseed} does; the definition changes with it. */
    public void reseed(long seed, long round) {
        bandit.reseed(seed, round);
        definition = definition.withOptions(definition.options().withSeed(seed));
    }

    /** Returns what it was made from, with the uniform share and the seed in force. */
    public BanditDefinition definition() {
        return definition;
    }

    /**
     * Returns what turns features into vectors.
     *
     * @throws IllegalArgumentException if this bandit was defined for vectors
     */
    public Encoder encoder() {
        return encoder.orElseThrow(() -> new IllegalArgumentException(
                "this bandit was built for vectors of " + definition.dimension() + " numbers, not for named features"));
    }

    /** Returns what chooses among vectors. */
    public SelfTuningBandit bandit() {
        return bandit;
    }

    // --- state -----------------------------------------------------------------------------------------------

    /** Writes the definition and everything that was learnt, as part of something larger. */
    public void write(StateWriter out) {
        write(out, bandit::writeState);
    }

    /** Writes the same for those that only choose by it: a model that keeps all rewards is written without them. */
    public void writePublished(StateWriter out) {
        write(out, bandit::writePublished);
    }

    private void write(StateWriter out, Consumer<StateWriter> learnt) {
        definition.write(out);
        encoder.ifPresent(of -> of.writeState(out));
        blocks.ifPresent(numbers -> numbers.writeState(out));
        out.writeString(bandit.stateName());
        learnt.accept(out);
    }

    /**
     * Reads what {@link #write} wrote. No matrix is made that the bytes could not fill.
     *
     * @throws RuntimeException of any kind if it is invalid
     */
    public static DefinedBandit read(StateReader in) {
        BanditDefinition definition = BanditDefinition.read(in);
        if (definition.leastBytes() > (long) Double.BYTES * in.remainingDoubles() + Double.BYTES) {
            throw new StateFormatException("the saved bandit is too short for dimension " + definition.dimension());
        }
        DefinedBandit bandit = new DefinedBandit(definition);
        bandit.encoder.ifPresent(of -> of.readState(in));
        bandit.blocks.ifPresent(numbers -> numbers.readState(in));
        in.expect("state of", bandit.bandit.stateName());
        bandit.bandit.readState(in);
        return bandit;
    }

    /**
     * Returns the bandit as a file: its definition, everything it has learnt, and which of its decisions are settled.
     *
     * @param settled the decisions that were rewarded or released
     */
    public byte[] save(SettledRounds settled) {
        return Checkpoint.seal(FILE, out -> {
            settled.write(out);
            write(out);
        });
    }

    /** A bandit read from a file, with the decisions that were settled when it was saved. */
    public record Loaded(DefinedBandit bandit, SettledRounds settled) {}

    /**
     * Reads a file that {@link #save} made.
     *
     * @throws StateFormatException if the bytes are damaged, foreign or invalid; nothing else is thrown, whatever the bytes are
     */
    public static Loaded load(byte[] bytes) {
        try {
            return Checkpoint.name(bytes).equals(OLD_FILE)
                    ? Checkpoint.open(bytes, OLD_FILE, in -> new Loaded(read(in), new SettledRounds(0)))
                    : Checkpoint.open(bytes, FILE, in -> {
                        SettledRounds settled = SettledRounds.read(in);
                        return new Loaded(read(in), settled);
                    });
        } catch (StateFormatException e) {
            throw e;
        } catch (
                RuntimeException
                        e) { // a checksum detects accidents, not intent: any check below may find an invalid value
            throw new StateFormatException("the bandit file is invalid: " + e.getMessage());
        }
    }

    /** Returns the options in force. */
    public Options options() {
        return definition.options();
    }
}
