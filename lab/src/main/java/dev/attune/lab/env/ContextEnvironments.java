package dev.attune.lab.env;

import static dev.attune.lab.env.SyntheticEnvironments.LARGE;
import static dev.attune.lab.env.SyntheticEnvironments.OURS;
import static dev.attune.lab.env.SyntheticEnvironments.arms;
import static dev.attune.lab.env.SyntheticEnvironments.changes;
import static dev.attune.lab.env.SyntheticEnvironments.gaussian;
import static dev.attune.lab.env.SyntheticEnvironments.noise;

import dev.attune.lab.env.ContextWorld.Definition;
import dev.attune.lab.env.ContextWorld.Numbers;
import dev.attune.lab.env.ContextWorld.Truth;
import dev.attune.lab.env.ContextWorld.Truths;
import dev.attune.lab.env.Outcome.Success;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.List;

/** Synthetic environments with a context and ids of arms, which differ in what a model must be able to express. */
final class ContextEnvironments {
    private static final int SIGNS = 2; // of xor
    private static final double LEVEL = -1.5; // of news and table: mean rewards around 0.2

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
            changes());

    static final List<EnvironmentProvider> ALL = List.of(
            numbers(
                    "linear-context",
                    "a small context; the mean of each arm is linear in it",
                    4,
                    5,
                    (features, arms) -> linear(features, arms, 0.5)),
            numbers(
                    "quadratic",
                    "a small context; the mean of each arm is a quadratic form of it",
                    4,
                    5,
                    ContextEnvironments::quadratic),
            new EnvironmentEntry(
                    "xor",
                    "the product of two signs decides which arms are good; the other numbers mean nothing",
                    OURS,
                    List.of(
                            new Parameter("irrelevant", "2", "numbers of the context beside the two signs"),
                            arms(4),
                            noise("0.5"),
                            changes()),
                    p -> {
                        int arms = p.integer("arms", 2);
                        Numbers context = new Numbers(SIGNS, p.integer("irrelevant", 0));
                        return new Definition(context, arms, true, xor(arms), changes(p)).environment(gaussian(p));
                    }),
            numbers(
                    "context-free",
                    "arms have means, and the context is irrelevant",
                    20,
                    10,
                    (features, arms) -> commonEffect(features, arms, 0)),
            numbers(
                    "common-effect",
                    "the context changes the mean of all arms alike",
                    20,
                    10,
                    (features, arms) -> commonEffect(features, arms, 1)),
            new EnvironmentEntry(
                    "hidden-effects",
                    "linear in a small context, and a hidden kind of visitor for whom arms are better or worse",
                    OURS,
                    List.of(
                            contextFeatures(4),
                            arms(5),
                            noise("0.5"),
                            new Parameter("kinds", "4", "kinds of visitors, which no feature reveals"),
                            new Parameter("hidden", "0.5", "standard deviation of what a kind adds to an arm"),
                            changes()),
                    p -> {
                        int kinds = p.integer("kinds", 2);
                        double deviation = p.number("hidden", 0, LARGE);
                        return numbers(
                                p, (features, arms) -> hidden(linear(features, arms, 0.5), arms, kinds, deviation));
                    }),
            new EnvironmentEntry(
                    "made-up-table",
                    "visitors with words, numbers and a flag; rewards 0 or 1, logistic probability",
                    OURS,
                    List.of(arms(5), changes()),
                    p -> {
                        int arms = p.integer("arms", 1);
                        return new Definition(VisitorTable.COLUMNS, arms, true, table(arms), changes(p))
                                .environment(Success.LOGISTIC);
                    }),
            new EnvironmentEntry(
                    "arm-features",
                    "arms with features of their own, some on offer in a round: how they go with the context decides",
                    OURS,
                    List.of(
                            contextFeatures(4),
                            new Parameter("armFeatures", "4", "features of an arm"),
                            new Parameter("arms", "50", "arms in all"),
                            new Parameter("offered", "10", "arms in a round, at random"),
                            noise("0.5")),
                    p -> {
                        int arms = p.integer("arms", 1);
                        int offered = p.integer("offered", 1);
                        if (offered > arms) {
                            throw new IllegalArgumentException("environment arm-features: offered = " + offered
                                    + " must be at most the number of arms, " + arms);
                        }
                        return ArmFeatureWorld.environment(
                                p.integer("features", 1), p.integer("armFeatures", 1), arms, offered, gaussian(p));
                    }),
            new EnvironmentEntry(
                    "news",
                    "arms come and go, and resemble each other; a small context; rewards 0 or 1, logistic probability",
                    OURS,
                    List.of(
                            contextFeatures(5),
                            arms(20),
                            LIFETIME,
                            new Parameter(
                                    "deviation",
                                    "0.5",
                                    "standard deviation of an arm's coefficients from their mean over all arms")),
                    p -> SimulatedEnvironment.named(
                            Success.LOGISTIC,
                            NewsWorld.of(
                                    lifetimes(p), p.integer("features", 1), LEVEL, p.number("deviation", 0, LARGE)),
                            "its arms come and go: vectors would have a block for each arm that ever comes")),
            new EnvironmentEntry(
                    "words",
                    "a context of words; their topic decides which arm is good; rewards 0 or 1",
                    OURS,
                    with(WORDS, new Parameter("arms", "10", "arms, one for each topic")),
                    p -> words(p, p.integer("arms", 1), new Lifetimes(p.integer("arms", 1), 0))),
            new EnvironmentEntry(
                    "news-words",
                    "the world of words with arms that come and go",
                    OURS,
                    with(WORDS, new Parameter("topics", "10", "topics of visits and arms"), arms(20), LIFETIME),
                    p -> words(p, p.integer("topics", 1), lifetimes(p))));

    private ContextEnvironments() {}

    /** Returns the first parameter, the added ones, and the others. */
    private static List<Parameter> with(List<Parameter> parameters, Parameter... added) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.addAll(1, List.of(added));
        return List.copyOf(all);
    }

    private static Parameter contextFeatures(int preset) {
        return new Parameter("features", Integer.toString(preset), "features of the context");
    }

    private static Lifetimes lifetimes(Parameters p) {
        return new Lifetimes(p.integer("arms", 1), p.integer("lifetime", 0));
    }

    /** Draws what arms are worth, for a number of features and of arms. */
    @FunctionalInterface
    private interface Sizes {
        Truths truths(int features, int arms);
    }

    /** Describes an environment with a standard normal context and Gaussian noise. */
    private static EnvironmentEntry numbers(String name, String summary, int features, int arms, Sizes truths) {
        return new EnvironmentEntry(
                name,
                summary,
                OURS,
                List.of(contextFeatures(features), arms(arms), noise("0.5"), changes()),
                p -> numbers(p, truths));
    }

    private static Environment numbers(Parameters p, Sizes truths) {
        int features = p.integer("features", 1);
        int arms = p.integer("arms", 1);
        return new Definition(new Numbers(0, features), arms, true, truths.truths(features, arms), changes(p))
                .environment(gaussian(p));
    }

    /** Returns a definition with a standard normal context, and a standard normal theta_k for each arm; no constant. */
    static Definition separateModels(int features, int arms, int changes) {
        return new Definition(
                new Numbers(0, features),
                arms,
                false,
                rng -> {
                    double[][] theta = coefficients(features, arms, 1, rng);
                    return (z, scores) -> ArmForms.linear(z, theta, arms, scores);
                },
                changes);
    }

    /** Draws Gaussian coefficients of this deviation, {@code [feature][arm]}. */
    private static double[][] coefficients(int features, int arms, double deviation, RoundRandom rng) {
        double[][] theta = new double[features][ArmForms.rowLength(arms)];
        for (double[] coordinate : theta) {
            for (int k = 0; k < coordinate.length; k++) {
                coordinate[k] = deviation * rng.nextGaussian();
            }
        }
        return theta;
    }

    /** Gives each arm a Gaussian mean of this deviation, and a part of variance 1 that is linear in the context. */
    private static Truths linear(int features, int arms, double deviation) {
        return rng -> {
            double[][] theta = coefficients(features, arms, 1 / Math.sqrt(features), rng);
            double[] means = coefficients(1, arms, deviation, rng)[0];
            return (z, scores) -> {
                ArmForms.linear(z, theta, arms, scores);
                add(means, arms, scores);
            };
        };
    }

    private static void add(double[] means, int arms, double[] scores) {
        for (int k = 0; k < arms; k++) {
            scores[k] += means[k];
        }
    }

    /** Draws Gaussian coefficients for all squares and products of the context, divided by its size: the variance is 1/2 + 5/(2 features). */
    private static Truths quadratic(int features, int arms) {
        int products = features * (features + 1) / 2;
        return rng -> {
            double[][] theta = coefficients(products, arms, 1.0 / features, rng);
            return (z, scores) -> {
                double[] product = new double[products];
                int at = 0;
                for (int i = 0; i < features; i++) {
                    for (int j = 0; j <= i; j++) {
                        product[at++] = z[i] * z[j];
                    }
                }
                ArmForms.linear(product, theta, arms, scores);
            };
        };
    }

    /**
     * Gives each arm a mean uniform in [0, 0.2), plus an effect uniform in [0.2, 0.4) times the product of the signs: of every other arm, in a random order, it is
     * positive, of the others negative.
     */
    private static Truths xor(int arms) {
        return rng -> {
            int[] order = Shuffle.shuffled(arms, rng);
            double[] means = new double[arms];
            double[] effects = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = 0.2 * rng.nextDouble();
                effects[k] = (order[k] % 2 == 0 ? 1 : -1) * (0.2 + 0.2 * rng.nextDouble());
            }
            return (z, scores) -> {
                for (int k = 0; k < arms; k++) {
                    scores[k] = means[k] + effects[k] * z[0] * z[1];
                }
            };
        };
    }

    /** Draws means uniform in [0, 1), and an effect of the context that is the same for all arms. */
    private static Truths commonEffect(int features, int arms, double deviation) {
        return rng -> {
            double[] means = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = rng.nextDouble();
            }
            double[] theta = new double[features];
            for (int i = 0; i < features; i++) {
                theta[i] = deviation / Math.sqrt(features) * rng.nextGaussian();
            }
            return (z, scores) -> {
                double effect = 0;
                for (int i = 0; i < features; i++) {
                    effect += theta[i] * z[i];
                }
                for (int k = 0; k < arms; k++) {
                    scores[k] = means[k] + effect;
                }
            };
        };
    }

    /** Adds a Gaussian to the mean of each arm for a hidden kind of visitor, which is drawn in each round; over all kinds they sum to zero. */
    private static Truths hidden(Truths seen, int arms, int kinds, double deviation) {
        return rng -> {
            Truth known = seen.draw(rng);
            double[][] effects = coefficients(kinds, arms, deviation, rng);
            for (int k = 0; k < arms; k++) {
                double sum = 0;
                for (double[] kind : effects) {
                    sum += kind[k];
                }
                for (double[] kind : effects) {
                    kind[k] -= sum / kinds;
                }
            }
            return new Truth() {
                @Override
                public void scores(double[] z, double[] scores) {
                    known.scores(z, scores);
                }

                @Override
                public void hidden(RoundRandom round, double[] added) {
                    System.arraycopy(effects[round.nextInt(kinds)], 0, added, 0, arms);
                }
            };
        };
    }

    /** Draws Gaussian coefficients for the columns of the table. */
    private static Truths table(int arms) {
        double[] deviations = VisitorTable.deviations();
        return rng -> {
            double[] means = coefficients(1, arms, 0.3, rng)[0];
            double[][] theta = coefficients(deviations.length, arms, 1, rng);
            for (int i = 0; i < theta.length; i++) {
                for (int k = 0; k < arms; k++) {
                    theta[i][k] *= deviations[i];
                }
            }
            return (z, scores) -> {
                ArmForms.linear(z, theta, arms, scores);
                add(means, arms, scores);
                for (int k = 0; k < arms; k++) {
                    scores[k] += LEVEL;
                }
            };
        };
    }

    private static Environment words(Parameters p, int topics, Lifetimes lifetimes) {
        WordWorld world = new WordWorld(
                p.integer("words", WordWorld.TOPIC_WORDS),
                topics,
                p.number("pay", 0, 1),
                p.number("base", 0, 1),
                p.integer("topical", 0),
                p.integer("common", 0),
                p.oneOf("values", "counts", "binary").equals("counts")
                        ? WordWorld.Values.COUNTS
                        : WordWorld.Values.BINARY,
                p.oneOf("pairs", "yes", "no").equals("yes"),
                lifetimes,
                changes(p));
        return SimulatedEnvironment.named(
                Success.BERNOULLI, world.worlds(), "its contexts are words, with a coefficient for each word and arm");
    }
}
