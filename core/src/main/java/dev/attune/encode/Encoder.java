package dev.attune.encode;

import dev.attune.api.ActionSet;
import dev.attune.api.Terms;
import dev.attune.encode.Interaction.Place;
import dev.attune.encode.Interaction.Side;
import dev.attune.math.ArmForms;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns named features into what policies need: vectors of fixed length, by signed hashing, or sparse arms ({@link #sparse}).
 *
 * <pre>{@code
 * Encoder encoder = Encoder.of(64);
 * ActionSet arms = encoder.encode(visitor, List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE)));
 * }</pre>
 *
 * <p>Every feature has a key, made from its place, kind, name and, for a category, value. The key says in which slot of the
 * vector the value is added, and with which sign. Two keys may meet in one slot; {@link #collisions} says how many do. A
 * category that was never seen is a new key. A feature that is missing contributes nothing, which for a standardised number
 * is its mean. A name that is a number in one round and a category in the next is two features.
 *
 * <p>Means and scales of numbers are learnt: {@link #encode} uses what was known before the round, then learns from it, the
 * context once and every arm once. A decision keeps its vector, so a reward that comes later is learnt with the vector that was
 * chosen.
 *
 * <p>Sparse arms have a term for each key, without slots and signs, so no two keys meet, but for hash collisions of 64 bits: among 2^20 keys of
 * contexts the probability that any two are equal is 3 in 10^8. The own terms of an arm are its id, unless identities are set to NEVER, and its
 * features; each is joined with the terms of the context that an interaction names, and stands alone if it is the id or if features of arms are to
 * enter on their own. Features of the context never enter on their own. Numbers are scaled as {@link Vocabulary} says: counts stay as they are, zero
 * stays zero, a constant is a flag. The dimension of the definition is not used.
 *
 * <p>Cost of a round: O(d K) to make the vectors, and one addition for each feature and each pair that is joined.
 * For sparse arms, one look-up for each feature; the context is not copied for each arm. Deterministic, on any machine: the vectors are a function of the definition and of the calls so far, in their order; the
 * order of features within {@link Features} does not matter. Single writer: calls on one object must not overlap.
 *
 * <p>K. Weinberger, A. Dasgupta, J. Langford, A. Smola, J. Attenberg: Feature hashing for large scale multitask learning. ICML
 * 2009.
 */
public final class Encoder implements Checkpointed {
    /** The most pairs of terms of a sparse round: features of the context times features of all arms, ids included. */
    public static final int MOST_TERMS = 1 << 22;

    private final EncoderDefinition definition;
    private final int firstSlot;
    private final int slots;
    private final NumberScales scales = new NumberScales();
    private final Optional<Vocabulary> words; // of sparse arms
    private final SeenKeys seen;
    private final Expansion ofContext;
    private final Expansion ofArm;
    private final long idRoot;
    private final long idMask;

    // scratch space of a round
    private final Terms context = new Terms();
    private final Terms armTerms = new Terms();
    private final Terms own = new Terms(); // of all arms, one arm after another, each arm's identity last
    private int[] ends = new int[16]; // where the features of an arm end
    private int[] idEnds = new int[16]; // and its identity, if it has one
    private final Set<String> ids = new HashSet<>();

    /** An encoder of vectors that has learnt nothing. */
    public Encoder(EncoderDefinition definition) {
        this(definition, Optional.empty());
    }

    private Encoder(EncoderDefinition definition, Optional<Vocabulary> words) {
        this.definition = definition;
        this.words = words;
        this.firstSlot = definition.bias() ? 1 : 0;
        this.slots = definition.hashedSlots();
        this.seen = new SeenKeys(slots);
        this.ofContext = new Expansion(definition, Place.CONTEXT, scales, words);
        this.ofArm = new Expansion(definition, Place.ARM, scales, words);
        this.idRoot = FeatureHash.root(definition.hashSeed(), Place.ID.code, 0);
        this.idMask = Expansion.mask(definition.interactions(), new Side(Place.ID, ""));
    }

    /** An encoder with the defaults for vectors of this length. */
    public static Encoder of(int dimension) {
        return new Encoder(EncoderDefinition.builder().dimension(dimension).build());
    }

    /** Returns an encoder of sparse arms that has learnt nothing. */
    public static Encoder sparse(EncoderDefinition definition) {
        if (definition.interactions().size() == EncoderDefinition.MOST_INTERACTIONS) {
            throw new IllegalArgumentException(
                    "there are " + definition.interactions().size() + " interactions; sparse arms can have one less");
        }
        return new Encoder(definition, Optional.of(new Vocabulary(Vocabulary.LIMIT)));
    }

    /** Returns whether arms become lists of terms. */
    public boolean isSparse() {
        return words.isPresent();
    }

    /** Returns how many numbers of sparse arms were used as they were, because there were too many names to learn their sizes. */
    public long unscaled() {
        return words.map(Vocabulary::unscaled).orElse(0L);
    }

    /** What it was made with. */
    public EncoderDefinition definition() {
        return definition;
    }

    /** Length of the vectors. */
    public int dimension() {
        return definition.dimension();
    }

    /** How crowded the slots are with what {@link #encode} has seen so far. */
    public Collisions collisions() {
        return seen.collisions();
    }

    /**
     * The vectors of a round's arms, in their order; then learns the means and scales of its numbers.
     *
     * @throws IllegalArgumentException if there is no arm, two have the same id, or a number is too large or one name too
     *     many; nothing has changed then
     */
    public ActionSet encode(Features shared, List<Arm> arms) {
        return encode(shared, arms, false);
    }

    /**
     * Does what {@link #encode} does, in arrays that the next such call may use again: for callers that are done with the arms
     * by then.
     *
     * @throws IllegalArgumentException as {@link #encode} does; nothing has changed then
     */
    public ActionSet encodeForNow(Features shared, List<Arm> arms) {
        return encode(shared, arms, true);
    }

    private ActionSet encode(Features shared, List<Arm> arms, boolean forNow) {
        scales.begin();
        try {
            expand(shared, arms, true);
        } catch (RuntimeException e) {
            forget();
            throw e;
        }
        if (words.isPresent()) {
            words.get().learn();
            return forNow ? list(arms.size()) : list(arms.size()).keep();
        }
        ActionSet encoded = fill(arms.size(), true);
        scales.learn();
        return encoded;
    }

    private void forget() {
        scales.forget();
        words.ifPresent(Vocabulary::forget);
    }

    /** The vectors that {@link #encode} would make of the same arms now; nothing is learnt. */
    public ActionSet encodeWithoutLearning(Features shared, List<Arm> arms) {
        expand(shared, arms, false);
        return words.isPresent() ? list(arms.size()).keep() : fill(arms.size(), false);
    }

    /**
     * What the vector that {@link #encodeWithoutLearning} makes of an arm consists of, by name; nothing is learnt.
     *
     * @param most how many are wanted; pairs, of which there may be a great many, come last
     */
    public List<NamedTerm> terms(Features shared, Arm arm, int most) {
        long[] id = hasIdentity(arm) ? new long[] {FeatureHash.text(idRoot, arm.id()), idMask} : new long[0];
        return new TermNames(definition, ofContext, ofArm, most).of(shared, arm, id);
    }

    /** Begins to look at rounds without encoding them. Nothing else may be done with this encoder until it is closed. */
    public Rehearsal rehearse() {
        scales.begin();
        return new Rehearsal();
    }

    /** Rounds that are looked at one after the other; when it is closed, nothing has changed. */
    public final class Rehearsal implements AutoCloseable {
        private Rehearsal() {}

        /**
         * Looks at the next round.
         *
         * @throws IllegalArgumentException if {@link #encode} would refuse it after the rounds before
         */
        public void next(Features shared, List<Arm> arms) {
            expand(shared, arms, true);
        }

        @Override
        public void close() {
            forget();
        }
    }

    private void expand(Features shared, List<Arm> arms, boolean learning) {
        if (arms.isEmpty()) {
            throw new IllegalArgumentException("a round needs at least one arm, but there is none");
        }
        requireDifferentIds(arms);
        if (arms.size() > ends.length) {
            ends = new int[arms.size()];
            idEnds = new int[arms.size()];
        }
        context.clear();
        if (words.isPresent()) {
            context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
        }
        ofContext.expand(shared, learning, context);
        own.clear();
        for (int k = 0; k < arms.size(); k++) {
            Arm arm = arms.get(k);
            if (words.isPresent()) {
                expandSparse(arm, k, learning);
                continue;
            }
            ofArm.expand(arm.features(), learning, own);
            ends[k] = own.size();
            if (hasIdentity(arm)) {
                own.add(FeatureHash.text(idRoot, arm.id()), 1, idMask);
            }
            idEnds[k] = own.size();
        }
        if (words.isPresent()) {
            requireTerms((long) own.size() * context.size());
        }
    }

    /** Adds the own terms of a sparse arm: its features, those joined with its id, and its id. */
    private void expandSparse(Arm arm, int k, boolean learning) {
        int from = own.size();
        armTerms.clear();
        ofArm.expand(arm.features(), learning, armTerms);
        long alone = definition.armAlone() ? ActionSet.ALONE : 0;
        for (int a = 0; a < armTerms.size(); a++) {
            own.add(armTerms.key(a), armTerms.value(a), armTerms.mask(a) | alone);
        }
        if (definition.armIdentity() != ArmIdentity.NEVER) {
            long id = FeatureHash.text(idRoot, arm.id());
            long mask = hasIdentity(arm) ? idMask : 0;
            if (learning) {
                words.orElseThrow().note(id, "id", "", arm.id());
            }
            own.add(id, 1, mask | ActionSet.ALONE);
            for (int a = 0; a < armTerms.size(); a++) {
                if ((armTerms.mask(a) & mask) != 0) {
                    own.add(FeatureHash.pair(armTerms.key(a), id), armTerms.value(a), ActionSet.ALONE);
                }
            }
        }
        ends[k] = own.size();
        idEnds[k] = own.size();
        if (definition.unitNorm()) {
            scaleToUnitNorm(from);
        }
    }

    private void requireTerms(long terms) {
        if (terms > MOST_TERMS) {
            throw new IllegalArgumentException("the " + (context.size() - 1) + " features of the context and "
                    + own.size() + " of the arms, ids included, make up to " + terms
                    + " pairs of terms; a round can have "
                    + MOST_TERMS);
        }
    }

    private void requireDifferentIds(List<Arm> arms) {
        ids.clear();
        for (Arm arm : arms) {
            if (!ids.add(arm.id())) {
                throw new IllegalArgumentException("arm id " + arm.id() + " is given twice in one round");
            }
        }
    }

    private boolean hasIdentity(Arm arm) {
        return switch (definition.armIdentity()) {
            case AUTO -> arm.features().size() == 0;
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }

    private ActionSet fill(int arms, boolean learning) {
        double[][] x = new double[dimension()][ArmForms.rowLength(arms)];
        if (definition.bias()) {
            Arrays.fill(x[0], 0, arms, 1);
        }
        if (definition.contextAlone()) {
            fillContext(x, arms, learning);
        }
        for (int k = 0; k < arms; k++) {
            fillArm(x, k, learning);
        }
        if (definition.unitNorm()) {
            scaleToUnitNorm(x, arms);
        }
        return ActionSet.wrap(x, arms);
    }

    private void fillContext(double[][] x, int arms, boolean learning) {
        for (int c = 0; c < context.size(); c++) {
            long key = context.key(c);
            if (learning) {
                seen.see(key);
            }
            double[] row = x[firstSlot + FeatureHash.slot(key, slots)];
            double value = FeatureHash.signed(key, context.value(c));
            for (int k = 0; k < arms; k++) {
                row[k] += value;
            }
        }
    }

    private void fillArm(double[][] x, int k, boolean learning) {
        int start = k == 0 ? 0 : idEnds[k - 1];
        int id = ends[k]; // where the identity is, if the arm has one
        for (int a = start; a < idEnds[k]; a++) {
            if (a == id || definition.armAlone()) {
                add(x, k, own.key(a), own.value(a), learning);
            }
            for (int c = 0; c < context.size(); c++) {
                if ((context.mask(c) & own.mask(a)) != 0) {
                    addPair(x, k, context, c, a, learning);
                }
            }
        }
        for (int a = start; a < id && id < idEnds[k]; a++) {
            if ((own.mask(a) & own.mask(id)) != 0) {
                addPair(x, k, own, a, id, learning);
            }
        }
    }

    private void addPair(double[][] x, int k, Terms left, int l, int r, boolean learning) {
        add(x, k, FeatureHash.pair(left.key(l), own.key(r)), left.value(l) * own.value(r), learning);
    }

    private void add(double[][] x, int k, long key, double value, boolean learning) {
        if (learning) {
            seen.see(key);
        }
        x[firstSlot + FeatureHash.slot(key, slots)][k] += FeatureHash.signed(key, value);
    }

    /** The sparse arms, in the lists that the next round uses again. */
    private ActionSet list(int arms) {
        return ActionSet.crossed(context, own, ends, arms);
    }

    /** Scales the pairs of the arm whose own terms start at a position to length 1. */
    private void scaleToUnitNorm(int from) {
        double square = 0;
        for (int a = from; a < own.size(); a++) {
            for (int c = 0; c < context.size(); c++) {
                if ((context.mask(c) & own.mask(a)) != 0) {
                    double value = context.value(c) * own.value(a);
                    square += value * value;
                }
            }
        }
        if (square > 0) {
            own.scale(from, own.size(), 1 / Math.sqrt(square));
        }
    }

    /**
     * Returns the name of a pair of terms of sparse arms, such as {@code context.country=DE x id=tea}; empty if it is not among those that are kept.
     *
     * @param contextKey key of the context's term; {@link ActionSet#CONSTANT} for a term of an arm that stands alone
     */
    public Optional<String> name(long contextKey, long ownKey) {
        Optional<String> ofOwn = words.flatMap(known -> known.name(ownKey));
        return contextKey == ActionSet.CONSTANT
                ? ofOwn
                : words.flatMap(known -> known.name(contextKey))
                        .flatMap(left -> ofOwn.map(right -> left + " x " + right));
    }

    /** Returns the number of different features that sparse arms had so far, as far as they are counted. */
    public int features() {
        return words.map(Vocabulary::size).orElse(0);
    }

    private static void scaleToUnitNorm(double[][] x, int arms) {
        double[] norm = new double[arms];
        for (double[] row : x) {
            for (int k = 0; k < arms; k++) {
                norm[k] += row[k] * row[k];
            }
        }
        for (int k = 0; k < arms; k++) {
            norm[k] = norm[k] == 0 ? 1 : Math.sqrt(norm[k]);
        }
        for (double[] row : x) {
            for (int k = 0; k < arms; k++) {
                row[k] /= norm[k];
            }
        }
    }

    @Override
    public String stateName() {
        return isSparse() ? "sparse encoder/2" : "encoder/1";
    }

    @Override
    public void writeState(StateWriter out) {
        definition.write(out);
        if (words.isPresent()) {
            words.get().write(out);
            return;
        }
        scales.write(out);
        seen.write(out);
    }

    @Override
    public void readState(StateReader in) {
        EncoderDefinition saved = EncoderDefinition.read(in);
        if (!saved.equals(definition)) {
            throw new StateFormatException("the saved encoder is defined by " + saved + ", this one by " + definition);
        }
        if (words.isPresent()) {
            words.get().read(in);
            return;
        }
        scales.read(in);
        seen.read(in);
    }
}
