package dev.attune.lab.env;

import static dev.attune.lab.env.EnvironmentEntry.entry;

import dev.attune.lab.env.ContextWorld.Numbers;
import dev.attune.lab.env.ContextWorld.Truth;
import dev.attune.lab.env.EnvironmentProvider.Parameter;
import dev.attune.lab.env.PointEnvironment.Shape;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The synthetic environments: the paper's simulations, those where exploration matters, and those with a context and ids of arms, which differ in what a
 * model must be able to express. Those where exploration matters have the distributions and presets with which the default tuner was studied; drift and
 * heavy tails were added later.
 */
final class SyntheticEnvironments {
    private static final String PAPER = "Kang, Hsieh, Lee, TMLR 2024, ";
    private static final double LARGE = 1e6; // a larger value is probably a typing error

    private static final Parameter EVEN_CHANGES =
            new Parameter("changes", "3", "how often the world changes, at equal distances");
    private static final Parameter CHANGES = changes("0");
    private static final Parameter LIFETIME = new Parameter(
            "lifetime", "2000", "rounds for which an arm is on offer, a multiple of the arms; 0 if arms stay");

    private static final List<Parameter> WORDS = List.of(
            new Parameter("words", "1000", "number of different words, at least " + WordWorld.TOPIC_WORDS),
            new Parameter("pay", "0.75", "probability that an arm of the visit's topic pays"),
            new Parameter("base", "0.03", "probability that another arm pays"),
            new Parameter("topical", "12", "words of a visit that are drawn from those of its topic"),
            new Parameter("common", "20", "words of a visit that are drawn from all"),
            new Parameter(
                    "values", "counts", "counts: how often the visit has a word; binary: 1 for each word that it has"),
            new Parameter("pairs", "no", "whether the words of a topic come in fixed pairs: yes or no"),
            CHANGES);

    private static final EnvironmentEntry FIXED_ARMS = entry("fixed-arms", p -> fixed(p, gaussian(p)))
            .about("the same arms all the time, drawn like the simulation's")
            .with(features(10), arms(30), noise("0.5"), CHANGES);
    private static final EnvironmentEntry INDEPENDENT_ARMS = entry("independent-arms", p -> independent(p, gaussian(p)))
            .about("arms have nothing in common: one feature each, means uniform in [0, 1]")
            .with(arms(10), noise("0.5"), CHANGES);
    private static final EnvironmentEntry INDEPENDENT_ARMS_BERNOULLI = entry(
                    "independent-arms-bernoulli", p -> independent(p, Outcome.BERNOULLI))
            .about("independent arms with rewards 0 or 1")
            .with(arms(10), CHANGES);
    private static final EnvironmentEntry HEAVY_TAILS = entry(
                    "heavy-tails", p -> fixed(p, Outcome.heavyTailed(p.number("freedom", 2.01, LARGE), deviation(p))))
            .about("fixed arms with noise of Student's t: wild rewards now and then")
            .with(
                    features(10),
                    arms(30),
                    noise("0.5"),
                    new Parameter("freedom", "2.5", "degrees of freedom, at least 2.01; fewer are wilder"),
                    CHANGES);
    private static final EnvironmentEntry SEPARATE_MODELS = entry(
                    "separate-models", p -> numbers(p, false, ContextTruths::separate))
            .about("one context for all arms, and coefficients of its own for each arm")
            .with(contextFeatures(5), arms(10), noise("0.5"), CHANGES);

