package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.ModelExplanation;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.PreparedRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A contextual bandit that tunes itself: chooses among arms, learns from rewards. Made by {@link Attune#bandit()} or {@link #load}.
 *
 * <pre>{@code
 * Bandit bandit = Attune.bandit().build();
 * Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
 * bandit.reward(decision, 1.0);
 * }</pre>
 *
 * <p>Safe under threads. Every call takes effect once and as a whole; a decision reflects all rewards whose call had returned before it started;
 * rounds are numbered without gaps. Small rounds are scored under the lock. Rounds that take more than {@value #LARGE_ROUND} multiplications are
 * scored outside of it, by many threads at once, once a first reward was learnt; a reward waits for those that are being scored.
 *
 * <p>Deterministic for a single thread: decisions are a function of the seed and of the calls so far, in their order. With several threads the
 * order in which rounds reach the tuner depends on the scheduler, so a second run may decide differently.
 *
 * <p>A reward of another bandit's decision is rejected, and so is a second reward of the same decision, as long as it is among the last {@value
 * SettledRounds#WINDOW} rounds; a second reward of an older decision is not noticed and counts again. A copy made by {@link #save()} and {@link
 * #load} accepts decisions of the original.
 */
public final class Bandit {
    /** Multiplications from which a round is scored outside the lock: some hundred microseconds. */
    private static final long LARGE_ROUND = 500_000;

    private static final String OF_OBJECTS = "bandit of objects/1";

    private final SelfTuningBandit engine;
    private final Optional<DefinedBandit> defined; // empty if it was made of objects
    private final SettledRounds settled;
    private final ReentrantLock lock = new ReentrantLock(); // guards all of the above
    private final ReentrantReadWriteLock learning =
            new ReentrantReadWriteLock(); // write: with lock; read: scoring without it

    private Bandit(SelfTuningBandit engine, Optional<DefinedBandit> defined, SettledRounds settled) {
        this.engine = engine;
        this.defined = defined;
        this.settled = settled.bandit() == 0 ? new SettledRounds(newNumber()) : settled;
    }

    private static long newNumber() {
        return new SecureRandom().nextLong() | 1; // never 0
    }

    /** Creates a bandit from a definition, having learnt nothing. */
    public static Bandit of(BanditDefinition definition) {
        DefinedBandit defined = new DefinedBandit(definition);
        return new Bandit(defined.bandit(), Optional.of(defined), new SettledRounds(0));
    }

    static Bandit ofObjects(SelfTuningBandit engine) {
        return new Bandit(engine, Optional.empty(), new SettledRounds(0));
    }

    static Bandit ofObjects(SelfTuningBandit engine, boolean seedGiven, byte[] saved) {
        return Checkpoint.open(saved, OF_OBJECTS, in -> {
            SettledRounds settled = SettledRounds.read(in);
            long seed = in.readLong();
            if (!seedGiven) {
                engine.reseed(seed, 0);
            }
            in.expect("state of", engine.stateName());
            engine.readState(in);
            return new Bandit(engine, Optional.empty(), settled);
        });
    }

    /**
     * Chooses an arm by named features of the context.
     *
     * @param context what all arms share; {@link Features#NONE} if there is nothing
     * @param arms ids of the arms on offer
     * @throws IllegalArgumentException if arms or features are invalid, or the bandit was built for vectors; nothing has changed then
     */
    public Decision decide(Features context, String... arms) {
        List<Arm> named = new ArrayList<>(arms.length);
        for (String id : arms) {
            named.add(new Arm(id, Features.NONE));
        }
        return decide(context, named);
    }

    /**
     * Chooses an arm by named features of the context and of the arms.
     *
     * @param context what all arms share; {@link Features#NONE} if there is nothing
     * @param arms the arms on offer
     * @throws IllegalArgumentException if arms or features are invalid, or the bandit was built for vectors; nothing has changed then
     */
    public Decision decide(Features context, List<Arm> arms) {
        DefinedBandit named = defined.orElseThrow(() -> new IllegalArgumentException(
                "this bandit was built of objects, for " + ofArms() + ", not for named features"));
        List<Arm> offered = List.copyOf(arms);
        Pull pull = decide(() -> named.encodeForNow(context, offered));
        return new Decision(settled.bandit(), offered.get(pull.arm()).id(), pull);
    }

    /**
     * Chooses an arm by vectors.
     *
     * @throws IllegalArgumentException if the arms do not fit, or the bandit was built for named features; nothing has changed then
     */
    public Decision decide(ActionSet arms) {
        if (defined.isPresent() && defined.get().definition().encoder().isPresent()) {
            throw new IllegalArgumentException(
                    "this bandit was built for named features; vectors(length) builds one for vectors");
        }
        Pull pull = decide(() -> arms);
        return new Decision(settled.bandit(), Integer.toString(pull.arm()), pull);
    }

    private Pull decide(Supplier<ActionSet> source) {
        PreparedRound round;
        lock.lock();
        try {
            ActionSet arms = source.get();
            if (PreparedRound.cost(arms) < LARGE_ROUND || !engine.learnt()) {
                return exclusively(() -> engine.decide(arms));
            }
            round = engine.prepare(arms);
        } finally {
            lock.unlock();
        }
        learning.readLock().lock();
        try {
            round.score();
        } finally {
            learning.readLock().unlock();
        }
        lock.lock();
        try {
            return exclusively(round::finish);
        } finally {
            lock.unlock();
        }
    }

    /** Makes a choice; without any round being scored elsewhere as long as the arms on offer may set the prior. */
    private Pull exclusively(Supplier<Pull> choice) {
        if (engine.learnt()) {
            return choice.get();
        }
        learning.writeLock().lock();
        try {
            return choice.get();
        } finally {
            learning.writeLock().unlock();
        }
    }

    /**
     * Learns the reward of a decision.
     *
     * @throws IllegalArgumentException if the reward is not a number or outside the declared range, if another bandit made the decision, or if the
     *     decision is known to be rewarded or expired already; nothing has changed then
     */
    public void reward(Decision decision, double reward) {
        settle(decision, pull -> engine.reward(pull, reward));
    }

    /**
     * Notes that a decision will never be rewarded, so that the bandit does not wait for it.
     *
     * @throws IllegalArgumentException if another bandit made the decision, or if it is known to be rewarded or expired already; nothing has
     *     changed then
     */
    public void expire(Decision decision) {
        settle(decision, engine::expire);
    }

    private void settle(Decision decision, Consumer<Pull> change) {
        if (decision.bandit() != settled.bandit()) {
            throw new IllegalArgumentException("another bandit made the decision " + decision);
        }
        Pull pull = decision.pull(engine.policy().space());
        lock.lock();
        try {
            if (decision.round() > engine.rounds()) {
                throw new IllegalArgumentException(
                        "the decision " + decision + " is of a round to come: this bandit has made " + engine.rounds()
                                + " decisions, so it was loaded from an older state");
            }
            if (settled.contains(decision.round())) {
                throw new IllegalArgumentException("the decision " + decision + " is rewarded or expired already");
            }
            learning.writeLock().lock();
            try {
                change.accept(pull);
            } finally {
                learning.writeLock().unlock();
            }
            settled.add(decision.round());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets an arm that will not be offered again, for a policy with a model for each arm; its place is then free. Decisions of it that wait for
     * a reward should expire first.
     *
     * @throws IllegalArgumentException if the policy has one model for all arms, or the arm was never offered
     */
    public void retire(String arm) {
        lock.lock();
        learning.writeLock().lock();
        try {
            defined.orElseThrow(() -> new IllegalArgumentException("a bandit of objects has no named arms to retire"))
                    .retire(arm);
        } finally {
            learning.writeLock().unlock();
            lock.unlock();
        }
    }

    /**
     * Returns the bandit as a file: definition, everything it has learnt, and which decisions are settled. {@link #load} continues bit for bit.
     * Decisions that wait for a reward are not part of it; {@link Decision#toBytes()} keeps them.
     */
    public byte[] save() {
        lock.lock();
        try {
            return defined.isPresent()
                    ? defined.get().save(settled)
                    : Checkpoint.seal(OF_OBJECTS, out -> {
                        settled.write(out);
                        out.writeLong(engine.seed());
                        out.writeString(engine.stateName());
                        engine.writeState(out);
                    });
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a bandit that continues as the saved one would have.
     *
     * @throws StateFormatException if the bytes are damaged, foreign or invalid, or of a bandit that was made of objects, which {@link
     *     Attune.Builder#load} reads
     */
    public static Bandit load(byte[] saved) {
        if (Checkpoint.name(saved).equals(OF_OBJECTS)) {
            throw new StateFormatException("the file has a bandit of policy or tuner objects: load it with"
                    + " Attune.bandit().policy(object)...load(bytes)");
        }
        DefinedBandit.Loaded loaded = DefinedBandit.load(saved);
        return new Bandit(loaded.bandit().bandit(), Optional.of(loaded.bandit()), loaded.settled());
    }

    /**
     * Returns which model decides, and why: the candidate that leads, by how much and since when, what was rejected, how often the world was seen to
     * change, and how much memory the model takes. Takes time in proportion to the size of the model.
     */
    public ModelExplanation explain() {
        lock.lock();
        try {
            return defined.map(DefinedBandit::explain)
                    .orElseGet(() -> ModelExplanation.of(engine.policy().stateName(), engine.policy()));
        } finally {
            lock.unlock();
        }
    }

    /** Returns what the bandit was made from; empty if it was made of policy or tuner objects. */
    public Optional<BanditDefinition> definition() {
        return defined.map(DefinedBandit::definition);
    }

    /** Returns the key of all random draws: the same seed and calls give the same decisions. */
    public long seed() {
        return engine.seed();
    }

    /** Returns the number of decisions so far. */
    public long rounds() {
        lock.lock();
        try {
            return engine.rounds();
        } finally {
            lock.unlock();
        }
    }

    private String ofArms() {
        int dimension = engine.policy().dimension();
        return dimension == 0 ? "sparse arms" : "vectors of " + dimension + " numbers";
    }

    /** Returns policy, tuner, seed and rounds, for logs. */
    @Override
    public String toString() {
        String made =
                definition().map(of -> of.policy() + " tuned by " + of.tuner()).orElseGet(() -> engine.stateName());
        boolean named = definition().flatMap(BanditDefinition::encoder).isPresent();
        return "Bandit[" + made + ", " + (named ? "named features" : ofArms()) + ", seed " + seed() + ", " + rounds()
                + " rounds]";
    }
}
