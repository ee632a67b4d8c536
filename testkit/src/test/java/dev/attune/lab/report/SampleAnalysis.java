package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Made-up analyses that look like real ones: regret grows like a logarithm, reward like a line, intervals get narrower with
 * repetitions.
 */
record SampleAnalysis(
        List<String> environments,
        List<String> policies,
        List<String> tuners,
        int repetitions,
        boolean knowsRegret,
        List<String> hyperparameters) {

    static final List<String> TUNERS = List.of(
            "Value of information",
            "RandUCB",
            "Doubly robust weights",
            "Zooming TS",
            "OP",
            "TL",
            "Syndicated",
            "CORRAL",
            "ED2RB",
            "Theory");

    private static final int POINTS = 300;
    private static final long ROUNDS = 10_000;
    private static final double[] GRID = {0.01, 0.1, 0.3, 1, 3, 5};

    /** Two panels, five tuners. */
    static SampleAnalysis small() {
        return new SampleAnalysis(
                List.of("simulation", "movielens"),
                List.of("LinUCB"),
                TUNERS.subList(0, 5),
                20,
                true,
                List.of("explore"));
    }

    /** Thirty panels, ten tuners. */
    static SampleAnalysis large() {
        List<String> environments =
                IntStream.rangeClosed(1, 10).mapToObj(i -> "environment " + i).toList();
        return new SampleAnalysis(
                environments, List.of("LinUCB", "LinTS", "UCB-GLM"), TUNERS, 20, true, List.of("explore"));
    }

    SampleAnalysis withEnvironments(String... names) {
        return new SampleAnalysis(List.of(names), policies, tuners, repetitions, knowsRegret, hyperparameters);
    }

    SampleAnalysis withPolicies(String... names) {
        return new SampleAnalysis(environments, List.of(names), tuners, repetitions, knowsRegret, hyperparameters);
    }

    SampleAnalysis withTuners(String... names) {
        return new SampleAnalysis(environments, policies, List.of(names), repetitions, knowsRegret, hyperparameters);
    }

    SampleAnalysis withRepetitions(int number) {
        return new SampleAnalysis(environments, policies, tuners, number, knowsRegret, hyperparameters);
    }

    SampleAnalysis withoutRegret() {
        return new SampleAnalysis(environments, policies, tuners, repetitions, false, hyperparameters);
    }

    SampleAnalysis withHyperparameters(String... names) {
        return new SampleAnalysis(environments, policies, tuners, repetitions, knowsRegret, List.of(names));
    }

    Analysis analysis(String title) {
        List<Panel> panels = new ArrayList<>();
        for (String environment : environments) {
            for (String policy : policies) {
                panels.add(panel(environment, policy, new RoundRandom(7, panels.size() + 1)));
            }
        }
        return new Analysis(title, panels);
    }

    private Panel panel(String environment, String policy, RoundRandom random) {
        double hardness = 0.5 + random.nextDouble();
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < tuners.size(); i++) {
            double loss = 30 * hardness * (1 + 0.25 * i * random.nextDouble());
            lines.add(line(tuners.get(i), Role.ASKED, "", loss, 0.3 + random.nextDouble(), random));
        }
        List<Line> grid = new ArrayList<>();
        for (double first : hyperparameters.isEmpty() ? new double[0] : GRID) {
            double loss = 30 * hardness * (1 + 0.3 * StrictMath.pow(StrictMath.log(first / 0.5), 2));
            for (double second : hyperparameters.size() > 1 ? new double[] {0.5, 1, 2} : new double[] {1}) {
                String label = hyperparameters.get(0) + "=" + first
                        + (hyperparameters.size() > 1 ? ", " + hyperparameters.get(1) + "=" + second : "");
                grid.add(fixed(label, first, second, loss * (1 + 0.1 * second), random));
            }
        }
        if (!grid.isEmpty()) {
            Line best = grid.get(grid.size() / 2 - 1);
            lines.add(new Line(
                    "Best fixed",
                    Role.GRID,
                    best.tuner(),
                    repetitions,
                    best.regret(),
                    best.reward(),
                    best.cpuSeconds(),
                    best.t(),
                    best.curve(),
                    best.settings()));
        }
        lines.add(line("Greedy", Role.GREEDY, "", 70 * hardness, 0, random));
        lines.add(random(500 * hardness, random));
        return new Panel(environment, policy, ROUNDS, knowsRegret, lines, grid, differences(lines));
    }

    private List<Panel.Difference> differences(List<Line> lines) {
        Line first = lines.get(0);
        List<Panel.Difference> differences = new ArrayList<>();
        for (Line other : lines.subList(1, lines.size())) {
            double mean = knowsRegret
                    ? first.regret().mean() - other.regret().mean()
                    : first.reward().mean() - other.reward().mean();
            double half = repetitions < 2 ? Double.NaN : 30 / Math.sqrt(repetitions);
            int wins = (int) Math.round(repetitions / (1 + StrictMath.exp((knowsRegret ? mean : -mean) / 10)));
            differences.add(new Panel.Difference(
                    first.tuner(), other.tuner(), mean, mean - half, mean + half, wins, repetitions));
        }
        return differences;
    }

    private Line fixed(String label, double first, double second, double loss, RoundRandom random) {
        Line line = line(label, Role.GRID, "", loss, first, random);
        Map<String, Band> settings = hyperparameters.size() > 1
                ? Map.of(hyperparameters.get(0), constant(first), hyperparameters.get(1), constant(second))
                : Map.of(hyperparameters.get(0), constant(first));
        return new Line(
                label,
                Role.GRID,
                "",
                repetitions,
                line.regret(),
                line.reward(),
                line.cpuSeconds(),
                line.t(),
                line.curve(),
                settings);
    }

    private Line line(String tuner, Role role, String note, double loss, double setting, RoundRandom random) {
        double[] regret = new double[POINTS];
        double wiggle = 0;
        for (int i = 0; i < POINTS; i++) {
            wiggle += random.nextGaussian() / POINTS;
            regret[i] = loss * StrictMath.log1p(rounds(i) / 200.0) * (1 + 0.3 * wiggle);
        }
        double[] path = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            path[i] = setting * (1 + StrictMath.exp(-i / 30.0)) + 0.02 * random.nextGaussian();
        }
        Map<String, Band> settings = new TreeMap<>();
        hyperparameters.forEach(name -> settings.put(name, setting == 0 ? constant(0) : band(path, 0.1)));
        return line(tuner, role, note, regret, settings, 0.02 + 0.1 * random.nextDouble());
    }

    private Line random(double loss, RoundRandom random) {
        double[] regret = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            regret[i] = 4 * loss * rounds(i) / ROUNDS;
        }
        return line("Random", Role.RANDOM, "", regret, Map.of(), 0.001 + 0.001 * random.nextDouble());
    }

    private Line line(
            String tuner, Role role, String note, double[] regret, Map<String, Band> settings, double cpuSeconds) {
        long[] t = IntStream.range(0, POINTS).mapToLong(SampleAnalysis::rounds).toArray();
        double[] reward = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            reward[i] = 0.6 * t[i] - regret[i] + 2;
        }
        double unknown = Double.NaN;
        SampleMean nothing = new SampleMean(unknown, unknown, unknown, unknown);
        return new Line(
                tuner,
                role,
                note,
                repetitions,
                knowsRegret ? estimate(regret[POINTS - 1]) : nothing,
                estimate(reward[POINTS - 1]),
                cpuSeconds,
                t,
                band(knowsRegret ? regret : reward, knowsRegret ? 0.3 : 0.02),
                settings);
    }

    private SampleMean estimate(double mean) {
        if (repetitions < 2) {
            return new SampleMean(mean, Double.NaN, Double.NaN, Double.NaN);
        }
        double sd = 0.3 * Math.abs(mean);
        double half = 2 * sd / Math.sqrt(repetitions);
        return new SampleMean(mean, sd, mean - half, mean + half);
    }

    private Band band(double[] mean, double spread) {
        double half = repetitions < 2 ? 0 : 2 * spread / Math.sqrt(repetitions);
        return new Band(
                mean,
                Arrays.stream(mean).map(value -> value * (1 - half)).toArray(),
                Arrays.stream(mean).map(value -> value * (1 + half)).toArray());
    }

    private static Band constant(double value) {
        double[] values =
                Stream.generate(() -> value).limit(POINTS).mapToDouble(v -> v).toArray();
        return new Band(values, values, values);
    }

    private static long rounds(int point) {
        return (point + 1) * ROUNDS / POINTS;
    }
}