    static final List<EnvironmentProvider> ALL = List.of(
            entry("simulation", p -> fresh(p, Region.BOX, gaussian(p)))
                    .about("fresh arms each round, features and theta* uniform in a box; linear rewards")
                    .from(PAPER + "Section 5")
                    .with(features(25), arms(120), noise("0.5")),
            entry("simulation-logistic", p -> fresh(p, Region.BOX, Outcome.LOGISTIC))
                    .about("the simulation with rewards 0 or 1, logistic probability")
                    .from(PAPER + "Section 5")
                    .with(features(25), arms(120)),
            entry("unit-ball", p -> fresh(p, Region.BALL, gaussian(p)))
                    .about("fresh arms each round, features and theta* uniform in the unit ball; linear rewards")
                    .from(PAPER + "Appendices A.1 and, with features = 6, A.2")
                    .with(features(10), arms(60), noise("0.7071")),
            entry("unit-ball-logistic", p -> fresh(p, Region.BALL, Outcome.LOGISTIC))
                    .about("the unit ball with rewards 0 or 1, logistic probability")
                    .from(PAPER + "Appendix A.1")
                    .with(features(10), arms(60)),
            entry("switching-triangle", p -> points(p, Shape.TRIANGLE))
                    .about("a point of [0, 1] is played; a triangle's peak jumps; for tuners alone")
                    .from(PAPER + "Appendix A.3")
                    .with(EVEN_CHANGES, noise("0.3162")),
            entry("switching-sine", p -> points(p, Shape.SINE))
                    .about("a point of [0, 1] is played; a sine's peak jumps; for tuners alone")
                    .from(PAPER + "Appendix A.3")
                    .with(EVEN_CHANGES, noise("0.3162")),
            entry("himmelblau", p -> points(p, Shape.HIMMELBLAU))
                    .about("a point of a square is played; four peaks of the same height; for tuners alone")
                    .with(noise("0.1")),
            FIXED_ARMS,
            entry("fixed-arms-logistic", p -> fixed(p, Outcome.LOGISTIC))
                    .about("fixed arms with rewards 0 or 1, logistic probability")
                    .with(
                            features(10),
                            arms(30),
                            new Parameter("signal", "4", "theta* of the simulation is multiplied by it")),
            entry("fixed-arms-low-noise", p -> fixed(p, gaussian(p)))
                    .about("fixed arms that one reward each nearly distinguishes")
                    .with(features(5), arms(20), noise("0.1")),
            entry("fixed-arms-wide", p -> fixed(p, gaussian(p)))
                    .about("fixed arms with many features")
                    .with(features(60), arms(100), noise("0.5")),
            INDEPENDENT_ARMS,
            INDEPENDENT_ARMS_BERNOULLI,
            entry("one-good-arm", SyntheticEnvironments::oneGood)
                    .about("independent arms, all equal but one")
                    .with(
                            arms(20),
                            noise("0.5"),
                            new Parameter("gap", "0.5", "what the good arm is worth; the others are worth 0")),
            entry("few-arms", p -> fresh(p, Region.BOX, gaussian(p)))
                    .about("the simulation with few arms and features")
                    .with(features(3), arms(5), noise("0.5")),
            SEPARATE_MODELS,
            entry("unseen-effects", p -> fixed(p, gaussian(p)))
                    .about("fixed arms, part of whose worth is not in their features")
                    .with(
                            features(10),
                            arms(30),
                            noise("0.5"),
                            new Parameter("unseen", "0.05", "standard deviation of the part that no feature explains")),
            entry("switching-theta", SyntheticEnvironments::switching)
                    .about("the simulation with a new theta* at every change")
                    .with(features(25), arms(120), noise("0.5"), EVEN_CHANGES),
            entry("drifting-theta", SyntheticEnvironments::drifting)
                    .about("the simulation with a theta* that turns slowly")
                    .with(
                            features(25),
                            arms(120),
                            noise("0.5"),
                            new Parameter("turns", "0.25", "full turns of theta* over the horizon")),
            HEAVY_TAILS,
            changing(FIXED_ARMS, "3"),
            changing(INDEPENDENT_ARMS, "3"),
            changing(INDEPENDENT_ARMS_BERNOULLI, "3"),
            changing(HEAVY_TAILS, "3"),
            changing(SEPARATE_MODELS, "2"),
            entry("rising-arm", p -> rising(p, gaussian(p)))
                    .about("independent arms, the poorest of which becomes the best in the middle of the run")
                    .with(arms(10), noise("0.5")),
            entry("rising-arm-bernoulli", p -> rising(p, Outcome.BERNOULLI))
                    .about("the rising arm with rewards 0 or 1")
                    .with(arms(10)),
            numbers("linear-context", 4, 5, ContextTruths::linear)
                    .about("a small context; the mean of each arm is linear in it"),
            numbers("quadratic", 4, 5, ContextTruths::quadratic)
                    .about("a small context; the mean of each arm is a quadratic form of it"),
            entry("xor", SyntheticEnvironments::xor)
                    .about("the product of two signs decides which arms are good; the other numbers mean nothing")
                    .with(
                            new Parameter("irrelevant", "2", "numbers of the context beside the two signs"),
                            arms(4),
                            noise("0.5"),
                            CHANGES),
            numbers("context-free", 20, 10, (features, arms) -> ContextTruths.commonEffect(features, arms, 0))
                    .about("arms have means, and the context is irrelevant"),
            numbers("common-effect", 20, 10, (features, arms) -> ContextTruths.commonEffect(features, arms, 1))
                    .about("the context changes the mean of all arms alike"),
            entry("hidden-effects", SyntheticEnvironments::hidden)
                    .about("linear in a small context, and a hidden kind of visitor for whom arms are better or worse")
                    .with(
                            contextFeatures(4),
                            arms(5),
                            noise("0.5"),
                            new Parameter("kinds", "4", "kinds of visitors, which no feature reveals"),
                            new Parameter("hidden", "0.5", "standard deviation of what a kind adds to an arm"),
                            CHANGES),
            entry("made-up-table", SyntheticEnvironments::table)
                    .about("visitors with words, numbers and a flag; rewards 0 or 1, logistic probability")
                    .with(arms(5), CHANGES),
            entry("arm-features", SyntheticEnvironments::armFeatures)
                    .about("arms with features of their own, some on offer in a round: how they go with the context"
                            + " decides")
                    .with(
                            contextFeatures(4),
                            new Parameter("armFeatures", "4", "features of an arm"),
                            new Parameter("arms", "50", "arms in all"),
                            new Parameter("offered", "10", "arms in a round, at random"),
                            noise("0.5")),
            entry("news", SyntheticEnvironments::news)
                    .about("arms come and go, and resemble each other; a small context; rewards 0 or 1, logistic"
                            + " probability")
                    .with(
                            contextFeatures(5),
                            arms(20),
                            LIFETIME,
                            new Parameter(
                                    "deviation",
                                    "0.5",
                                    "standard deviation of an arm's coefficients from their mean over all arms")),
            words("words", new Parameter("arms", "10", "arms, one for each topic"))
                    .about("a context of words; their topic decides which arm is good; rewards 0 or 1"),
            words("news-words", new Parameter("topics", "10", "topics of visits and arms"), arms(20), LIFETIME)
                    .about("the world of words with arms that come and go"));

