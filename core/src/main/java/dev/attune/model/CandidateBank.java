package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.ModelBank;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Linear models from simple to rich that all learn every reward; the one that has predicted the rewards best, the leader, scores the arms.
 *
 * <pre>
 *   named features                                                       vectors
 *   mean of each arm                    z = (1), for each arm            the same; an arm is its vector
 *   linear for each arm                 z = (1, context)                 linear: z = (1, x), for all arms
 *   linear with squares and pairs       z = (1, c_i, c_i c_j)            z = (1, x_i, x_i x_j)
 *   features of arms with the context   z = (1, a_i c_j), for all arms
 *   diagonal, five priors, and means    {@link SparseGaussian}
 *
 *   L_c    = {@link Evidence} of ln N(y; mu_c, s_c^2 (1 + w_c))      of each reward before it is learnt
 *            s_c^2 = mean of e^2 / (1 + w_c) over all rewards
 *   leader = argmax of L_c ;  of equals, the first
 *            less 5 for the diagonal, and squares on vectors ;  where arms have features, for models of each arm as well
 *            less 5 (1 + ln(n/3000)), at least 5, for a mean of each arm, after n rewards
 *            a mean of each arm only if a quarter of the rewards were of arms that had been rewarded before
 * </pre>
 *
 * <p>Every candidate predicts every reward, so prediction chooses among them without exploring. No candidate shares effects of the context between
 * arms: playing one arm would let such a model absorb that arm's coefficients, and the data it makes would look right. All but the diagonal have full
 * covariance. Models for each arm take the mean of all arms as the mean of their prior ({@link BlockRidge}), so that a new arm starts from what the
 * others have taught. Every candidate has a constant, whose prior has the mean reward as its mean.
 *
 * <p>Where the policy plays each arm in the contexts that suit it, a mean of each arm predicts as well as a model
 * that knows the contexts. It would take the
 * lead by luck sooner or later, and earn what a random arm earns until the data that it makes disprove it, so it must
 * be ahead by more the longer life is.
 *
 * <p>A term of the context has a column from its first reward on. A candidate that a reward does not fit, because the context has too many different
 * terms, is out for good ({@link #rejected}). Arms that were never rewarded share the block 0 of models for each arm, which is the prior; when there
 * is no room for another arm, the one with the oldest last reward is replaced.
 *
 * <p>Cost: that of the leader to score; that of all candidates to learn.
 */
public final class CandidateBank implements Model, ModelBank {
    /** The most coefficients of a candidate with full covariance on named features, of an arm if it has a model for each. */
    static final int MOST_COLUMNS = 128;

    private static final int FREE_COLUMNS = 64; // whatever the number of arms
    private static final int ROUND_NUMBERS = 1 << 15; // of the matrices of all arms beyond that: what a round may cost

    /** The most numbers whose squares and pairs are coefficients. */
    static final int MOST_SQUARED = 8;

    private static final int BLOCK_NUMBERS = 1 << 19; // of one matrix of all blocks
    private static final String TOO_MANY_ARMS = "there are too many arms for so many terms of the context";
    private static final int LEAST_ARMS = 16;
    private static final double HANDICAP =
            5; // nats: in the first rounds evidence is luck, and a linear model is seldom far off
    private static final double YOUTH = 3000; // rewards
    private static final double LARGEST = 1e60; // of a feature: the square of its square is a number

    /** Kinds of candidates, from simple to rich. */
    public enum Kind {
        /** A mean for each arm. */
        MEANS,
        /** Linear: for each arm on the context, for all arms on vectors and features of arms. */
        LINEAR,
        /** Linear with squares and pairs of features. */
        SQUARES,
        /** Linear with a diagonal covariance; named features only. */
        DIAGONAL
    }

    /** What a candidate makes of an arm. */
    private enum Shape {
        MEANS("mean of each arm", true, Kind.MEANS),
        LINEAR("linear for each arm", true, Kind.LINEAR),
        SQUARES("linear for each arm, with squares and pairs", true, Kind.SQUARES),
        CROSSED("features of arms with the context", false, Kind.LINEAR),
        VECTOR("linear", false, Kind.LINEAR),
        VECTOR_SQUARES("linear, with squares and pairs", false, Kind.SQUARES);

        final String title;
        final boolean perArm;
        final Kind kind;

        Shape(String title, boolean perArm, Kind kind) {
            this.title = title;
            this.perArm = perArm;
            this.kind = kind;
        }
    }

    private static final List<Shape> OF_NAMES = List.of(Shape.MEANS, Shape.LINEAR, Shape.SQUARES, Shape.CROSSED);
    private static final List<Shape> OF_VECTORS = List.of(Shape.MEANS, Shape.VECTOR, Shape.VECTOR_SQUARES);

    /** A model with full covariance. */
    private static final class Candidate {
        final Shape shape;
        final Forgetting forgetting;
        GrowingModel model;
        int width = 1; // coefficients, of an arm if it has a model for each
        String rejected = "";
        double squares; // sum of e^2 / (1 + w), in units
        final Evidence evidence = new Evidence();
        double[] z = new double[0]; // scratch: an arm as this candidate sees it

        Candidate(Shape shape, Forgetting forgetting) {
            this.shape = shape;
            this.forgetting = forgetting;
            this.model = untaught();
        }

        private GrowingModel untaught() {
            return shape.perArm ? BlockRidge.ofPopulation(1, forgetting) : RidgeModel.centred(1, forgetting);
        }

        /** Takes the candidate out for good and frees its memory. */
        void reject(String reason) {
            rejected = reason;
            width = 1;
            model = untaught();
        }

        /** Makes room for coefficients. */
        void widen(int coefficients) {
            if (coefficients > width) {
                width = coefficients;
                model.resize(width);
            }
        }

        /** Returns scratch for an arm, with zeros; what the model takes, the number of the arm's block first if it has blocks. */
        double[] blank() {
            int length = shape.perArm ? 1 + width : width;
            if (z.length != length) {
                z = new double[length];
            } else {
                Arrays.fill(z, 0);
            }
            return z;
        }
    }

    private final int vector; // length of the vectors; 0 for named features
    private final Optional<SparseGaussian> diagonal;
    private final boolean diagonalLeads; // whether the diagonal model is a candidate
    private final List<Candidate> candidates = new ArrayList<>();
    private final int first; // number of the first candidate with full covariance
    private final RewardCentre rewards = new RewardCentre();
    private final ArmNumbers arms = new ArmNumbers();
    private long[] columns = new long[0]; // keys of the context's terms but the constant; theirs is column 1 + position
    private long[] pairs = new long[0]; // mixed keys of pairs of terms, for the shape CROSSED
    private int leader;
    private long since; // rewards learnt when the leader took the lead
    private long changes;
    private long lastChange;

    // scratch of a reward: the terms of an arm
    private final Terms context = new Terms();
    private long armKey;
    private long armId;
    private int ownTerms;

    /**
     * Creates candidates that have learnt nothing.
     *
     * @param length of vectors; 0 for named features
     * @param forgetting how the candidates with full covariance forget
     * @param kinds the candidates; at least one that there is, on vectors one that is not out for their length
     */
    public static CandidateBank of(int length, Forgetting forgetting, Set<Kind> kinds) {
        return length == 0
                ? new CandidateBank(
                        0,
                        Optional.of(new SparseGaussian(Link.IDENTITY, SparseGaussian.BUDGET)),
                        OF_NAMES,
                        forgetting,
                        kinds)
                : new CandidateBank(
                        Require.positive("dimension", length), Optional.empty(), OF_VECTORS, forgetting, kinds);
    }

    private CandidateBank(
            int vector, Optional<SparseGaussian> diagonal, List<Shape> shapes, Forgetting forgetting, Set<Kind> kinds) {
        this.diagonalLeads = diagonal.isPresent() && kinds.contains(Kind.DIAGONAL);
        this.vector = vector;
        this.diagonal = diagonal;
        this.first = diagonal.map(SparseGaussian::candidates).orElse(0);
        shapes.forEach(shape -> candidates.add(new Candidate(shape, forgetting)));
        for (Candidate candidate : candidates) {
            if (!kinds.contains(candidate.shape.kind)) {
                candidate.reject("it is not among the candidates");
            } else if (candidate.shape == Shape.VECTOR) {
                candidate.widen(1 + vector);
            } else if (candidate.shape == Shape.VECTOR_SQUARES) {
                if (vector > MOST_SQUARED) {
                    candidate.reject("vectors have more than " + MOST_SQUARED + " numbers");
                } else {
                    candidate.widen(squares(vector));
                }
            }
        }
        lead();
    }

    /** Returns the number of coefficients with squares and pairs of this many numbers. */
    private static int squares(int numbers) {
        return 1 + numbers + numbers * (numbers + 1) / 2;
    }

    // --- arms as a candidate sees them -----------------------------------------------------------------------

    /** Checks the arms, then computes means and, as bonuses, widths by the leader; independent draws if the diagonal model leads. */
    public void meansAndBonuses(ActionSet round, RandomGenerator rng, ScoredRound out) {
        check(round);
        int c = scorer(round);
        if (c < first) {
            diagonal.orElseThrow().meansAndOptimism(round, rng, out);
        } else {
            ActionSet seen = design(c, round, out);
            candidates.get(c - first).model.meansAndWidths(seen, out);
            out.design(seen, c);
        }
    }

    /** Returns the leader, or the simplest candidate that fits if it does not fit this round. */
    private int scorer(ActionSet round) {
        if (leader < first || fits(candidates.get(leader - first), round)) {
            return leader;
        }
        return diagonal.isPresent()
                ? diagonal.get().leader()
                : leader == 0 && !candidates.get(1).rejected.isEmpty() ? 0 : 1;
    }

    private boolean fits(Candidate candidate, ActionSet round) {
        return !candidate.shape.perArm || round.arms() <= arms.most();
    }

    @Override
    public ActionSet design(int number, ActionSet round, ScoredRound scratch) {
        Candidate candidate = candidates.get(number - first);
        int K = round.arms();
        double[][] x = scratch.designRows(candidate.shape.perArm ? 1 + candidate.width : candidate.width, K);
        switch (candidate.shape) {
            case MEANS -> Arrays.fill(x[1], 0, K, 1);
            case LINEAR, SQUARES -> {
                double[] values = scratch.work(1, 1 + columns.length);
                contextValues(round, values);
                expand(values, candidate, scratch.work(2, candidate.width));
                double[] z = scratch.work(2, candidate.width);
                for (int i = 0; i < z.length; i++) {
                    Arrays.fill(x[1 + i], 0, K, z[i]);
                }
            }
            case CROSSED -> cross(round, x);
            case VECTOR, VECTOR_SQUARES -> {
                double[][] features = round.byFeature();
                Arrays.fill(x[0], 0, K, 1);
                int at = 1;
                for (int i = 0; i < vector; i++) {
                    x[at++] = features[i];
                    for (int j = 0; candidate.shape == Shape.VECTOR_SQUARES && j <= i; j++, at++) {
                        for (int k = 0; k < K; k++) {
                            x[at][k] = bounded(features[i][k] * features[j][k]);
                        }
                    }
                }
            }
        }
        if (candidate.shape.perArm) {
            long joined = joined(round);
            for (int k = 0; k < K; k++) {
                x[0][k] = arms.find(key(round, k, joined));
            }
        }
        return scratch.trusted(x, K);
    }

    private static double bounded(double value) {
        return Math.max(-LARGEST, Math.min(LARGEST, value));
    }

    /** Computes the values of all columns in a round. */
    private void contextValues(ActionSet round, double[] values) {
        Arrays.fill(values, 0);
        values[0] = 1;
        Terms terms = round.context();
        for (int c = 0; c < terms.size(); c++) {
            if (terms.key(c) != ActionSet.CONSTANT) {
                int column = column(terms.key(c));
                if (column > 0) {
                    values[column] = bounded(terms.value(c));
                }
            }
        }
    }

    /** Computes the features of a candidate for each arm, from the values of all columns. */
    private static void expand(double[] values, Candidate candidate, double[] z) {
        if (candidate.shape == Shape.LINEAR) {
            System.arraycopy(values, 0, z, 0, z.length);
            return;
        }
        z[0] = 1;
        int at = 1;
        for (int i = 1; at < z.length; i++) {
            z[at++] = values[i];
            for (int j = 1; j <= i; j++) {
                z[at++] = bounded(values[i] * values[j]);
            }
        }
    }

    private void cross(ActionSet round, double[][] x) {
        int K = round.arms();
        Arrays.fill(x[0], 0, K, 1);
        for (int i = 1; i < x.length; i++) {
            Arrays.fill(x[i], 0, K, 0);
        }
        Terms shared = round.context();
        Terms own = round.own();
        for (int k = 0; k < K; k++) {
            for (int a = round.start(k); a < round.end(k); a++) {
                for (int c = 0; c < shared.size(); c++) {
                    if ((shared.mask(c) & own.mask(a)) != 0) {
                        int pair = pair(shared.key(c), own.key(a));
                        if (pair > 0 && pair < x.length) {
                            x[pair][k] += bounded(shared.value(c) * own.value(a));
                        }
                    }
                }
            }
        }
    }

    private int column(long key) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == key) {
                return 1 + i;
            }
        }
        return 0;
    }

    private int pair(long contextKey, long ownKey) {
        long mixed = mix(contextKey, ownKey);
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i] == mixed) {
                return 1 + i;
            }
        }
        return 0;
    }

    private static long mix(long a, long b) {
        long h = (a ^ (b * 0x9E3779B97F4A7C15L)) * 0xBF58476D1CE4E5B9L;
        return h ^ (h >>> 31);
    }

    @Override
    public int arms() {
        return arms.size();
    }

    @Override
    public long armKey(int number) {
        return arms.key(number);
    }

    @Override
    public long armKey(ActionSet round, int k) {
        return key(round, k, joined(round));
    }

    @Override
    public long armKey(double[] x) {
        parse(x);
        return armKey;
    }

    @Override
    public int armNumber(long key) {
        return arms.find(key);
    }

    /** Returns the interactions that join terms of arms with the context. */
    private static long joined(ActionSet round) {
        long joined = 0;
        for (int c = 0; c < round.context().size(); c++) {
            joined |= round.context().mask(c);
        }
        return joined;
    }

    /** Returns what tells an arm from others: the keys of its own terms, or all numbers of its vector. */
    private long key(ActionSet round, int k, long joined) {
        long key = 0;
        if (vector > 0) {
            for (double[] feature : round.byFeature()) {
                key = mix(key, Double.doubleToLongBits(feature[k]));
            }
            return key;
        }
        Terms own = round.own();
        int terms = 0;
        long only = 0;
        for (int a = round.start(k); a < round.end(k); a++) {
            if ((own.mask(a) & joined) != 0) {
                only = own.key(a);
                key += mix(1, only); // in any order
                terms++;
            }
        }
        return terms == 1 ? only : key;
    }

    // --- an arm that was pulled ------------------------------------------------------------------------------

    /** Reads the terms of an arm: the context without its constant, and the key of the arm. */
    private void parse(double[] x) {
        context.clear();
        armKey = 0;
        ownTerms = 0;
        if (vector > 0) {
            for (double feature : x) {
                armKey = mix(armKey, Double.doubleToLongBits(feature));
            }
            return;
        }
        long only = 0;
        for (int at = 0; at < x.length; ) {
            int shared = (int) x[at];
            int own = (int) x[at + 1];
            at += 2;
            for (int c = 0; c < shared; c++, at += 3) {
                long key = ActionSet.key(x, at);
                if (key != ActionSet.CONSTANT && context.size() <= MOST_COLUMNS && !contains(key)) { // more fit nothing
                    context.add(key, x[at + 2], 0);
                }
            }
            for (int a = 0; a < own; a++, at += 3) {
                only = ActionSet.key(x, at);
                armId = a == 0 ? only : armId; // the id is in the last group
                armKey += mix(1, only);
                ownTerms++;
            }
        }
        armKey = ownTerms == 1 ? only : armKey;
    }

    private boolean contains(long key) {
        for (int c = 0; c < context.size(); c++) {
            if (context.key(c) == key) {
                return true;
            }
        }
        return false;
    }

    @Override
    public double[] design(int number, double[] x) {
        parse(x);
        return design(candidates.get(number - first), x, arms.find(armKey)).clone();
    }

    /** Returns the arm that was parsed as a candidate sees it, in its scratch. */
    private double[] design(Candidate candidate, double[] x, int number) {
        double[] z = candidate.blank();
        switch (candidate.shape) {
            case MEANS -> z[1] = 1;
            case LINEAR, SQUARES -> {
                double[] values = new double[1 + columns.length];
                values[0] = 1;
                for (int c = 0; c < context.size(); c++) {
                    int column = column(context.key(c));
                    if (column > 0) {
                        values[column] = bounded(context.value(c));
                    }
                }
                double[] own = new double[candidate.width];
                expand(values, candidate, own);
                System.arraycopy(own, 0, z, 1, own.length);
            }
            case CROSSED -> {
                z[0] = 1;
                forEachPair(x, (contextKey, ownKey, value) -> {
                    int pair = pair(contextKey, ownKey);
                    if (pair > 0 && pair < z.length) {
                        z[pair] += bounded(value);
                    }
                });
            }
            case VECTOR, VECTOR_SQUARES -> {
                z[0] = 1;
                int at = 1;
                for (int i = 0; i < vector; i++) {
                    z[at++] = x[i];
                    for (int j = 0; candidate.shape == Shape.VECTOR_SQUARES && j <= i; j++) {
                        z[at++] = bounded(x[i] * x[j]);
                    }
                }
            }
        }
        if (candidate.shape.perArm) {
            z[0] = number;
        }
        return z;
    }

    @FunctionalInterface
    private interface PairVisitor {
        void visit(long contextKey, long ownKey, double value);
    }

    /**
     * Visits the pairs of terms of an arm that have features: all but those of terms that stand alone where others are joined with the context, such as
     * the id of an arm.
     */
    private static void forEachPair(double[] x, PairVisitor visitor) {
        boolean joined = false;
        for (int at = 0; at < x.length; at += 2 + 3 * ((int) x[at] + (int) x[at + 1])) {
            joined |= x[at] > 1;
        }
        for (int at = 0; at < x.length; ) {
            int shared = (int) x[at];
            int own = (int) x[at + 1];
            int ownStart = at + 2 + 3 * shared;
            for (int a = 0; a < own && (shared > 1 || !joined); a++) {
                for (int c = 0; c < shared; c++) {
                    visitor.visit(
                            ActionSet.key(x, at + 2 + 3 * c),
                            ActionSet.key(x, ownStart + 3 * a),
                            x[at + 2 + 3 * c + 2] * x[ownStart + 3 * a + 2]);
                }
            }
            at = ownStart + 3 * own;
        }
    }

    // --- learning --------------------------------------------------------------------------------------------

    /** Learns one reward of an arm of which it is not known how likely it was. */
    public void add(double[] x, double y) {
        add(x, y, Double.NaN);
    }

    /**
     * Learns one reward.
     *
     * @param likelihood how many times likelier the arm was than with a uniform choice; NaN if that is not known
     */
    public void add(double[] x, double y, double likelihood) {
        diagonal.ifPresent(model -> model.add(x, y, likelihood));
        parse(x);
        admit(x);
        int number = arms.reward(armKey, armId);
        if (number < 0) {
            number = -number;
            clearBlock(number);
        }
        if (arms.mostAreNew()) {
            rejectModelsOfArms("most arms do not recur");
        }
        rewards.setUnit(y);
        double target = rewards.scaled(y);
        boolean changed = false;
        for (Candidate candidate : candidates) {
            if (candidate.rejected.isEmpty()) {
                double[] z = design(candidate, x, number);
                judge(candidate, z, y, likelihood);
                long before = candidate.model.changes();
                candidate.model.add(z, y);
                changed |= leads(candidate) && candidate.model.changes() > before;
            }
        }
        rewards.learn(target);
        if (changed) {
            changes++;
            lastChange = rewards.count();
        }
        lead();
    }

    /** Adds columns for terms that are new; rejects candidates that have no room for them. */
    private void admit(double[] x) {
        if (vector > 0) {
            return;
        }
        int before = columns.length;
        for (int c = 0; c < context.size(); c++) {
            if (column(context.key(c)) == 0 && columns.length < MOST_COLUMNS) {
                columns = Arrays.copyOf(columns, columns.length + 1);
                columns[columns.length - 1] = context.key(c);
            }
        }
        for (Candidate candidate : candidates) {
            if (!candidate.rejected.isEmpty()) {
                continue;
            }
            if (candidate.shape == Shape.LINEAR) {
                int w = 1 + columns.length;
                if (w > MOST_COLUMNS) {
                    candidate.reject("the context has more than " + (MOST_COLUMNS - 1) + " different terms");
                } else if (w > FREE_COLUMNS && (long) arms.size() * w * w > ROUND_NUMBERS) {
                    candidate.reject(TOO_MANY_ARMS);
                } else if (columns.length > before) {
                    candidate.widen(1 + columns.length);
                }
            } else if (candidate.shape == Shape.SQUARES) {
                if (columns.length > MOST_SQUARED) {
                    candidate.reject("the context has more than " + MOST_SQUARED + " different terms");
                } else if (columns.length > before) {
                    candidate.widen(squares(columns.length));
                }
            } else if (candidate.shape == Shape.CROSSED) {
                admitPairs(candidate, x);
            }
        }
        makeRoom();
    }

    private void admitPairs(Candidate candidate, double[] x) {
        if (ownTerms < 2) {
            candidate.reject("arms have no features");
            return;
        }
        forEachPair(x, (contextKey, ownKey, value) -> {
            if (pairs.length < MOST_COLUMNS && pair(contextKey, ownKey) == 0) {
                pairs = Arrays.copyOf(pairs, pairs.length + 1);
                pairs[pairs.length - 1] = mix(contextKey, ownKey);
            }
        });
        if (1 + pairs.length > MOST_COLUMNS) {
            candidate.reject("features of arms and the context make more than " + (MOST_COLUMNS - 1) + " pairs");
        } else {
            candidate.widen(1 + pairs.length);
        }
    }

    /** Sets how many arms have models, by the widest candidate with a model for each; gives up that candidate if more arms have one. */
    private void makeRoom() {
        for (int i = candidates.size() - 1; i >= 0; i--) {
            Candidate widest = candidates.get(i);
            if (widest.shape.perArm && widest.rejected.isEmpty()) {
                int room = Math.max(LEAST_ARMS, BLOCK_NUMBERS / (widest.width * widest.width));
                if (arms.most(room)) {
                    return;
                }
                widest.reject(TOO_MANY_ARMS);
            }
        }
    }

    private void clearBlock(int number) {
        for (Candidate candidate : candidates) {
            if (candidate.shape.perArm && candidate.rejected.isEmpty()) {
                candidate.model.clear(number);
            }
        }
    }

    /** Takes out the candidates with a model for each arm, unless there are no others. */
    private void rejectModelsOfArms(String reason) {
        boolean others =
                diagonalLeads || candidates.stream().anyMatch(other -> !other.shape.perArm && other.rejected.isEmpty());
        for (Candidate candidate : candidates) {
            if (others && candidate.shape.perArm && candidate.rejected.isEmpty()) {
                candidate.reject(reason);
            }
        }
    }

    /** Adds the predictive log-likelihood of a reward to the evidence of a candidate. */
    private void judge(Candidate candidate, double[] z, double y, double likelihood) {
        double e = rewards.scaled(y - candidate.model.score(z));
        double w = candidate.model.variance(z);
        candidate.evidence.add(rewards.logLikelihood(e, candidate.squares, w), likelihood);
        candidate.squares += e * e / (1 + w);
    }

    private boolean leads(Candidate candidate) {
        return leader >= first && candidates.get(leader - first) == candidate;
    }

    private void lead() {
        boolean crossed = false;
        for (Candidate candidate : candidates) {
            crossed |= candidate.shape == Shape.CROSSED && candidate.rejected.isEmpty();
        }
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < candidates(); c++) {
            double evidence = evidence(c) - handicap(c, crossed);
            if (mayLead(c) && (best < 0 || evidence > most)) {
                most = evidence;
                best = c;
            }
        }
        if (best >= 0 && best != leader) {
            leader = best;
            since = rewards.count();
        }
    }

    /** Returns by how much a candidate must be ahead of one that leads as long as evidence is luck. */
    private double handicap(int c, boolean crossed) {
        if (c < first) {
            return HANDICAP;
        }
        return switch (candidates.get(c - first).shape) {
            case CROSSED, VECTOR -> 0;
            case LINEAR, SQUARES -> crossed ? HANDICAP : 0; // arms that have features teach about each other
            case VECTOR_SQUARES -> HANDICAP;
            case MEANS -> HANDICAP * (1 + Math.max(0, StrictMath.log(rewards.count() / YOUTH)));
        };
    }

    private boolean mayLead(int c) {
        if (c < first) {
            // its mean of each arm is the same model as ours, which has a covariance
            return diagonalLeads && c == diagonal.orElseThrow().leader() && (c > 0 || !mayLead(first));
        }
        Candidate candidate = candidates.get(c - first);
        return candidate.rejected.isEmpty() && (candidate.shape != Shape.MEANS || arms.recur() || isLast(candidate));
    }

    /** Returns whether a candidate is the only one left. */
    private boolean isLast(Candidate candidate) {
        boolean others = diagonalLeads;
        for (Candidate other : candidates) {
            others |= other != candidate && other.rejected.isEmpty();
        }
        return !others;
    }

    // --- what it believes ------------------------------------------------------------------------------------

    @Override
    public double score(double[] x) {
        if (leader < first) {
            return diagonal.orElseThrow().score(x);
        }
        return candidates.get(leader - first).model.score(design(leader, x));
    }

    @Override
    public Optional<ModelBank> bank() {
        return Optional.of(this);
    }

    @Override
    public boolean withCovariances() {
        return true;
    }

    @Override
    public Optional<Posterior> posterior(int candidate) {
        return candidate >= first && candidates.get(candidate - first).rejected.isEmpty()
                ? Optional.of(candidates.get(candidate - first).model)
                : Optional.empty();
    }

    /** Returns the number of coefficients of the leader. */
    @Override
    public int size() {
        if (leader < first) {
            return diagonal.orElseThrow().size();
        }
        Candidate of = candidates.get(leader - first);
        return of.shape.perArm ? of.width * arms.size() : of.width;
    }

    @Override
    public int budget() {
        return diagonal.map(SparseGaussian::budget).orElseGet(this::size);
    }

    @Override
    public long evicted() {
        return diagonal.map(SparseGaussian::evicted).orElse(0L);
    }

    @Override
    public int candidates() {
        return first + candidates.size();
    }

    @Override
    public String candidateName(int candidate) {
        return candidate < first
                ? diagonal.orElseThrow().candidateName(candidate)
                : candidates.get(candidate - first).shape.title;
    }

    @Override
    public double evidence(int candidate) {
        return candidate < first
                ? diagonal.orElseThrow().evidence(candidate)
                : candidates.get(candidate - first).evidence.total();
    }

    @Override
    public String rejected(int candidate) {
        return candidate < first ? "" : candidates.get(candidate - first).rejected;
    }

    @Override
    public int leader() {
        return leader;
    }

    @Override
    public long leadingSince() {
        return since;
    }

    @Override
    public void coefficients(Visitor visitor) {
        if (leader < first) {
            diagonal.orElseThrow().coefficients(visitor);
            return;
        }
        Candidate of = candidates.get(leader - first);
        if (vector > 0 || of.shape == Shape.CROSSED) {
            return;
        }
        int linear = Math.min(of.width, 1 + columns.length);
        for (int number = 1; number <= arms.size(); number++) {
            Posterior block = of.model.block(number);
            for (int i = 0, at = 0; i < linear && at < of.width; i++) {
                visitor.visit(
                        i == 0 ? ActionSet.CONSTANT : columns[i - 1],
                        arms.id(number),
                        block.mean()[at],
                        Math.sqrt(block.variance(at)) * of.model.noise());
                at += of.shape == Shape.SQUARES ? 1 + i : 1;
            }
        }
    }

    @Override
    public int features() {
        return vector;
    }

    /** Returns the length of the vectors; 0 for named features, whose number is not fixed. */
    @Override
    public int dimension() {
        return vector;
    }

    @Override
    public long count() {
        return rewards.count();
    }

    @Override
    public double noise() {
        return leader < first
                ? diagonal.orElseThrow().noise()
                : candidates.get(leader - first).model.noise();
    }

    /** Returns how often the model of the candidate that leads was replaced; those of others decide nothing. */
    @Override
    public long changes() {
        return changes;
    }

    @Override
    public long lastChange() {
        return lastChange;
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    /** Always throws: the candidates have coefficients of their own. */
    @Override
    public double[] mean() {
        throw noVector();
    }

    /** Always throws: the candidates have coefficients of their own. */
    @Override
    public double[][] covariance() {
        throw noVector();
    }

    /** Always throws: the candidates have coefficients of their own. */
    @Override
    public void shape(double[] z) {
        throw noVector();
    }

    private static UnsupportedOperationException noVector() {
        return new UnsupportedOperationException("a bank of candidates has no vector of coefficients of its own");
    }

    // --- state -----------------------------------------------------------------------------------------------

    @Override
    public void writeState(StateWriter out) {
        write(out, false);
    }

    @Override
    public void writePublished(StateWriter out) {
        write(out, true);
    }

    private void write(StateWriter out, boolean published) {
        diagonal.ifPresent(model -> model.writeState(out));
        rewards.write(out);
        arms.write(out);
        writeKeys(columns, out);
        writeKeys(pairs, out);
        out.writeInt(leader);
        out.writeLong(since);
        out.writeLong(changes);
        out.writeLong(lastChange);
        for (Candidate candidate : candidates) {
            out.writeString(candidate.rejected);
            out.writeInt(candidate.width);
            out.writeDouble(candidate.squares);
            candidate.evidence.write(out);
            if (candidate.rejected.isEmpty()) {
                if (published) {
                    candidate.model.writePublished(out);
                } else {
                    candidate.model.writeState(out);
                }
            }
        }
    }

    private static void writeKeys(long[] keys, StateWriter out) {
        out.writeInt(keys.length);
        for (long key : keys) {
            out.writeLong(key);
        }
    }

    @Override
    public void readState(StateReader in) {
        diagonal.ifPresent(model -> model.readState(in));
        rewards.read(in);
        arms.read(in);
        columns = readKeys(in);
        pairs = readKeys(in);
        leader = in.readCount(candidates() - 1);
        since = in.readTally();
        changes = in.readTally();
        lastChange = in.readTally();
        for (Candidate candidate : candidates) {
            String reason = in.readString();
            int width = in.readCount(Math.max(1 + vector, MOST_COLUMNS));
            if (!reason.isEmpty()) {
                candidate.reject(reason);
            }
            if (width < candidate.width) {
                throw new StateFormatException("the saved candidate has " + width + " coefficients");
            }
            candidate.squares = in.readDouble();
            candidate.evidence.read(in);
            if (candidate.rejected.isEmpty()) {
                candidate.widen(width);
                candidate.model.readState(in);
            }
        }
    }

    private static long[] readKeys(StateReader in) {
        long[] keys = new long[in.readCount(MOST_COLUMNS)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = in.readLong();
        }
        return keys;
    }
}
