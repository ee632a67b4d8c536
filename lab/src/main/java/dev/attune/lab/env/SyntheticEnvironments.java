package dev.attune.lab.env;

import dev.attune.lab.env.Outcome.Gaussian;
import dev.attune.lab.env.Outcome.HeavyTailed;
import dev.attune.lab.env.Outcome.Success;
import dev.attune.lab.env.PointEnvironment.Function;
import java.util.List;

/**
 * Synthetic environments whose arms are vectors: the paper's simulations, and those where exploration matters. The latter have the
 * distributions and presets with which the default tuner was studied; drift and heavy tails were added later.
 */
final class SyntheticEnvironments {
    private static final String PAPER = "Kang, Hsieh, Lee, TMLR 2024, ";
    static final String OURS = "";
    static final double LARGE = 1e6; // a larger value is probably a typing error

    private static final EnvironmentEntry FIXED_ARMS = new EnvironmentEntry(
            "fixed-arms",
            "the same arms all the time, drawn like the simulation's",
            OURS,
            List.of(features(10), arms(30), noise("0.5"), changes()),
            p -> fixed(p, changes(p), gaussian(p)));
    private static final EnvironmentEntry INDEPENDENT_ARMS = new EnvironmentEntry(
            "independent-arms",
            "arms have nothing in common: one feature each, means uniform in [0, 1]",
            OURS,
            List.of(arms(10), noise("0.5"), changes()),
            p -> independent(p, gaussian(p)));
    private static final EnvironmentEntry INDEPENDENT_ARMS_BERNOULLI = new EnvironmentEntry(
            "independent-arms-bernoulli",
            "independent arms with rewards 0 or 1",
            OURS,
            List.of(arms(10), changes()),
            p -> independent(p, Success.BERNOULLI));
    private static final EnvironmentEntry HEAVY_TAILS = new EnvironmentEntry(
            "heavy-tails",
            "fixed arms with noise of Student's t: wild rewards now and then",
            OURS,
            List.of(
                    features(10),
                    arms(30),
                    noise("0.5"),
                    new Parameter("freedom", "2.5", "degrees of freedom, at least 2.01; fewer are wilder"),
                    changes()),
            p -> fixed(p, changes(p), new HeavyTailed(p.number("freedom", 2.01, LARGE), deviation(p))));
    private static final EnvironmentEntry SEPARATE_MODELS = new EnvironmentEntry(
            "separate-models",
            "one context for all arms, and coefficients of its own for each arm",
            OURS,
            List.of(new Parameter("features", "5", "features of the context"), arms(10), noise("0.5"), changes()),
            p -> ContextEnvironments.separateModels(p.integer("features", 1), p.integer("arms", 1), changes(p))
                    .environment(gaussian(p)));