    private SyntheticEnvironments() {}

    /** Returns an entry with another preset number of changes. */
    private static EnvironmentEntry changing(EnvironmentEntry base, String changes) {
        return entry(base.name() + "-changing", base.factory())
                .about(base.name() + " with what arms are worth drawn anew at every change")
                .with(base.parameters().stream()
                        .map(p -> p.equals(CHANGES) ? changes(changes) : p)
                        .toArray(Parameter[]::new));
    }

    /** Returns an entry with a standard normal context and Gaussian noise. */
    private static EnvironmentEntry numbers(String name, int features, int arms, Truths truths) {
        return entry(name, p -> numbers(p, true, truths))
                .with(contextFeatures(features), arms(arms), noise("0.5"), CHANGES);
    }

    /** Returns an entry with a context of words; the parameters of the arms come after the first. */
    private static EnvironmentEntry words(String name, Parameter... ofArms) {
        List<Parameter> parameters = new ArrayList<>(WORDS);
        parameters.addAll(1, List.of(ofArms));
        return entry(name, SyntheticEnvironments::words).with(parameters.toArray(Parameter[]::new));
    }

    private static Parameter features(int preset) {
        return new Parameter("features", Integer.toString(preset), "features of an arm");
    }

    private static Parameter contextFeatures(int preset) {
        return new Parameter("features", Integer.toString(preset), "features of the context");
    }

    private static Parameter arms(int preset) {
        return new Parameter("arms", Integer.toString(preset), "arms in a round");
    }

    private static Parameter noise(String preset) {
        return new Parameter("noise", preset, "standard deviation of the noise in a reward");
    }

    private static Parameter changes(String preset) {
        return new Parameter(
                "changes", preset, "how often the world changes, at unequal distances that depend on the seed");
    }

    private static int features(Parameters p) {
        return p.integer("features", 1);
    }

    private static int arms(Parameters p) {
        return p.integer("arms", 1);
    }

    private static int changes(Parameters p) {
        return p.has("changes") ? p.integer("changes", 0) : 0;
    }

    private static double deviation(Parameters p) {
        return p.number("noise", 0, LARGE);
    }

    private static Outcome gaussian(Parameters p) {
        return Outcome.gaussian(deviation(p));
    }

    private static Environment points(Parameters p, Shape shape) {
        return new PointEnvironment(shape, changes(p), deviation(p));
    }

    private static Environment fresh(Parameters p, Region region, Outcome outcome) {
        return new SimulatedEnvironment(features(p), outcome, FreshArms.of(region, features(p), arms(p)));
    }

    private static Environment switching(Parameters p) {
        return new SimulatedEnvironment(
                features(p), gaussian(p), FreshArms.switching(features(p), arms(p), changes(p)));
    }

    private static Environment drifting(Parameters p) {
        int features = p.integer("features", 2);
        return new SimulatedEnvironment(
                features, gaussian(p), FreshArms.turning(features, arms(p), p.number("turns", 0, LARGE)));
    }

    private static Environment fixed(Parameters p, Outcome outcome) {
        double signal = p.has("signal") ? p.number("signal", 0, LARGE) : 1;
        double unseen = p.has("unseen") ? p.number("unseen", 0, LARGE) : 0;
        return new SimulatedEnvironment(
                features(p), outcome, FixedArms.inBox(features(p), arms(p), signal, unseen, changes(p)));
    }

    private static Environment independent(Parameters p, Outcome outcome) {
        return new SimulatedEnvironment(arms(p), outcome, FixedArms.independent(arms(p), changes(p)));
    }

    private static Environment oneGood(Parameters p) {
        return new SimulatedEnvironment(arms(p), gaussian(p), FixedArms.oneGood(arms(p), p.number("gap", 0, LARGE)));
    }

    private static Environment rising(Parameters p, Outcome outcome) {
        int arms = p.integer("arms", 2);
        return new SimulatedEnvironment(arms, outcome, FixedArms.rising(arms));
    }

    /** Draws what arms are worth, for a number of features and of arms. */
    @FunctionalInterface
    private interface Truths {
        Function<RoundRandom, Truth> of(int features, int arms);
    }

    private static Environment numbers(Parameters p, boolean constant, Truths truths) {
        Numbers context = new Numbers(0, features(p));
        return new ContextWorld(context, arms(p), constant, truths.of(features(p), arms(p)), changes(p))
                .environment(gaussian(p));
    }

    private static Environment xor(Parameters p) {
        int arms = p.integer("arms", 2);
        Numbers context = new Numbers(2, p.integer("irrelevant", 0));
        return new ContextWorld(context, arms, true, ContextTruths.xor(arms), changes(p)).environment(gaussian(p));
    }

    private static Environment hidden(Parameters p) {
        int kinds = p.integer("kinds", 2);
        double deviation = p.number("hidden", 0, LARGE);
        return numbers(
                p,
                true,
                (features, arms) -> ContextTruths.hidden(ContextTruths.linear(features, arms), arms, kinds, deviation));
    }

    private static Environment table(Parameters p) {
        return new ContextWorld(new VisitorTable(), arms(p), true, ContextTruths.table(arms(p)), changes(p))
                .environment(Outcome.LOGISTIC);
    }

    private static Environment armFeatures(Parameters p) {
        int offered = p.integer("offered", 1);
        if (offered > arms(p)) {
            throw new IllegalArgumentException("environment arm-features: offered = " + offered
                    + " must be at most the number of arms, " + arms(p));
        }
        return new ArmFeatureWorld(features(p), p.integer("armFeatures", 1), arms(p), offered).environment(gaussian(p));
    }

    private static Lifetimes lifetimes(Parameters p) {
        return new Lifetimes(arms(p), p.has("lifetime") ? p.integer("lifetime", 0) : 0);
    }

    private static Environment news(Parameters p) {
        Lifetimes lifetimes = lifetimes(p);
        int features = features(p);
        double deviation = p.number("deviation", 0, LARGE);
        return SimulatedEnvironment.named(
                Outcome.LOGISTIC,
                (seed, horizon) -> new NewsWorld(lifetimes, features, deviation, seed),
                "its arms come and go: vectors would have a block for each arm that ever comes");
    }

    private static Environment words(Parameters p) {
        WordWorld.Draws draws = new WordWorld.Draws(
                p.integer("words", WordWorld.TOPIC_WORDS),
                p.integer("topical", 0),
                p.integer("common", 0),
                p.oneOf("values", "counts", "binary").equals("counts")
                        ? WordWorld.Values.COUNTS
                        : WordWorld.Values.BINARY,
                p.oneOf("pairs", "yes", "no").equals("yes"));
        WordWorld world = new WordWorld(
                draws,
                p.has("topics") ? p.integer("topics", 1) : arms(p),
                p.number("pay", 0, 1),
                p.number("base", 0, 1),
                lifetimes(p),
                changes(p));
        return SimulatedEnvironment.named(
                Outcome.BERNOULLI, world.worlds(), "its contexts are words, with a coefficient for each word and arm");
    }
}