    static final List<EnvironmentProvider> ALL = List.of(
            new EnvironmentEntry(
                    "simulation",
                    "fresh arms each round, features and theta* uniform in a box; linear rewards",
                    PAPER + "Section 5",
                    List.of(features(25), arms(120), noise("0.5")),
                    p -> fresh(p, Region.BOX, gaussian(p))),
            new EnvironmentEntry(
                    "simulation-logistic",
                    "the simulation with rewards 0 or 1, logistic probability",
                    PAPER + "Section 5",
                    List.of(features(25), arms(120)),
                    p -> fresh(p, Region.BOX, Success.LOGISTIC)),
            new EnvironmentEntry(
                    "unit-ball",
                    "fresh arms each round, features and theta* uniform in the unit ball; linear rewards",
                    PAPER + "Appendices A.1 and, with features = 6, A.2",
                    List.of(features(10), arms(60), noise("0.7071")),
                    p -> fresh(p, Region.BALL, gaussian(p))),
            new EnvironmentEntry(
                    "unit-ball-logistic",
                    "the unit ball with rewards 0 or 1, logistic probability",
                    PAPER + "Appendix A.1",
                    List.of(features(10), arms(60)),
                    p -> fresh(p, Region.BALL, Success.LOGISTIC)),
            new EnvironmentEntry(
                    "switching-triangle",
                    "a point of [0, 1] is played; a triangle's peak jumps; for tuners alone",
                    PAPER + "Appendix A.3",
                    List.of(evenChanges(), noise("0.3162")),
                    p -> new PointEnvironment(Function.TRIANGLE, changes(p), deviation(p))),
            new EnvironmentEntry(
                    "switching-sine",
                    "a point of [0, 1] is played; a sine's peak jumps; for tuners alone",
                    PAPER + "Appendix A.3",
                    List.of(evenChanges(), noise("0.3162")),
                    p -> new PointEnvironment(Function.SINE, changes(p), deviation(p))),
            new EnvironmentEntry(
                    "himmelblau",
                    "a point of a square is played; four peaks of the same height; for tuners alone",
                    OURS,
                    List.of(noise("0.1")),
                    p -> new PointEnvironment(Function.HIMMELBLAU, 0, deviation(p))),
            FIXED_ARMS,
            new EnvironmentEntry(
                    "fixed-arms-logistic",
                    "fixed arms with rewards 0 or 1, logistic probability",
                    OURS,
                    List.of(
                            features(10),
                            arms(30),
                            new Parameter("signal", "4", "theta* of the simulation is multiplied by it")),
                    p -> fixed(p, p.number("signal", 0, LARGE), 0, 0, Success.LOGISTIC)),
            new EnvironmentEntry(
                    "fixed-arms-low-noise",
                    "fixed arms that one reward each nearly distinguishes",
                    OURS,
                    List.of(features(5), arms(20), noise("0.1")),
                    p -> fixed(p, gaussian(p))),
            new EnvironmentEntry(
                    "fixed-arms-wide",
                    "fixed arms with many features",
                    OURS,
                    List.of(features(60), arms(100), noise("0.5")),
                    p -> fixed(p, gaussian(p))),
            INDEPENDENT_ARMS,
            INDEPENDENT_ARMS_BERNOULLI,
            new EnvironmentEntry(
                    "one-good-arm",
                    "independent arms, all equal but one",
                    OURS,
                    List.of(
                            arms(20),
                            noise("0.5"),
                            new Parameter("gap", "0.5", "what the good arm is worth; the others are worth 0")),
                    p -> {
                        int arms = p.integer("arms", 1);
                        return new SimulatedEnvironment(
                                arms, gaussian(p), FixedArms.oneGood(arms, p.number("gap", 0, LARGE)));
                    }),
            new EnvironmentEntry(
                    "few-arms",
                    "the simulation with few arms and features",
                    OURS,
                    List.of(features(3), arms(5), noise("0.5")),
                    p -> fresh(p, Region.BOX, gaussian(p))),
            SEPARATE_MODELS,
            new EnvironmentEntry(
                    "unseen-effects",
                    "fixed arms, part of whose worth is not in their features",
                    OURS,
                    List.of(
                            features(10),
                            arms(30),
                            noise("0.5"),
                            new Parameter("unseen", "0.05", "standard deviation of the part that no feature explains")),
                    p -> fixed(p, 1, p.number("unseen", 0, LARGE), 0, gaussian(p))),
            new EnvironmentEntry(
                    "switching-theta",
                    "the simulation with a new theta* at every change",
                    OURS,
                    List.of(features(25), arms(120), noise("0.5"), evenChanges()),
                    p -> {
                        int features = p.integer("features", 1);
                        return new SimulatedEnvironment(
                                features, gaussian(p), FreshArms.switching(features, p.integer("arms", 1), changes(p)));
                    }),
            new EnvironmentEntry(
                    "drifting-theta",
                    "the simulation with a theta* that turns slowly",
                    OURS,
                    List.of(
                            features(25),
                            arms(120),
                            noise("0.5"),
                            new Parameter("turns", "0.25", "full turns of theta* over the horizon")),
                    p -> {
                        int features = p.integer("features", 2);
                        return new SimulatedEnvironment(
                                features,
                                gaussian(p),
                                FreshArms.turning(features, p.integer("arms", 1), p.number("turns", 0, LARGE)));
                    }),
            HEAVY_TAILS,
            changing(FIXED_ARMS, 3),
            changing(INDEPENDENT_ARMS, 3),
            changing(INDEPENDENT_ARMS_BERNOULLI, 3),
            changing(HEAVY_TAILS, 3),
            changing(SEPARATE_MODELS, 2),
            new EnvironmentEntry(
                    "rising-arm",
                    "independent arms, the poorest of which becomes the best in the middle of the run",
                    OURS,
                    List.of(arms(10), noise("0.5")),
                    p -> rising(p, gaussian(p))),
            new EnvironmentEntry(
                    "rising-arm-bernoulli",
                    "the rising arm with rewards 0 or 1",
                    OURS,
                    List.of(arms(10)),
                    p -> rising(p, Success.BERNOULLI)));

    private SyntheticEnvironments() {}

    /** Returns an entry with another preset number of changes. */
    private static EnvironmentEntry changing(EnvironmentEntry base, int changes) {
        return new EnvironmentEntry(
                base.name() + "-changing",
                base.name() + " with what arms are worth drawn anew at every change",
                base.source(),
                base.parameters().stream()
                        .map(p -> p.equals(changes())
                                ? new Parameter(p.name(), Integer.toString(changes), p.meaning())
                                : p)
                        .toList(),
                base.factory());
    }

    private static Parameter features(int preset) {
        return new Parameter("features", Integer.toString(preset), "features of an arm");
    }

    static Parameter arms(int preset) {
        return new Parameter("arms", Integer.toString(preset), "arms in a round");
    }

    static Parameter noise(String preset) {
        return new Parameter("noise", preset, "standard deviation of the noise in a reward");
    }

    private static Parameter evenChanges() {
        return new Parameter("changes", "3", "how often the world changes, at equal distances");
    }

    static Parameter changes() {
        return new Parameter(
                "changes", "0", "how often the world changes, at unequal distances that depend on the seed");
    }

    static int changes(Parameters p) {
        return p.integer("changes", 0);
    }

    private static double deviation(Parameters p) {
        return p.number("noise", 0, LARGE);
    }

    static Outcome gaussian(Parameters p) {
        return new Gaussian(deviation(p));
    }

    private static Environment fresh(Parameters p, Region region, Outcome outcome) {
        int features = p.integer("features", 1);
        return new SimulatedEnvironment(features, outcome, FreshArms.of(region, features, p.integer("arms", 1)));
    }

    private static Environment fixed(Parameters p, Outcome outcome) {
        return fixed(p, 0, outcome);
    }

    private static Environment fixed(Parameters p, int changes, Outcome outcome) {
        return fixed(p, 1, 0, changes, outcome);
    }

    private static Environment fixed(Parameters p, double signal, double unseen, int changes, Outcome outcome) {
        int features = p.integer("features", 1);
        return new SimulatedEnvironment(
                features, outcome, FixedArms.inBox(features, p.integer("arms", 1), signal, unseen, changes));
    }

    private static Environment independent(Parameters p, Outcome outcome) {
        int arms = p.integer("arms", 1);
        return new SimulatedEnvironment(arms, outcome, FixedArms.independent(arms, changes(p)));
    }

    private static Environment rising(Parameters p, Outcome outcome) {
        int arms = p.integer("arms", 2);
        return new SimulatedEnvironment(arms, outcome, FixedArms.rising(arms, 0.1, 0.9, 0.2, 0.6));
    }
}
